//! `rate_limit.*`: how many requests a client and an application may make, and the adapters that
//! count them.

use std::sync::Arc;

use cli::CommandError;
use domain::quota::Quota;
use ipnet::IpNet;
use limits_memory::MemoryLimiter;
use metrics_prometheus::MeasuredLimiter;
use ports::RequestLimiter;
use usecases::{LimitRules, RequestLimits};

use super::telemetry::Telemetry;
use crate::clock::SystemClock;
use crate::settings::network::networks;
#[cfg(feature = "redis")]
use crate::settings::secret::Secret;
use crate::settings::source::Source;
use crate::settings::table::{
    EXEMPT, PER_ADDRESS, PER_KEY, RATE_LIMIT_ENABLED, RATE_LIMIT_STORE, REDIS_URL, Setting,
    WINDOW_SECONDS,
};

/// A day.
const WINDOW_SECONDS_MAX: u64 = 24 * 3600;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RateLimitSettings {
    pub(crate) enabled: bool,
    pub(crate) per_address: Quota,
    pub(crate) per_key: Quota,
    /// Addresses that are not counted.
    pub(crate) exempt: Vec<IpNet>,
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
    pub(crate) fn read(source: &mut Source) -> Option<Self> {
        let enabled = source.switch(&RATE_LIMIT_ENABLED);
        let requests = 1..=u64::from(u32::MAX);
        let per_address = source.number(&PER_ADDRESS, "requests", requests.clone());
        let per_key = source.number(&PER_KEY, "requests", requests);
        let window = source.number(&WINDOW_SECONDS, "seconds", 1..=WINDOW_SECONDS_MAX);
        let per_address = quota(source, &PER_ADDRESS, per_address, window);
        let per_key = quota(source, &PER_KEY, per_key, window);
        let exempt = networks(source, &EXEMPT);
        let store = LimiterSettings::read(source);
        Some(Self {
            enabled: enabled?,
            per_address: per_address?,
            per_key: per_key?,
            exempt: exempt?,
            store: store?,
        })
    }

    /// The limits, counted in memory, and together with others where that is configured. Must run
    /// in a runtime.
    pub(super) fn build(&self, telemetry: &Telemetry) -> Result<Arc<RequestLimits>, CommandError> {
        let rules = LimitRules {
            enabled: self.enabled,
            per_address: self.per_address,
            per_key: self.per_key,
            exempt: self.exempt.clone(),
        };
        let measured = |limiter, name| MeasuredLimiter::new(limiter, name, telemetry.metrics());
        let local = Arc::new(measured(Arc::new(MemoryLimiter::default()), "local")?);
        let shared = match self.store.build()? {
            None => None,
            Some(shared) => Some(Arc::new(measured(shared, "shared")?) as Arc<dyn RequestLimiter>),
        };
        let is_shared = shared.is_some();
        let limits = Arc::new(RequestLimits::new(
            rules,
            local,
            shared,
            Arc::new(SystemClock),
        ));
        if is_shared {
            telemetry.shared_count(&limits)?;
        }
        Ok(limits)
    }
}

fn quota(
    source: &mut Source,
    setting: &Setting,
    limit: Option<u64>,
    window_seconds: Option<u64>,
) -> Option<Quota> {
    let limit = u32::try_from(limit?).ok()?;
    let window = u32::try_from(window_seconds?).ok()?;
    let too_fast = "must be at most 100000 requests for each second of the window";
    Quota::new(limit, window).or_else(|| source.fault(setting, too_fast))
}

impl LimiterSettings {
    fn read(source: &mut Source) -> Option<Self> {
        let store = source.parsed(&RATE_LIMIT_STORE, "`memory` or `redis`", |word| {
            matches!(word, "memory" | "redis").then(|| word.to_owned())
        });
        // Kept for later while memory is used.
        let url = source.text(&REDIS_URL);
        match (store?.as_str(), url) {
            ("memory", _) => Some(Self::Memory),
            #[cfg(feature = "redis")]
            (_, Some(url)) => Some(Self::Redis(Secret::new(url.trim()))),
            #[cfg(feature = "redis")]
            (_, None) => source.fault(&REDIS_URL, "is needed where `rate_limit.store` is `redis`"),
            #[cfg(not(feature = "redis"))]
            _ => source.fault(
                &RATE_LIMIT_STORE,
                "must be `memory`: this build has no Redis",
            ),
        }
    }

    /// What counts for all instances together, where one is configured. Must run in a runtime.
    pub(super) fn build(&self) -> Result<Option<Arc<dyn RequestLimiter>>, CommandError> {
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
