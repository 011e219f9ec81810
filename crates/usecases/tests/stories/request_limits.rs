//! How many requests a client and an application may make.

use std::sync::Arc;

use domain::access::Caller;
use domain::client_network::ClientAddress;
use domain::key::{ApplicationKey, KEY_ENTROPY_BYTES};
use domain::quota::Quota;
use ports::Clock as _;
use testkit::{FixedClock, PlainLimiter, SteppedClock, TestResult, run};
use usecases::{
    AccessError, Credential, LimitRules, RateLimitScope, RateLimitTicket, RequestLimits,
    SharedCountStatus,
};

use crate::house::House;

const CLIENT: &str = "203.0.113.9";

/// Limits of three for an address and two for a key, an hour each, and three uploads a day.
pub(crate) struct Counting {
    pub(crate) limits: Arc<RequestLimits>,
    shared: Arc<PlainLimiter>,
    local: Arc<PlainLimiter>,
    /// What the counters go by.
    pub(crate) ticks: Arc<SteppedClock>,
    clock: Arc<FixedClock>,
}

impl Counting {
    pub(crate) fn new() -> TestResult<Self> {
        Self::by(rules()?)
    }

    pub(crate) fn by(rules: LimitRules) -> TestResult<Self> {
        let ticks = Arc::new(SteppedClock::default());
        let shared = Arc::new(PlainLimiter::new(Arc::clone(&ticks)));
        let local = Arc::new(PlainLimiter::new(Arc::clone(&ticks)));
        let clock = Arc::new(FixedClock::default());
        let limits = RequestLimits::new(rules, local.clone(), Some(shared.clone()), clock.clone());
        Ok(Self {
            limits: Arc::new(limits),
            shared,
            local,
            ticks,
            clock,
        })
    }

    pub(crate) async fn ticket(&self, address: &str) -> TestResult<RateLimitTicket> {
        let client = ClientAddress::Known(address.parse()?);
        Ok(self.limits.ticket(client).await)
    }

    /// What is left for an address after one more request.
    async fn left(&self, address: &str) -> TestResult<u32> {
        let ticket = self.ticket(address).await?;
        Ok(self.limits.status(&ticket).remaining)
    }
}

pub(crate) fn rules() -> TestResult<LimitRules> {
    Ok(LimitRules {
        enabled: true,
        per_address: Quota::new(3, 3600).ok_or("no quota")?,
        per_key: Quota::new(2, 3600).ok_or("no quota")?,
        per_master_key: Quota::new(2, 3600).ok_or("no quota")?,
        uploads: Quota::new(3, 86_400).ok_or("no quota")?,
        exempt: vec!["10.0.0.0/8".parse()?, "::1/128".parse()?],
    })
}

/// The caller of a key as a word.
fn word(outcome: Result<Caller, AccessError>) -> &'static str {
    match outcome {
        Ok(_) => "may",
        Err(AccessError::TooManyRequests(refused)) if refused.scope == RateLimitScope::Key => "key",
        Err(AccessError::TooManyRequests(_)) => "address",
        Err(_) => "wrong",
    }
}

#[test]
fn an_address_has_its_limit_and_learns_when_to_come_back() -> TestResult {
    run(async {
        let counting = Counting::new()?;
        for left in [2, 1, 0] {
            let ticket = counting.ticket(CLIENT).await?;
            assert!(ticket.admitted().is_ok());
            let status = counting.limits.status(&ticket);
            assert_eq!((status.limit, status.remaining), (3, left));
            let wait = status.reset_unix_seconds - 1_769_904_000;
            assert_eq!(wait, 1200 * i64::from(3 - left));
        }
        let refused = counting.ticket(CLIENT).await?.admitted().unwrap_err();
        assert_eq!(
            (refused.scope, refused.limit, refused.retry_after_seconds),
            (RateLimitScope::Address, 3, 1200)
        );
        assert!(counting.ticket("203.0.113.10").await?.admitted().is_ok());
        assert_eq!(counting.left("2001:db8::1").await?, 2);
        assert_eq!(counting.left("2001:db8::ffff:2").await?, 1);
        Ok(())
    })
}

#[test]
fn exempt_addresses_are_counted_by_neither_limit() -> TestResult {
    run(async {
        let counting = Counting::new()?;
        let house = House::new();
        let key = house.upload("%PDF\nname=Fest").await?.key;
        for address in ["10.1.2.3", "::ffff:10.1.2.3", "::1"] {
            for _ in 0..5 {
                let ticket = counting.ticket(address).await?;
                let own = Credential::Application(key.reveal());
                assert_eq!(word(house.access.caller(own, &ticket).await), "may");
                assert_eq!(counting.limits.status(&ticket).remaining, 3);
            }
        }
        assert_eq!(counting.shared.call_count(), 0);
        let off = Counting::by(LimitRules {
            enabled: false,
            ..rules()?
        })?;
        for _ in 0..5 {
            assert_eq!(off.left(CLIENT).await?, 3);
        }
        Ok(())
    })
}

#[test]
fn a_client_that_hides_behind_an_exempt_proxy_is_counted_for_it() -> TestResult {
    run(async {
        let counting = Counting::new()?;
        let proxy = "10.1.2.3".parse()?;
        for left in [2, 1, 0] {
            let ticket = counting
                .limits
                .ticket(ClientAddress::HiddenBehind(proxy))
                .await;
            assert!(ticket.admitted().is_ok());
            assert_eq!(counting.limits.status(&ticket).remaining, left);
        }
        let ticket = counting
            .limits
            .ticket(ClientAddress::HiddenBehind(proxy))
            .await;
        assert!(ticket.admitted().is_err());
        assert_eq!(counting.left("10.1.2.3").await?, 3);
        Ok(())
    })
}

#[test]
fn a_key_is_counted_once_it_is_verified_and_then_for_its_application() -> TestResult {
    run(async {
        let counting = Counting::new()?;
        let house = House::new();
        let uploaded = house.upload("%PDF\nname=Fest").await?;
        let invented = ApplicationKey::from_entropy([9; KEY_ENTROPY_BYTES]);
        let calls = counting.shared.call_count();
        for (number, credential) in [
            Credential::Application(invented.reveal()),
            Credential::Application("pak_junk"),
            Credential::Master("invented"),
        ]
        .into_iter()
        .enumerate()
        {
            let ticket = counting.ticket(&format!("203.0.113.{number}")).await?;
            assert_eq!(
                word(house.access.caller(credential, &ticket).await),
                "wrong"
            );
        }
        // Only addresses were counted.
        assert_eq!(counting.shared.call_count() - calls, 3);
        let own = Credential::Application(uploaded.key.reveal());
        let ticket = counting.ticket("203.0.113.50").await?;
        assert_eq!(word(house.access.caller(own, &ticket).await), "may");
        assert_eq!(word(house.access.caller(own, &ticket).await), "may");
        let status = counting.limits.status(&ticket);
        assert_eq!((status.limit, status.remaining), (2, 1));
        let fresh = house.applications.replace_key(uploaded.pa_id).await?;
        let own = Credential::Application(fresh.reveal());
        for expected in ["may", "key"] {
            let ticket = counting.ticket("203.0.113.51").await?;
            assert_eq!(word(house.access.caller(own, &ticket).await), expected);
        }
        Ok(())
    })
}

#[test]
fn the_master_key_has_an_allowance_of_its_own_at_each_address() -> TestResult {
    run(async {
        let counting = Counting::new()?;
        let house = House::new();
        let master = Credential::Master("master");
        for (address, expected) in [
            ("203.0.113.50", "may"),
            ("203.0.113.50", "may"),
            ("203.0.113.50", "key"),
            ("203.0.113.51", "may"),
            ("2001:db8:1:1::1", "may"),
            ("2001:db8:1:1::2", "may"),
            ("2001:db8:1:1::3", "key"),
            ("2001:db8:1:2::1", "may"),
        ] {
            let ticket = counting.ticket(address).await?;
            assert_eq!(
                word(house.access.caller(master, &ticket).await),
                expected,
                "{address}"
            );
        }
        Ok(())
    })
}

#[test]
fn a_request_that_the_limit_of_the_key_refuses_still_counts_for_its_address() -> TestResult {
    run(async {
        let counting = Counting::new()?;
        let house = House::new();
        let key = house.upload("%PDF\nname=Fest").await?.key;
        let own = Credential::Application(key.reveal());
        for _ in 0..2 {
            let ticket = counting.ticket("203.0.113.50").await?;
            house.access.caller(own, &ticket).await?;
        }
        for _ in 0..3 {
            let ticket = counting.ticket(CLIENT).await?;
            assert!(ticket.admitted().is_ok());
            assert_eq!(word(house.access.caller(own, &ticket).await), "key");
            let status = counting.limits.status(&ticket);
            assert_eq!((status.limit, status.remaining), (2, 0));
        }
        assert!(counting.ticket(CLIENT).await?.admitted().is_err());
        Ok(())
    })
}

#[test]
fn while_the_shared_count_is_away_it_is_counted_here_and_afterwards_there_again() -> TestResult {
    run(async {
        let counting = Counting::new()?;
        assert_eq!(counting.left(CLIENT).await?, 2);
        counting.shared.set_away(true);
        let before = counting.shared.call_count();
        for left in [2, 1, 0] {
            assert_eq!(counting.left(CLIENT).await?, left);
        }
        assert!(counting.ticket(CLIENT).await?.admitted().is_err());
        // Only the first has tried the shared count.
        assert_eq!(counting.shared.call_count() - before, 1);
        let away = SharedCountStatus {
            is_away: true,
            times_away: 1,
            counted_here: 4,
        };
        assert_eq!(counting.limits.shared_count(), away);
        // ProbeError again after a second, in vain.
        counting.clock.advance(std::time::Duration::from_secs(1));
        assert!(counting.ticket(CLIENT).await?.admitted().is_err());
        assert!(counting.ticket(CLIENT).await?.admitted().is_err());
        assert_eq!(counting.shared.call_count() - before, 2);
        counting.shared.set_away(false);
        counting.clock.advance(std::time::Duration::from_secs(1));
        assert_eq!(counting.left(CLIENT).await?, 1);
        let back = SharedCountStatus {
            is_away: false,
            times_away: 1,
            counted_here: 6,
        };
        assert_eq!(counting.limits.shared_count(), back);
        Ok(())
    })
}

#[test]
fn look_for_shared_count_finds_it_back_without_counting_anybody() -> TestResult {
    run(async {
        let counting = Counting::new()?;
        counting.limits.look_for_shared_count().await;
        assert_eq!(counting.shared.call_count(), 0, "it is not away");
        counting.shared.set_away(true);
        counting.ticket(CLIENT).await?;
        for is_away in [true, false] {
            counting.shared.set_away(is_away);
            let before = counting.shared.call_count();
            counting.clock.advance(std::time::Duration::from_secs(1));
            // However many instances of it look: it is asked once a second.
            for _ in 0..3 {
                counting.limits.look_for_shared_count().await;
            }
            assert_eq!(counting.shared.call_count() - before, 1);
            assert_eq!(counting.limits.shared_count().is_away, is_away);
        }
        assert_eq!(counting.limits.shared_count().counted_here, 1);
        assert_eq!(counting.left(CLIENT).await?, 2, "of the first of three");
        Ok(())
    })
}

#[test]
fn a_clock_that_goes_back_does_not_keep_the_shared_count_away() -> TestResult {
    run(async {
        let counting = Counting::new()?;
        counting
            .clock
            .advance(std::time::Duration::from_secs(86_400));
        counting.shared.set_away(true);
        counting.ticket(CLIENT).await?;
        counting.shared.set_away(false);
        counting.clock.set(FixedClock::default().now());
        counting.ticket(CLIENT).await?;
        assert!(!counting.limits.shared_count().is_away);
        Ok(())
    })
}

#[test]
fn where_nothing_can_be_counted_requests_are_allowed() -> TestResult {
    run(async {
        let counting = Counting::new()?;
        counting.shared.set_away(true);
        counting.local.set_away(true);
        for _ in 0..10 {
            assert!(counting.ticket(CLIENT).await?.admitted().is_ok());
        }
        Ok(())
    })
}
