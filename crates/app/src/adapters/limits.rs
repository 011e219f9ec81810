//! `rate_limit.*`: how many requests a client and an application may make, how many forms a client
//! may upload, and the adapters that count them.

use std::sync::Arc;

use cli::CommandError;
use domain::quota::Quota;
use limits_memory::MemoryLimiter;
use metrics_prometheus::descriptions::{
    LIMITER_COUNTED_HERE, LIMITER_SHARED_OUTAGES, LIMITER_SHARED_UP,
};
use metrics_prometheus::{MeasuredLimiter, Metrics};
use ports::RequestLimiter;
use settings_toml::DefaultValue::{Number, Text, Unset};
#[cfg(feature = "redis")]
use settings_toml::Secret;
use settings_toml::{Setting, SettingsReader};
use usecases::{LimitRules, RequestLimits, SharedCountStatus};

use crate::clock::SystemClock;

const RATE_LIMIT_ENABLED: Setting = Setting::new(
    "rate_limit.enabled",
    Text("true"),
    "whether requests are limited",
);
const PER_ADDRESS: Setting = Setting::new(
    "rate_limit.per_address",
    Number(Quota::PER_ADDRESS.limit() as u64),
    "requests of one address in a window",
);
const PER_KEY: Setting = Setting::new(
    "rate_limit.per_key",
    Number(Quota::PER_KEY.limit() as u64),
    "requests with one key in a window",
);
const PER_MASTER_KEY: Setting = Setting::new(
    "rate_limit.per_master_key",
    Number(Quota::PER_KEY.limit() as u64),
    "requests with a master key from one address in a window",
);
const UPLOADS_PER_DAY: Setting = Setting::new(
    "rate_limit.uploads_per_day",
    Number(Quota::UPLOADS.limit() as u64),
    "uploads of one address in a day; ten times as many of an IPv6 /48",
);
const WINDOW_SECONDS: Setting = Setting::new(
    "rate_limit.window_seconds",
    Number(60),
    "length of the window",
);
const RATE_LIMIT_STORE: Setting = Setting::new(
    "rate_limit.store",
    Text("memory"),
    if cfg!(feature = "redis") {
        "memory, or redis for several instances"
    } else {
        "memory"
    },
);
const REDIS_URL: Setting =
    Setting::new("rate_limit.redis_url", Unset("none"), "where Redis is").secret();
/// Loopback and private ranges.
const EXEMPT: Setting = Setting::new(
    "rate_limit.exempt",
    Text(
        "127.0.0.0/8 ::1/128 10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 169.254.0.0/16 fc00::/7 \
            fe80::/10",
    ),
    "networks that are not limited",
);

const DAY_SECONDS: u64 = 24 * 3600;
const WINDOW_SECONDS_MAX: u64 = DAY_SECONDS;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RateLimitSettings {
    pub(crate) rules: LimitRules,
    pub(crate) store: LimiterSettings,
}

/// Where requests are counted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum LimiterSettings {
    /// By each instance for itself.
    Memory,
    #[cfg(feature = "redis")]
    Redis(Secret),
}

impl RateLimitSettings {
    pub(crate) fn read(reader: &mut SettingsReader) -> Option<Self> {
        let enabled = reader.switch(&RATE_LIMIT_ENABLED);
        let requests = 1..=u64::from(u32::MAX);
        let per_address = reader.number(&PER_ADDRESS, "requests", requests.clone());
        let per_key = reader.number(&PER_KEY, "requests", requests.clone());
        let per_master_key = reader.number(&PER_MASTER_KEY, "requests", requests.clone());
        let uploads = reader.number(&UPLOADS_PER_DAY, "uploads", requests);
        let window = reader.number(&WINDOW_SECONDS, "seconds", 1..=WINDOW_SECONDS_MAX);
        let per_address = quota(reader, &PER_ADDRESS, per_address, window);
        let per_key = quota(reader, &PER_KEY, per_key, window);
        let per_master_key = quota(reader, &PER_MASTER_KEY, per_master_key, window);
        let uploads = quota(reader, &UPLOADS_PER_DAY, uploads, Some(DAY_SECONDS));
        let exempt = reader.networks(&EXEMPT);
        let store = LimiterSettings::read(reader);
        let rules = LimitRules {
            enabled: enabled?,
            per_address: per_address?,
            per_key: per_key?,
            per_master_key: per_master_key?,
            uploads: uploads?,
            exempt: exempt?,
        };
        let store = store?;
        Some(Self { rules, store })
    }

    /// The limits, counted in memory, and together with others where that is configured. Must run
    /// in a runtime.
    pub(crate) fn build(&self, metrics: &Metrics) -> Result<Arc<RequestLimits>, CommandError> {
        let measured = |limiter, name| MeasuredLimiter::new(limiter, name, metrics).map(Arc::new);
        let local = measured(Arc::new(MemoryLimiter::default()), "local")?;
        let shared = match self.store.build()? {
            None => None,
            Some(shared) => Some(measured(shared, "shared")? as Arc<dyn RequestLimiter>),
        };
        let is_shared = shared.is_some();
        let clock = Arc::new(SystemClock);
        let limits = Arc::new(RequestLimits::new(self.rules.clone(), local, shared, clock));
        if is_shared {
            let asked = Arc::clone(&limits);
            metrics.read(
                move || asked.shared_count(),
                [
                    (&LIMITER_SHARED_UP, |count: &SharedCountStatus| {
                        u64::from(!count.is_away)
                    }),
                    (&LIMITER_SHARED_OUTAGES, |count| count.times_away),
                    (&LIMITER_COUNTED_HERE, |count| count.counted_here),
                ],
            )?;
        }
        Ok(limits)
    }
}

fn quota(
    reader: &mut SettingsReader,
    setting: &Setting,
    limit: Option<u64>,
    window_seconds: Option<u64>,
) -> Option<Quota> {
    let limit = u32::try_from(limit?).ok()?;
    let window = u32::try_from(window_seconds?).ok()?;
    let too_fast = "must be at most 100000 requests for each second of the window";
    Quota::new(limit, window).or_else(|| reader.fault(setting, too_fast))
}

impl LimiterSettings {
    fn read(reader: &mut SettingsReader) -> Option<Self> {
        let store = reader.parsed(&RATE_LIMIT_STORE, "`memory` or `redis`", |word| {
            matches!(word, "memory" | "redis").then(|| word.to_owned())
        });
        // Kept for later while memory is used.
        let url = reader.secret(&REDIS_URL);
        match (store?.as_str(), url) {
            ("memory", _) => Some(Self::Memory),
            #[cfg(feature = "redis")]
            (_, Some(url)) => Some(Self::Redis(url)),
            #[cfg(feature = "redis")]
            (_, None) => reader.fault(&REDIS_URL, "is needed where `rate_limit.store` is `redis`"),
            #[cfg(not(feature = "redis"))]
            _ => reader.fault(
                &RATE_LIMIT_STORE,
                "must be `memory`: this build has no Redis",
            ),
        }
    }

    /// What counts for all instances together, where one is configured. Must run in a runtime.
    pub(crate) fn build(&self) -> Result<Option<Arc<dyn RequestLimiter>>, CommandError> {
        match self {
            Self::Memory => Ok(None),
            #[cfg(feature = "redis")]
            Self::Redis(url) => {
                let answer_time_max = limits_redis::ANSWER_TIME_MAX;
                let limiter = limits_redis::RedisLimiter::new(url.reveal(), answer_time_max);
                let limiter = limiter.map_err(|error| {
                    CommandError::Configuration(vec![format!("`rate_limit.redis_url` {error}.")])
                })?;
                Ok(Some(Arc::new(limiter)))
            }
        }
    }
}
