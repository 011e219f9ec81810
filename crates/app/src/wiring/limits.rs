//! Where requests are counted.

use std::sync::Arc;

use limits_memory::MemoryLimiter;
use metrics_prometheus::MeasuredLimiter;
use ports::RequestLimiter;
use usecases::{LimitRules, RequestLimits};

use super::Watch;
use crate::clock::SystemClock;
use crate::settings::RateLimitSettings;
use cli::CommandError;

/// The limits of the settings, counted in memory, or in Redis where that is configured. Must run in
/// a runtime.
pub(super) fn request_limits(
    settings: &RateLimitSettings,
    watch: &Watch,
) -> Result<Arc<RequestLimits>, CommandError> {
    let rules = LimitRules {
        enabled: settings.enabled,
        per_address: settings.per_address,
        per_key: settings.per_key,
        exempt: settings.exempt.clone(),
    };
    let measured = |limiter, name| MeasuredLimiter::new(limiter, name, watch.metrics());
    let local = Arc::new(measured(Arc::new(MemoryLimiter::default()), "local")?);
    let shared = match shared_limiter(settings)? {
        None => None,
        Some(shared) => Some(Arc::new(measured(shared, "shared")?) as Arc<dyn RequestLimiter>),
    };
    let is_shared = shared.is_some();
    let limits = RequestLimits::new(rules, local, shared, Arc::new(SystemClock));
    let limits = Arc::new(limits);
    if is_shared {
        watch.shared_count(&limits)?;
    }
    Ok(limits)
}

/// What counts for all instances together, where one is configured. Must run in a runtime.
#[cfg(feature = "redis")]
pub(super) fn shared_limiter(
    settings: &RateLimitSettings,
) -> Result<Option<Arc<dyn RequestLimiter>>, CommandError> {
    let Some(url) = &settings.redis_url else {
        return Ok(None);
    };
    let limiter = limits_redis::RedisLimiter::new(url.reveal(), limits_redis::ANSWER_TIME_MAX);
    let limiter = limiter.map_err(|error| {
        CommandError::Configuration(vec![format!("`rate_limit.redis_url` {error}.")])
    })?;
    Ok(Some(Arc::new(limiter)))
}

/// Settings that ask for Redis are refused in this build.
#[cfg(not(feature = "redis"))]
pub(super) fn shared_limiter(
    _: &RateLimitSettings,
) -> Result<Option<Arc<dyn RequestLimiter>>, CommandError> {
    Ok(None)
}
