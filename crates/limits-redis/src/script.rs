//! The rule of `domain::quota` where the count is: the same two steps, as scripts that nothing can
//! come between.
//!
//! A key holds the moment in microseconds at which the cell is full, and expires then. Arguments:
//! share, span, and the time where it is not Redis' own. Answers: 1 or 0 for allowed or not, and
//! microseconds until the cell is full. All numbers fit into the 53 bits that Lua computes with.

/// Counts a request, if it is allowed.
pub(crate) const TAKE: &str = r#"
local share, span = tonumber(ARGV[1]), tonumber(ARGV[2])
local now = tonumber(ARGV[3])
if not now then
  local time = redis.call('TIME')
  now = time[1] * 1000000 + time[2]
end
local stored = tonumber(redis.call('GET', KEYS[1])) or 0
local full_at = math.min(math.max(stored, now), now + span)
local allowed = full_at + share <= now + span
if allowed then
  full_at = full_at + share
end
-- Of a refused request only where the moment has come nearer, as under a shorter window.
if full_at ~= stored then
  local milliseconds = math.ceil((full_at - now) / 1000)
  redis.call('SET', KEYS[1], string.format('%.0f', full_at), 'PX', milliseconds)
end
return {allowed and 1 or 0, full_at - now}
"#;

/// Takes back the count of a request.
pub(crate) const GIVE_BACK: &str = r#"
local share = tonumber(ARGV[1])
local now = tonumber(ARGV[3])
if not now then
  local time = redis.call('TIME')
  now = time[1] * 1000000 + time[2]
end
local full_at = tonumber(redis.call('GET', KEYS[1])) or 0
local before = full_at - share
if before <= now then
  redis.call('DEL', KEYS[1])
  return {1, 0}
end
redis.call('SET', KEYS[1], string.format('%.0f', before), 'PX', math.ceil((before - now) / 1000))
return {1, before - now}
"#;
