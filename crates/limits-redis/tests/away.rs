//! A Redis that is away, hangs, comes back, or wants a password; two instances on one Redis; its
//! own time.

use std::error::Error;
use std::time::{Duration, Instant};

use domain::quota::Quota;
use domain::rate_limit_subject::RateLimitSubject;
use limits_redis::{ANSWER_TIME_MAX, RedisLimiter};
use ports::{LimiterError, QuotaCell, RequestLimiter as _};
use redis::aio::MultiplexedConnection;
use test_servers::redis::RedisServer;
use test_servers::waiting::{PATIENCE, PAUSE};
use testkit::{TestResult, run};

fn cell() -> TestResult<QuotaCell> {
    Ok(QuotaCell {
        subject: RateLimitSubject::Application(domain::PaId::new(26, 99).ok_or("no such number")?),
        quota: Quota::new(5, 3600).ok_or("no such quota")?,
    })
}

/// Tries until it is counted again.
async fn until_counted(limiter: &RedisLimiter) -> TestResult {
    let began = Instant::now();
    while let Err(error) = limiter.take(&cell()?).await {
        if began.elapsed() > PATIENCE {
            return Err(error.into());
        }
        tokio::time::sleep(PAUSE).await;
    }
    Ok(())
}

#[test]
fn a_redis_that_is_away_is_an_error_and_when_it_is_back_it_counts_again() -> TestResult {
    run(async {
        let mut server = RedisServer::start()?;
        let limiter = RedisLimiter::new(&server.url(), PATIENCE)?;
        assert_eq!(limiter.take(&cell()?).await?.remaining, 4);
        server.kill()?;
        let LimiterError::Unavailable(_) = limiter.take(&cell()?).await.unwrap_err();
        server.start_again()?;
        until_counted(&limiter).await
    })
}

#[test]
fn a_redis_that_is_away_at_the_start_is_found_later() -> TestResult {
    run(async {
        let mut server = RedisServer::start()?;
        server.kill()?;
        let limiter = RedisLimiter::new(&server.url(), PATIENCE)?;
        assert!(limiter.take(&cell()?).await.is_err());
        server.start_again()?;
        until_counted(&limiter).await
    })
}

#[test]
fn a_redis_that_hangs_is_not_waited_for() -> TestResult {
    run(async {
        let server = RedisServer::start()?;
        let limiter = RedisLimiter::new(&server.url(), ANSWER_TIME_MAX)?;
        until_counted(&limiter).await?;
        server.pause()?;
        let began = Instant::now();
        assert!(limiter.take(&cell()?).await.is_err());
        assert!(began.elapsed() >= ANSWER_TIME_MAX);
        server.resume()?;
        until_counted(&limiter).await
    })
}

#[test]
fn instances_count_together_by_the_time_of_redis() -> TestResult {
    run(async {
        let server = RedisServer::start()?;
        let one = RedisLimiter::new(&server.url(), PATIENCE)?;
        let other = RedisLimiter::new(&server.url(), PATIENCE)?;
        assert_eq!(one.take(&cell()?).await?.remaining, 4);
        assert_eq!(other.take(&cell()?).await?.remaining, 3);
        one.give_back(&cell()?).await?;
        assert_eq!(other.take(&cell()?).await?.remaining, 3);
        let brief = QuotaCell {
            quota: Quota::new(1, 1).ok_or("no such quota")?,
            subject: RateLimitSubject::Application(
                domain::PaId::new(26, 1).ok_or("no such number")?,
            ),
        };
        assert!(one.take(&brief).await?.retry_after.is_none());
        tokio::time::sleep(Duration::from_millis(1100)).await;
        assert!(other.take(&brief).await?.retry_after.is_none());
        Ok(())
    })
}

/// What a test asks a server itself.
struct Looks(MultiplexedConnection);

impl Looks {
    async fn at(server: &RedisServer) -> TestResult<Self> {
        let client = redis::Client::open(server.url())?;
        Ok(Self(client.get_multiplexed_async_connection().await?))
    }

    /// The time of the server, in microseconds.
    async fn time(&mut self) -> TestResult<u64> {
        let time = redis::cmd("TIME").query_async(&mut self.0).await?;
        let (seconds, rest): (u64, u64) = time;
        Ok(seconds * 1_000_000 + rest)
    }

    /// A cell that was first taken of between two moments holds so many shares until its own
    /// moment, and goes then.
    async fn holds(&mut self, cell: &QuotaCell, taken: [u64; 2], shares: u64) -> TestResult {
        let name = format!("formservice:requests:{}", cell.subject);
        let get = |command| redis::cmd(command).arg(&name).to_owned();
        let full_at: u64 = get("GET").query_async(&mut self.0).await?;
        let held = shares * cell.quota.share();
        assert!((taken[0] + held..=taken[1] + held).contains(&full_at));
        // Both in milliseconds, and each may be rounded.
        let ends: u64 = get("PEXPIRETIME").query_async(&mut self.0).await?;
        let last = (self.time().await? + held) / 1000 + 1;
        assert!((full_at / 1000 - 1..=last).contains(&ends), "{ends}");
        Ok(())
    }
}

#[test]
fn a_cell_is_kept_to_its_moment_by_the_time_of_redis_and_no_longer() -> TestResult {
    run(async {
        let server = RedisServer::start()?;
        let limiter = RedisLimiter::new(&server.url(), PATIENCE)?;
        let (mut looks, cell) = (Looks::at(&server).await?, cell()?);
        let before = looks.time().await?;
        limiter.take(&cell).await?;
        let taken = [before, looks.time().await?];
        looks.holds(&cell, taken, 1).await?;
        limiter.take(&cell).await?;
        looks.holds(&cell, taken, 2).await?;
        limiter.give_back(&cell).await?;
        looks.holds(&cell, taken, 1).await
    })
}

#[test]
fn cells_go_away_by_themselves() -> TestResult {
    run(async {
        let server = RedisServer::start()?;
        let limiter = RedisLimiter::new(&server.url(), PATIENCE)?;
        let quota = Quota::new(10, 1).ok_or("no such quota")?;
        for number in 1..=100 {
            let pa_id = domain::PaId::new(26, number).ok_or("no such number")?;
            let subject = RateLimitSubject::Application(pa_id);
            limiter.take(&QuotaCell { subject, quota }).await?;
        }
        let mut connection = redis::Client::open(server.url())?
            .get_multiplexed_async_connection()
            .await?;
        let began = Instant::now();
        while redis::cmd("DBSIZE")
            .query_async::<usize>(&mut connection)
            .await?
            > 0
        {
            assert!(began.elapsed() < PATIENCE, "cells stay");
            tokio::time::sleep(PAUSE).await;
        }
        Ok(())
    })
}

#[test]
fn the_password_of_the_url_is_used_and_a_wrong_one_is_never_shown() -> TestResult {
    run(async {
        let server = RedisServer::start_with_password("geheim-und-gut")?;
        let limiter = RedisLimiter::new(&server.url(), PATIENCE)?;
        assert_eq!(limiter.take(&cell()?).await?.remaining, 4);
        let wrong = server.url().replace("geheim-und-gut", "geraten");
        let limiter = RedisLimiter::new(&wrong, PATIENCE)?;
        let error = limiter.take(&cell()?).await.unwrap_err();
        let mut told = format!("{error} {error:?}");
        let mut cause = error.source();
        while let Some(error) = cause {
            told.push_str(&error.to_string());
            cause = error.source();
        }
        assert!(!told.contains("geraten"), "{told}");
        Ok(())
    })
}

#[test]
fn a_redis_that_refused_the_password_counts_as_soon_as_it_takes_it() -> TestResult {
    run(async {
        let server = RedisServer::start_with_password("geheim-und-gut")?;
        let later = server.url().replace("geheim-und-gut", "erst-spaeter");
        let limiter = RedisLimiter::new(&later, PATIENCE)?;
        assert!(limiter.take(&cell()?).await.is_err());
        let mut connection = redis::Client::open(server.url())?
            .get_multiplexed_async_connection()
            .await?;
        redis::cmd("CONFIG")
            .arg(&["SET", "requirepass", "erst-spaeter"])
            .exec_async(&mut connection)
            .await?;
        assert_eq!(limiter.take(&cell()?).await?.remaining, 4);
        Ok(())
    })
}

#[test]
fn what_is_no_url_of_a_redis_is_refused_without_showing_it() -> TestResult {
    run(async {
        for url in ["", "geheim", "http://geheim", "rediss://", "redis://"] {
            let refused = RedisLimiter::new(url, PATIENCE)
                .err()
                .ok_or("it was taken")?;
            assert!(!format!("{refused} {refused:?}").contains("geheim"));
        }
        Ok(())
    })
}
