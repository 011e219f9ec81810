use std::sync::Arc;
use std::time::Duration;

use domain::client_network::ClientNetwork;
use testkit::{TestResult, run};
use tokio::sync::Notify;
use tokio::task::yield_now;

use super::{PoolBusyError, PoolRules, SharedPool};

fn client(last: u8) -> ClientNetwork {
    ClientNetwork::of([192, 0, 2, last].into())
}

fn pool(capacity: u64, wait_max: Option<Duration>) -> SharedPool {
    SharedPool::new(PoolRules {
        capacity,
        kept: 0,
        grown_max: 0,
        waiting_max: 4,
        wait_max,
    })
}

#[test]
fn what_acquire_gave_comes_back_when_it_is_dropped_and_when_its_holder_panics() -> TestResult {
    run(async {
        let pool = pool(1, None);
        let permit = pool.acquire(client(1)).await?;
        let panicking = tokio::spawn({
            let pool = pool.clone();
            async move {
                let _permit = pool.acquire(client(2)).await;
                panic!("with a permit");
            }
        });
        while pool.load().waiting == 0 {
            yield_now().await;
        }
        drop(permit);
        assert!(panicking.await.is_err());
        assert_eq!((pool.load().held, pool.load().waiting), (0, 0));
        Ok(())
    })
}

#[test]
fn an_acquire_that_is_given_up_leaves_no_place_behind() -> TestResult {
    run(async {
        let pool = pool(1, None);
        let permit = pool.acquire(client(1)).await?;
        let waiting = tokio::spawn({
            let pool = pool.clone();
            async move { pool.acquire(client(2)).await.is_ok() }
        });
        while pool.load().waiting == 0 {
            yield_now().await;
        }
        waiting.abort();
        assert!(waiting.await.is_err());
        assert_eq!(pool.load().waiting, 0);
        drop(permit);
        assert!(pool.acquire(client(3)).await.is_ok());
        Ok(())
    })
}

#[test]
fn acquire_and_grow_wait_no_longer_than_the_rules_say() -> TestResult {
    run(async {
        let pool = pool(2, Some(Duration::ZERO));
        let mut permit = pool.acquire(client(1)).await?;
        permit.grow(1).await?;
        assert_eq!(permit.grow(1).await, Err(PoolBusyError));
        let refused = pool.acquire(client(2)).await;
        assert_eq!(refused.err(), Some(PoolBusyError));
        let load = pool.load();
        assert_eq!((load.held, load.waiting, load.refused), (2, 0, 2));
        Ok(())
    })
}

#[test]
fn a_revocable_permit_is_revoked_for_another_client_unless_it_is_kept() -> TestResult {
    run(async {
        let pool = pool(8, None);
        let told = Arc::new(Notify::new());
        let revoke = |told: &Arc<Notify>| {
            let told = Arc::clone(told);
            move || told.notify_one()
        };
        let kept = pool.acquire_revocable(client(1), 4, || {}).await?;
        kept.irrevocable_switch()()?;
        let revoked = pool.acquire_revocable(client(1), 4, revoke(&told)).await?;
        let other = tokio::spawn({
            let pool = pool.clone();
            async move { pool.acquire(client(2)).await }
        });
        told.notified().await;
        assert_eq!(revoked.irrevocable_switch()(), Err(PoolBusyError));
        drop(revoked);
        let _other = other.await??;
        assert_eq!((pool.load().held, pool.load().revoked), (5, 1));
        Ok(())
    })
}
