//! How many forms a client may upload in a day.

use std::collections::HashMap;
use std::sync::Arc;

use futures::future::join_all;
use proptest::prelude::*;
use testkit::{TestResult, run};
use usecases::{LimitRules, RateLimitError, RateLimitScope, SITE_FACTOR};

use crate::request_limits::{Counting, rules};

const SECOND: u64 = 1_000_000;

impl Counting {
    /// Which limit refuses one more upload.
    async fn refusal(&self, address: &str) -> TestResult<Option<RateLimitError>> {
        Ok(self.ticket(address).await?.count_upload().await.err())
    }

    async fn may_upload(&self, address: &str) -> TestResult<bool> {
        Ok(self.refusal(address).await?.is_none())
    }
}

#[test]
fn count_upload_allows_an_address_so_many_a_day_and_says_when_the_next_one() -> TestResult {
    run(async {
        let counting = Counting::new()?;
        for _ in 0..3 {
            assert!(counting.may_upload("203.0.113.9").await?);
        }
        let refused = counting
            .refusal("203.0.113.9")
            .await?
            .ok_or("it was allowed")?;
        assert_eq!(
            (refused.scope, refused.limit, refused.retry_after_seconds),
            (RateLimitScope::UploadsOfAddress, 3, 28_800)
        );
        assert!(counting.may_upload("203.0.113.10").await?);
        counting.ticks.advance(28_800 * SECOND);
        assert!(counting.may_upload("203.0.113.9").await?);
        assert!(!counting.may_upload("203.0.113.9").await?);
        Ok(())
    })
}

#[test]
fn count_upload_takes_nothing_from_requests_and_nothing_of_exempt_addresses() -> TestResult {
    run(async {
        let counting = Counting::new()?;
        let ticket = counting.ticket("203.0.113.9").await?;
        assert!(ticket.count_upload().await.is_ok());
        assert_eq!(counting.limits.status(&ticket).remaining, 2);
        for address in ["10.1.2.3", "::1"] {
            for _ in 0..10 {
                assert!(counting.may_upload(address).await?);
            }
        }
        let off = Counting::by(LimitRules {
            enabled: false,
            ..rules()?
        })?;
        for _ in 0..10 {
            assert!(off.may_upload("203.0.113.9").await?);
        }
        Ok(())
    })
}

#[test]
fn a_site_of_ipv6_has_ten_times_as_many_whatever_one_of_its_networks_is_refused() -> TestResult {
    run(async {
        let counting = Counting::new()?;
        // One of the networks tries far more often than it may.
        for turn in 0..100 {
            assert_eq!(counting.may_upload("2001:db8:1:ff::1").await?, turn < 3);
        }
        for network in 0..9 {
            for host in 0..3 {
                let address = format!("2001:db8:1:{network:x}::{host}");
                assert!(counting.may_upload(&address).await?, "{address}");
            }
        }
        let refused = counting.refusal("2001:db8:1:aa::1").await?;
        let refused = refused.ok_or("it was allowed")?;
        assert_eq!(
            (refused.scope, refused.limit, refused.retry_after_seconds),
            (RateLimitScope::UploadsOfSite, 30, 2880)
        );
        assert!(counting.may_upload("2001:db8:2:aa::1").await?);
        // What the site was refused is not counted for the network.
        counting.ticks.advance(3 * 2880 * SECOND);
        for turn in 0..4 {
            assert_eq!(counting.may_upload("2001:db8:1:aa::1").await?, turn < 3);
        }
        Ok(())
    })
}

#[test]
fn of_a_hundred_uploads_at_once_as_many_are_allowed_as_the_limit_says() -> TestResult {
    run(async {
        let counting = Arc::new(Counting::new()?);
        let uploads = (0..100).map(|number| {
            let counting = Arc::clone(&counting);
            // Five networks of one site.
            let address = format!("2001:db8:1:{}::{number:x}", number % 5);
            tokio::spawn(async move { counting.may_upload(&address).await.is_ok_and(|may| may) })
        });
        let mut allowed = 0;
        for upload in join_all(uploads).await {
            allowed += usize::from(upload?);
        }
        assert_eq!(allowed, 15);
        Ok(())
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// No time passes, so the model is two numbers.
    #[test]
    fn count_upload_is_a_count_of_networks_and_sites(
        uploads in prop::collection::vec((0_u16..3, 0_u16..20), 1..300),
    ) {
        let checked: TestResult = run(async {
            let counting = Counting::new()?;
            let mut of_network: HashMap<(u16, u16), u32> = HashMap::new();
            let mut of_site: HashMap<u16, u32> = HashMap::new();
            for (site, network) in uploads {
                let address = format!("2001:db8:{site}:{network:x}::1");
                let own = of_network.entry((site, network)).or_default();
                let all = of_site.entry(site).or_default();
                let expected = if *own >= 3 {
                    Some(RateLimitScope::UploadsOfAddress)
                } else if *all >= 3 * SITE_FACTOR {
                    Some(RateLimitScope::UploadsOfSite)
                } else {
                    *own += 1;
                    *all += 1;
                    None
                };
                let refused = counting.refusal(&address).await?;
                assert_eq!(refused.map(|refused| refused.scope), expected, "{address}");
            }
            Ok(())
        });
        prop_assert!(checked.is_ok());
    }
}
