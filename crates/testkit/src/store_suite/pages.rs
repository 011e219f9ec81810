//! The list of applications, page after page.

use std::sync::Arc;

use forms::Status;
use ports::{ApplicationSummary, ListFilter, ListOrder, ListPlace, ListedRow, Store, StoreError};

use super::listing::{add, list};
use super::samples::{change, time};
use crate::TestResult;

/// Pages of every size and order, each begun where the one before ended, have every application
/// once and in the order of the whole list, whatever filters it; so have pages from either end.
pub async fn the_list_goes_on_after_a_place(store: Arc<dyn Store>) -> TestResult {
    add_eleven(&store).await?;
    for order in [ListOrder::Created, ListOrder::Activity] {
        for filter in filters(order) {
            let (all, total_count) = list(&store, filter.clone(), 100, 0).await?;
            assert_eq!(usize::try_from(total_count)?, all.len());
            for count in 1..=4 {
                let mut paged = Vec::new();
                let mut place = None;
                loop {
                    let page = page_after(&store, &filter, place, count).await?;
                    let Some(last) = page.last() else { break };
                    place = Some(last.place(order));
                    let offset = u64::try_from(paged.len())?;
                    let numbers: Vec<_> = page.iter().map(|one| one.pa_id.to_string()).collect();
                    let (skipped, _) = list(&store, filter.clone(), count, offset).await?;
                    assert_eq!(skipped, numbers, "{count} after {offset}: {filter:?}");
                    paged.extend(numbers);
                }
                assert_eq!(paged, all, "{count}: {filter:?}");
            }
        }
    }
    Ok(())
}

/// A place may lie past the bounds of the filter: what comes after it is still within them.
pub async fn a_place_is_one_of_the_order_whatever_filters_the_list(
    store: Arc<dyn Store>,
) -> TestResult {
    add_eleven(&store).await?;
    for order in [ListOrder::Created, ListOrder::Activity] {
        let every_one = ListFilter {
            order,
            ..ListFilter::default()
        };
        let every_one = page_after(&store, &every_one, None, 100).await?;
        for filter in filters(order) {
            let passing = page_after(&store, &filter, None, 100).await?;
            for (index, one) in every_one.iter().enumerate() {
                let later = every_one[index + 1..].iter();
                let later: Vec<_> = later.filter(|one| passing.contains(one)).collect();
                let page = page_after(&store, &filter, Some(one.place(order)), 100).await?;
                assert_eq!(page.iter().collect::<Vec<_>>(), later, "{filter:?}");
            }
        }
    }
    Ok(())
}

/// Applications of which some share each time and each status.
async fn add_eleven(store: &Arc<dyn Store>) -> TestResult {
    for number in 1..=11 {
        add(store, 26, number, move |application| {
            application.created_at = time(i64::from(number / 3));
            application.activity_at = time(i64::from(number * 7 % 5));
            application.status = Status::ALL[usize::from(number % 3)];
        })
        .await?;
    }
    Ok(())
}

/// What came or went meanwhile shifts no page; the application of the place may be gone itself.
pub async fn a_place_stays_where_it_was_while_applications_come_and_go(
    store: Arc<dyn Store>,
) -> TestResult {
    for number in 1..=6 {
        add(&store, 26, number, |_| {}).await?;
    }
    let filter = ListFilter::default();
    let first = page_after(&store, &filter, None, 2).await?;
    let last = first.last().ok_or("no page")?;
    let (place, pa_id) = (last.place(filter.order), last.pa_id);
    change(&store, pa_id, move |rows| rows.remove_application(pa_id)).await?;
    add(&store, 26, 7, |_| {}).await?;
    let second = page_after(&store, &filter, Some(place), 2).await?;
    let numbers: Vec<_> = second.iter().map(|one| one.pa_id.number()).collect();
    assert_eq!(numbers, [4, 3]);
    Ok(())
}

fn filters(order: ListOrder) -> Vec<ListFilter> {
    let all = ListFilter {
        order,
        ..ListFilter::default()
    };
    let with = |change: fn(&mut ListFilter)| {
        let mut filter = all.clone();
        change(&mut filter);
        filter
    };
    vec![
        all.clone(),
        with(|filter| filter.status = Some(Status::Complete)),
        with(|filter| filter.form_type = Some("pa_form".to_owned())),
        with(|filter| filter.form_type = Some("pa\0form".to_owned())),
        with(|filter| filter.created_to = Some(time(2))),
        with(|filter| {
            filter.created_from = Some(time(1));
            filter.activity_to = Some(time(3));
        }),
        with(|filter| {
            filter.activity_from = Some(time(1));
            filter.status = Some(Status::Empty);
        }),
    ]
}

/// The page after a place, or the first one.
async fn page_after(
    store: &Arc<dyn Store>,
    filter: &ListFilter,
    place: Option<ListPlace>,
    count_max: usize,
) -> Result<Vec<ApplicationSummary>, StoreError> {
    let filter = filter.clone();
    let list = store.read::<_, StoreError>(move |rows| match place {
        Some(place) => rows.list_applications_after(&filter, place, count_max),
        None => Ok(rows.list_applications(&filter, count_max, 0)?.0),
    });
    let rows: Vec<ListedRow> = list.await?;
    rows.into_iter().collect()
}
