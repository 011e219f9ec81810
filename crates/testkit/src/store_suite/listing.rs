//! The list of applications.

use std::sync::Arc;

use domain::{Application, PaId, Timestamp};
use forms::value::Object;
use forms::{Data, Decimal, Status, Value};
use ports::{ApplicationSummary, ListFilter, ListOrder, Store, StoreError};

use super::samples::{Sample, change, time};
use crate::TestResult;

/// By time, whatever the number; those of one moment by number, across the years.
pub async fn applications_are_listed_newest_first(store: Arc<dyn Store>) -> TestResult {
    for (year, number, created_at) in [
        (26, 2, 10),
        (26, 10, 10),
        (25, 9999, 10),
        (27, 3, 5),
        (26, 1, 20),
    ] {
        add(&store, year, number, |application| {
            application.created_at = time(created_at);
        })
        .await?;
    }
    let (listed, total_count) = list(&store, ListFilter::default(), 100, 0).await?;
    let expected = ["26-0001", "26-0010", "26-0002", "25-9999", "27-0003"];
    assert_eq!(listed, expected);
    assert_eq!(total_count, 5);
    Ok(())
}

/// Pages follow each other without gap or overlap; the number is that of all. Past the end there is
/// nothing, however far.
pub async fn the_list_is_cut_into_pages(store: Arc<dyn Store>) -> TestResult {
    for number in 1..=5 {
        add(&store, 26, number, |_| {}).await?;
    }
    for (count_max, offset, expected) in [
        (2, 0, vec!["26-0005", "26-0004"]),
        (2, 2, vec!["26-0003", "26-0002"]),
        (2, 4, vec!["26-0001"]),
        (2, 5, vec![]),
        (0, 0, vec![]),
        (usize::MAX, 3, vec!["26-0002", "26-0001"]),
        (usize::MAX, u64::MAX, vec![]),
    ] {
        let (page, total_count) = list(&store, ListFilter::default(), count_max, offset).await?;
        assert_eq!(page, expected, "{count_max} after {offset}");
        assert_eq!(total_count, 5);
    }
    Ok(())
}

/// Each on its own and all together; both ends of the time are included, a microsecond beyond is
/// not; nothing in a filter is a pattern.
pub async fn the_list_is_filtered(store: Arc<dyn Store>) -> TestResult {
    for (number, form_type, status, created_at) in [
        (1, "pa_form", Status::Complete, 10),
        (2, "pa_form", Status::Empty, 11),
        (3, "vsm_form", Status::Complete, 12),
        (4, "pa_form", Status::Complete, 13),
    ] {
        add(&store, 26, number, move |application| {
            application.form_type = form_type.to_owned();
            application.status = status;
            application.created_at = time(created_at);
        })
        .await?;
    }
    let filter = |form_type: Option<&str>, status, from: Option<i64>, to: Option<i64>| ListFilter {
        form_type: form_type.map(str::to_owned),
        status,
        created_from: from.map(time),
        created_to: to.map(time),
        ..ListFilter::default()
    };
    let complete = Some(Status::Complete);
    for (filter, expected) in [
        (filter(Some("pa_form"), None, None, None), vec![4, 2, 1]),
        (filter(Some("pa%"), None, None, None), vec![]),
        (filter(Some("pa-form"), None, None, None), vec![]),
        (filter(Some("pa\0form"), None, None, None), vec![]),
        (filter(None, complete, None, None), vec![4, 3, 1]),
        (filter(None, None, Some(11), None), vec![4, 3, 2]),
        (filter(None, None, None, Some(11)), vec![2, 1]),
        (filter(None, None, Some(11), Some(12)), vec![3, 2]),
        (filter(None, None, Some(12), Some(11)), vec![]),
        (
            filter(Some("pa_form"), complete, Some(11), Some(13)),
            vec![4],
        ),
        (
            filter(Some("pa_form"), complete, Some(10), Some(12)),
            vec![1],
        ),
    ] {
        let (first, total_count) = list(&store, filter.clone(), 1, 0).await?;
        let (listed, same_count) = list(&store, filter.clone(), 100, 0).await?;
        let expected: Vec<_> = expected.iter().map(|n| format!("26-{n:04}")).collect();
        assert_eq!(listed, expected, "{filter:?}");
        assert_eq!(first.first(), expected.first(), "{filter:?}");
        assert_eq!(usize::try_from(total_count)?, expected.len(), "{filter:?}");
        assert_eq!(same_count, total_count);
    }
    Ok(())
}

/// In either order, each end included; those of one moment by number.
pub async fn the_list_is_ordered_and_filtered_by_activity(store: Arc<dyn Store>) -> TestResult {
    for (number, created_at, activity_at) in [(1, 1, 30), (2, 2, 10), (3, 3, 20), (4, 4, 30)] {
        add(&store, 26, number, move |application| {
            application.created_at = time(created_at);
            application.activity_at = time(activity_at);
        })
        .await?;
    }
    let (created, activity) = (ListOrder::Created, ListOrder::Activity);
    for (order, from, to, expected) in [
        (created, None, None, vec![4, 3, 2, 1]),
        (activity, None, None, vec![4, 1, 3, 2]),
        (activity, Some(20), None, vec![4, 1, 3]),
        (activity, Some(21), None, vec![4, 1]),
        (activity, None, Some(20), vec![3, 2]),
        (activity, Some(20), Some(20), vec![3]),
        (created, Some(20), None, vec![4, 3, 1]),
        (created, Some(10), Some(29), vec![3, 2]),
        (created, Some(31), None, vec![]),
    ] {
        let filter = ListFilter {
            activity_from: from.map(time),
            activity_to: to.map(time),
            order,
            ..ListFilter::default()
        };
        let (listed, total_count) = list(&store, filter.clone(), 100, 0).await?;
        let expected: Vec<_> = expected.iter().map(|n| format!("26-{n:04}")).collect();
        assert_eq!(listed, expected, "{filter:?}");
        assert_eq!(usize::try_from(total_count)?, expected.len(), "{filter:?}");
        let (second, _) = list(&store, filter.clone(), 1, 1).await?;
        assert_eq!(second.first(), expected.get(1), "{filter:?}");
    }
    Ok(())
}

/// As it is found, and as it is after a change.
pub async fn the_list_shows_what_is_stored(store: Arc<dyn Store>) -> TestResult {
    let pa_id = add(&store, 26, 1, |application| {
        application.data = named(Some(Value::text("Chor „Łódź“ 😀")));
        application.updated_at = time(7);
        application.activity_at = time(0);
    })
    .await?;
    shows(
        &store,
        pa_id,
        Some("Chor „Łódź“ 😀"),
        Status::Incomplete,
        time(7),
    )
    .await?;
    let number = Value::Number(Decimal::from_integer(7));
    for (name, shown) in [
        (Some(Value::text("Orchester")), Some("Orchester")),
        (None, None),
        (Some(Value::text("7")), Some("7")),
        (Some(number), None),
    ] {
        change(&store, pa_id, move |rows| {
            rows.replace_data(pa_id, &named(name), Status::Complete, time(9))
        })
        .await?;
        shows(&store, pa_id, shown, Status::Complete, time(9)).await?;
    }
    Ok(())
}

async fn shows(
    store: &Arc<dyn Store>,
    pa_id: PaId,
    name: Option<&str>,
    status: Status,
    updated_at: Timestamp,
) -> TestResult {
    let (listed, found) = store
        .read(move |rows| {
            let listed = rows.list_applications(&ListFilter::default(), 9, 0)?.0;
            let listed: Vec<_> = listed.into_iter().collect::<Result<_, _>>()?;
            Ok::<_, StoreError>((listed, rows.find_application(pa_id)?))
        })
        .await?;
    let expected = ApplicationSummary {
        pa_id,
        form_type: "pa_form".to_owned(),
        status,
        name: name.map(str::to_owned),
        created_at: time(0),
        updated_at,
        activity_at: time(0),
    };
    assert_eq!(listed, [expected]);
    assert_eq!(
        listed.first(),
        found.as_ref().map(ApplicationSummary::of).as_ref()
    );
    Ok(())
}

fn named(name: Option<Value>) -> Data {
    let name = name.map(|name| ("name".to_owned(), name));
    Data::from_checked(Object::from_iter(name))
}

pub(super) async fn add(
    store: &Arc<dyn Store>,
    year: u8,
    number: u16,
    change: impl FnOnce(&mut Application),
) -> TestResult<PaId> {
    let pa_id = PaId::new(year, number).ok_or("no id")?;
    let mut sample = Sample::of(pa_id);
    change(&mut sample.application);
    let add = store.write(move |rows| rows.add_application(&sample.application, &sample.key));
    add.await.map_err(|error: StoreError| error)?;
    Ok(pa_id)
}

pub(super) async fn list(
    store: &Arc<dyn Store>,
    filter: ListFilter,
    count_max: usize,
    offset: u64,
) -> Result<(Vec<String>, u64), StoreError> {
    let list = store.read(move |rows| rows.list_applications(&filter, count_max, offset));
    let (page, total_count) = list.await?;
    let numbers = page.into_iter().map(|row| Ok(row?.pa_id.to_string()));
    Ok((numbers.collect::<Result<_, StoreError>>()?, total_count))
}
