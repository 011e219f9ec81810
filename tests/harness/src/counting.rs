//! Where a test service counts requests: in its memory, or in a Redis of its own where
//! `FORMSERVICE_TEST_STORAGE` names `redis`.

use test_servers::redis::RedisServer;

use crate::is_wanted;

/// The Redis of one service, where it has one.
#[derive(Default)]
pub struct Counting(Option<RedisServer>);

impl Counting {
    /// An empty one.
    pub fn fresh() -> Self {
        if is_wanted("redis") {
            Self(Some(RedisServer::start().expect("a Redis")))
        } else {
            Self::default()
        }
    }

    /// What the service must be told of it.
    pub fn variables(&self) -> Vec<(String, String)> {
        self.0.as_ref().map_or_else(Vec::new, in_redis)
    }
}

/// What a service must be told to count every request there, those of this machine too, and to
/// refuse none.
pub fn in_redis(server: &RedisServer) -> Vec<(String, String)> {
    [
        ("STORE", "redis"),
        ("REDIS_URL", &server.url()),
        ("EXEMPT", "192.0.2.0/24"),
        ("PER_ADDRESS", "1000000"),
        ("PER_KEY", "1000000"),
        ("PER_MASTER_KEY", "1000000"),
        ("UPLOADS_PER_DAY", "1000000"),
        ("WINDOW_SECONDS", "86400"),
    ]
    .map(|(name, value)| (format!("FORMSERVICE__RATE_LIMIT__{name}"), value.to_owned()))
    .into()
}
