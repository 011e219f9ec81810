//! Applications and their keys.

use std::sync::Arc;

use domain::known_paths::COSTS;
use domain::{Application, PaId};
use forms::value::Object;
use forms::{Data, Decimal, Status, Value};
use ports::{ApplicationStamp, FoundKey, Store, StoreError};

use super::samples::{Sample, change, data_of, loose_key, time};
use crate::TestResult;

/// A look-up that finds nothing is no error.
pub async fn what_does_not_exist_is_none(store: Arc<dyn Store>) -> TestResult {
    let sample = Sample::add_to(&store).await?;
    let absent = PaId::new(26, 2).map(Sample::of).ok_or("no id")?;
    let pa_id = absent.application.pa_id;
    assert_ne!(pa_id, sample.application.pa_id);
    let found = store.read(move |rows| rows.find_application(pa_id)).await?;
    assert_eq!(found, None);
    assert!(!store.read(move |rows| rows.exists(pa_id)).await?);
    let found = store
        .read(move |rows| rows.find_key(&absent.key.lookup))
        .await?;
    assert_eq!(found, None);
    let locked = store.write(move |rows| rows.lock(pa_id)).await?;
    assert_eq!(locked, None);
    Ok(())
}

/// None is swapped with another or left at a default.
pub async fn every_member_of_an_application_is_kept(store: Arc<dyn Store>) -> TestResult {
    let pa_id = store
        .write(|rows| rows.next_pa_id(5))
        .await?
        .ok_or("no number")?;
    for (number, status) in (7..).zip(Status::ALL) {
        let pa_id = PaId::new(pa_id.year(), number).ok_or("no id")?;
        let sample = Sample::of(pa_id);
        let application = Application {
            form_type: format!("type_{number}"),
            status,
            data: data_of(i64::from(number)),
            created_at: time(-5),
            updated_at: time(7),
            activity_at: time(11),
            revision: 3,
            ..sample.application
        };
        let (added, key) = (application.clone(), sample.key);
        store
            .write(move |rows| rows.add_application(&added, &key))
            .await?;
        let found = store.read(move |rows| rows.find_application(pa_id)).await?;
        assert_eq!(found, Some(application));
        assert!(store.read(move |rows| rows.exists(pa_id)).await?);
    }
    Ok(())
}

/// Exact numbers, every script, quotes, line ends, white space, long texts, the order of members.
pub async fn any_data_is_kept_character_for_character(store: Arc<dyn Store>) -> TestResult {
    let number = |literal| {
        Decimal::parse(literal)
            .map(Value::Number)
            .ok_or("no number")
    };
    let row = [
        ("name", Value::text(" Müller-Ćirić ")),
        ("amount", number("99999999.99")?),
        ("none", Value::Null),
    ];
    let row = row.map(|(name, value)| (name.to_owned(), value));
    let members = Object::from_iter([
        (
            "z".to_owned(),
            Value::text(
                "„Zitat“ \"x\" 'y' \\ \r\n\t; \
                DROP TABLE applications; -- 😀 Ωμέγα Łódź",
            ),
        ),
        ("a.b ü\"".to_owned(), number("-0.05")?),
        ("long".to_owned(), Value::text("ß".repeat(100_000))),
        ("nul".to_owned(), Value::text("a\0b")),
        (
            "costs".to_owned(),
            Value::List(vec![
                Value::Object(Object::from_iter(row)),
                Value::List(vec![]),
            ]),
        ),
        (
            "digits".to_owned(),
            number("123456789012345678901234567890.5")?,
        ),
        ("on".to_owned(), Value::Boolean(true)),
    ]);
    let data = Data::from_checked(members);
    let sample = Sample::add_to(&store).await?;
    let (pa_id, saved) = (sample.application.pa_id, data.clone());
    store
        .write(move |rows| {
            rows.lock(pa_id)?;
            rows.replace_data(pa_id, &saved, Status::Complete, time(1))
        })
        .await?;
    let found = store.read(move |rows| rows.find_application(pa_id)).await?;
    let found = found.ok_or("not found")?;
    assert_eq!(found.data, data);
    let order = |data: &Data| data.members().keys().cloned().collect::<Vec<_>>();
    assert_eq!(order(&found.data), order(&data));
    Ok(())
}

/// Data, status and time are replaced; the lock has counted; another application is untouched.
pub async fn saving_data_changes_nothing_else(store: Arc<dyn Store>) -> TestResult {
    let sample = Sample::add_to(&store).await?;
    let other = Sample::add_to(&store).await?;
    let (pa_id, other_id) = (sample.application.pa_id, other.application.pa_id);
    store
        .write(move |rows| {
            rows.lock(pa_id)?;
            rows.replace_data(pa_id, &data_of(7), Status::Complete, time(5))
        })
        .await?;
    let expected = Application {
        data: data_of(7),
        status: Status::Complete,
        updated_at: time(5),
        revision: 2,
        ..sample.application
    };
    let found = store.read(move |rows| rows.find_application(pa_id)).await?;
    assert_eq!(found, Some(expected));
    let found = store
        .read(move |rows| rows.find_application(other_id))
        .await?;
    assert_eq!(found, Some(other.application));
    Ok(())
}

/// The whole of what was stored of it.
pub async fn a_key_is_found_by_its_lookup_id(store: Arc<dyn Store>) -> TestResult {
    let samples = [Sample::add_to(&store).await?, Sample::add_to(&store).await?];
    for sample in samples {
        let lookup = sample.key.lookup.clone();
        let stamp = ApplicationStamp::of(&sample.application);
        let expected = FoundKey {
            key: sample.key,
            stamp,
        };
        let again = lookup.clone();
        let found = store.read(move |rows| rows.find_key(&again)).await?;
        assert_eq!(found.as_ref(), Some(&expected));
        assert_eq!(store.find_key(lookup).await?, Some(expected));
    }
    Ok(())
}

/// Even with another key and another original.
pub async fn a_number_cannot_be_added_twice(store: Arc<dyn Store>) -> TestResult {
    let (first, mut second) = two(&store).await?;
    second.application.pa_id = first.application.pa_id;
    second.key.pa_id = first.application.pa_id;
    refused(&store, second).await
}

/// So that removing one application never takes the bytes of another.
pub async fn an_original_belongs_to_one_application(store: Arc<dyn Store>) -> TestResult {
    let (first, mut second) = two(&store).await?;
    second.application.original = first.application.original;
    refused(&store, second).await
}

/// Else one key might open two applications.
pub async fn a_lookup_id_belongs_to_one_key(store: Arc<dyn Store>) -> TestResult {
    let (first, mut second) = two(&store).await?;
    second.key.lookup = first.key.lookup;
    refused(&store, second).await
}

/// A key of nothing opens nothing, and must not wait for something to open.
pub async fn a_key_cannot_be_of_no_application(store: Arc<dyn Store>) -> TestResult {
    let (_, mut second) = two(&store).await?;
    second.key.pa_id = PaId::new(26, 77).ok_or("no id")?;
    refused(&store, second).await
}

/// The cascade ends at the application.
pub async fn removing_an_application_removes_its_key_and_no_other(
    store: Arc<dyn Store>,
) -> TestResult {
    let gone = Sample::add_to(&store).await?;
    let kept = Sample::add_to(&store).await?;
    let pa_id = gone.application.pa_id;
    store
        .write(move |rows| {
            rows.lock(pa_id)?;
            rows.remove_application(pa_id)?;
            rows.add_loose_blob(&gone.application.original, time(0))
        })
        .await?;
    let keys = [gone.key.lookup, kept.key.lookup.clone()];
    let found = store
        .read(move |rows| Ok::<_, StoreError>([rows.find_key(&keys[0])?, rows.find_key(&keys[1])?]))
        .await?;
    let [gone_key, kept_key] = found.map(|found| found.map(|found| found.key));
    assert_eq!((gone_key, kept_key), (None, Some(kept.key)));
    let found = store.read(move |rows| rows.find_application(pa_id)).await?;
    assert_eq!(found, None);
    let locked = store.write(move |rows| rows.lock(pa_id)).await?;
    assert_eq!(locked, None);
    let loose = store
        .read(|rows| rows.list_loose_blobs(time(0), 10))
        .await?;
    assert_eq!(loose, [loose_key(1)]);
    Ok(())
}

/// A stored sample and the next one, which is not stored.
async fn two(store: &Arc<dyn Store>) -> TestResult<(Sample, Sample)> {
    let second = PaId::new(26, 2).map(Sample::of).ok_or("no id")?;
    Ok((Sample::add_to(store).await?, second))
}

/// Adding the sample is a conflict, and leaves neither the application nor its key.
async fn refused(store: &Arc<dyn Store>, sample: Sample) -> TestResult {
    let added = sample.clone();
    let outcome = store
        .write(move |rows| rows.add_application(&added.application, &added.key))
        .await;
    assert!(
        matches!(outcome, Err(StoreError::Conflict(_))),
        "{outcome:?}"
    );
    let second = PaId::new(26, 2).map(Sample::of).ok_or("no id")?;
    let pa_id = second.application.pa_id;
    let found = store.read(move |rows| rows.find_application(pa_id)).await?;
    assert_eq!(found, None);
    let found = store
        .read(move |rows| rows.find_key(&second.key.lookup))
        .await?;
    assert_eq!(found, None);
    Ok(())
}

/// Whatever else the data holds; none where there is no such list.
pub async fn the_rows_of_the_list_of_costs_are_counted(store: Arc<dyn Store>) -> TestResult {
    let pa_id = Sample::add_to(&store).await?.application.pa_id;
    let row = || Value::Object(Object::from_iter([("name".to_owned(), Value::text("]}"))]));
    let list = |count: usize| Value::List((0..count).map(|_| row()).collect());
    for (costs, count) in [
        (None, 0),
        (Some(list(0)), 0),
        (Some(list(7)), 7),
        (Some(Value::text("sieben")), 0),
    ] {
        let members = [("andere".to_owned(), list(3))].into_iter();
        let costs = costs.map(|costs| (COSTS.to_owned(), costs));
        let data = Data::from_checked(members.chain(costs).collect());
        let replaced = change(&store, pa_id, move |rows| {
            rows.replace_data(pa_id, &data, Status::Incomplete, time(1))
        });
        replaced.await?;
        let counted = store.read::<_, StoreError>(move |rows| rows.count_costs(pa_id));
        assert_eq!(counted.await?, Some(count));
    }
    let absent = PaId::new(26, 77).ok_or("no id")?;
    let counted = store.read::<_, StoreError>(move |rows| rows.count_costs(absent));
    assert_eq!(counted.await?, None);
    Ok(())
}
