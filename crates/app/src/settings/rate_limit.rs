//! `rate_limit.*`: how many requests a client and an application may make, and where they are
//! counted.

use std::fmt;

use domain::quota::Quota;
use ipnet::IpNet;

use super::network;
use super::source::Source;

/// Loopback and private ranges.
const EXEMPT: [&str; 8] = [
    "127.0.0.0/8",
    "::1/128",
    "10.0.0.0/8",
    "172.16.0.0/12",
    "192.168.0.0/16",
    "169.254.0.0/16",
    "fc00::/7",
    "fe80::/10",
];

const WINDOW_SECONDS: u64 = 60;

/// A day.
const WINDOW_SECONDS_MAX: u64 = 24 * 3600;

/// Limits on requests.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RateLimitSettings {
    /// `rate_limit.enabled`.
    pub(crate) enabled: bool,
    /// `rate_limit.per_address` in `rate_limit.window_seconds`.
    pub(crate) per_address: Quota,
    /// `rate_limit.per_key` in `rate_limit.window_seconds`.
    pub(crate) per_key: Quota,
    /// `rate_limit.exempt`: addresses that are not counted.
    pub(crate) exempt: Vec<IpNet>,
    /// `rate_limit.redis_url`, where `rate_limit.store` is `redis`. `None`: each instance counts in
    /// its memory.
    pub(crate) redis_url: Option<RedisUrl>,
}

/// Where a Redis is. May hold a password, so it cannot be shown.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct RedisUrl(String);

impl RedisUrl {
    /// The URL, for whoever connects.
    #[cfg_attr(
        not(feature = "redis"),
        expect(dead_code, reason = "nobody connects in a build without Redis")
    )]
    pub(crate) fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for RedisUrl {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("RedisUrl")
    }
}

impl RateLimitSettings {
    pub(super) fn read(source: &mut Source) -> Self {
        let window = source
            .number(
                "rate_limit.window_seconds",
                "seconds",
                1..=WINDOW_SECONDS_MAX,
            )
            .unwrap_or(WINDOW_SECONDS);
        Self {
            enabled: source.switch("rate_limit.enabled").unwrap_or(true),
            per_address: quota(source, "rate_limit.per_address", Quota::PER_ADDRESS, window),
            per_key: quota(source, "rate_limit.per_key", Quota::PER_KEY, window),
            exempt: network::networks(source, "rate_limit.exempt")
                .unwrap_or_else(|| EXEMPT.iter().filter_map(|net| net.parse().ok()).collect()),
            redis_url: redis_url(source),
        }
    }
}

fn quota(source: &mut Source, name: &'static str, usual: Quota, window_seconds: u64) -> Quota {
    let limit = source
        .number(name, "requests", 1..=u64::from(u32::MAX))
        .unwrap_or(u64::from(usual.limit()));
    let quota = u32::try_from(limit)
        .ok()
        .zip(u32::try_from(window_seconds).ok());
    let quota = quota.and_then(|(limit, window)| Quota::new(limit, window));
    let too_fast = "must be at most 100000 requests for each second of the window";
    quota
        .or_else(|| source.fault(name, too_fast))
        .unwrap_or(usual)
}

fn redis_url(source: &mut Source) -> Option<RedisUrl> {
    const STORE: &str = "rate_limit.store";
    const URL: &str = "rate_limit.redis_url";
    let is_redis = source.parsed(STORE, "`memory` or `redis`", |word| match word {
        "memory" => Some(false),
        "redis" => Some(true),
        _ => None,
    });
    let url = source.text(URL);
    if is_redis != Some(true) {
        return None;
    }
    if !cfg!(feature = "redis") {
        return source.fault(STORE, "must be `memory`: this build has no Redis");
    }
    match url {
        Some(url) => Some(RedisUrl(url.trim().to_owned())),
        None => source.fault(URL, "is needed where `rate_limit.store` is `redis`"),
    }
}
