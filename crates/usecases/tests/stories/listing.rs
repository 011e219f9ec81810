//! The list of all applications.

use std::time::Duration;

use testkit::{TestResult, run};
use usecases::{Applications, ListFilter, PageStart};

use crate::house::House;

#[test]
fn the_list_is_newest_first_and_comes_in_pages() -> TestResult {
    run(async {
        let house = House::new();
        for _ in 0..3 {
            house.uploaded().await?;
            house.clock.advance(Duration::from_secs(1));
        }
        let applications = &house.applications;
        for (count, offset, expected) in [
            (2, 0, ["26-0003", "26-0002"].as_slice()),
            (2, 2, &["26-0001"]),
            (2, 3, &[]),
        ] {
            let page = applications
                .list(ListFilter::default(), count, PageStart::Offset(offset))
                .await?;
            let numbers = page
                .applications
                .iter()
                .map(|listed| listed.pa_id.to_string());
            assert_eq!(numbers.collect::<Vec<_>>(), expected);
            assert_eq!(page.total_count, 3);
        }
        Ok(())
    })
}

#[test]
fn a_filter_counts_only_what_passes_it() -> TestResult {
    run(async {
        let house = House::new();
        house.upload("%PDF\nname=Sommerfest").await?;
        house.upload("%PDF\nname=").await?;
        let applications = &house.applications;
        let empty = ListFilter {
            status: Some(forms::Status::Empty),
            ..ListFilter::default()
        };
        let page = applications
            .list(
                empty,
                Applications::PAGE_COUNT_DEFAULT,
                PageStart::Offset(0),
            )
            .await?;
        let names = page.applications.into_iter().map(|listed| listed.name);
        assert_eq!(
            (names.collect::<Vec<_>>(), page.total_count),
            (vec![None], 1)
        );
        Ok(())
    })
}

#[test]
fn no_page_is_longer_than_the_longest() -> TestResult {
    run(async {
        let house = House::new();
        for _ in 0..=Applications::PAGE_COUNT_MAX {
            house.uploaded().await?;
        }
        let applications = &house.applications;
        let page = applications
            .list(ListFilter::default(), usize::MAX, PageStart::Offset(0))
            .await?;
        assert_eq!((page.applications.len(), page.total_count), (200, 201));
        Ok(())
    })
}

#[test]
fn a_page_says_where_the_next_one_begins_and_the_last_one_that_there_is_none() -> TestResult {
    run(async {
        let house = House::new();
        for _ in 0..5 {
            house.uploaded().await?;
        }
        let (mut start, mut numbers) = (Some(PageStart::Offset(1)), Vec::<Vec<u16>>::new());
        while let Some(begin) = start {
            let list = house.applications.list(ListFilter::default(), 2, begin);
            let page = list.await?;
            assert_eq!(page.total_count, 5);
            numbers.push(
                page.applications
                    .iter()
                    .map(|one| one.pa_id.number())
                    .collect(),
            );
            start = page.next.map(PageStart::After);
        }
        let expected = [vec![4, 3], vec![2, 1]];
        assert_eq!(numbers, expected);
        Ok(())
    })
}
