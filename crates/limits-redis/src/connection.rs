//! The connection to Redis, which is made anew whenever it is of no use.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use redis::aio::{ConnectionManager, ConnectionManagerConfig};
use redis::io::tcp::TcpSettings;
use redis::{Client, IntoConnectionInfo as _, RedisError, RedisResult};

/// How long connecting may take, which goes on while callers have given up waiting for it.
const CONNECT_TIME_MAX: Duration = Duration::from_secs(1);

/// A connection whose other end has not confirmed anything for so long is made anew.
const SILENCE_MAX: Duration = Duration::from_secs(5);

pub(crate) struct Connection {
    client: Client,
    config: ConnectionManagerConfig,
    current: Mutex<ConnectionManager>,
}

impl Connection {
    /// Connects when it is first used. `None` where the URL names no Redis that this build can
    /// speak to.
    pub(crate) fn new(url: &str, answer_time_max: Duration) -> Option<Self> {
        // Of those that are built in, so that a further one cannot make the choice unclear.
        // Somebody may have chosen already.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let network = TcpSettings::default()
            .set_nodelay(true)
            .set_user_timeout(SILENCE_MAX);
        let address = url.into_connection_info().ok()?.set_tcp_settings(network);
        let config = ConnectionManagerConfig::new()
            .set_connection_timeout(Some(CONNECT_TIME_MAX))
            .set_response_timeout(Some(answer_time_max))
            // Whoever calls goes on without; the next call tries again.
            .set_number_of_retries(0);
        let client = Client::open(address).ok()?;
        let current = begun(&client, &config).ok()?;
        Some(Self {
            client,
            config,
            current: Mutex::new(current),
        })
    }

    pub(crate) fn current(&self) -> ConnectionManager {
        let current = self.current.lock();
        current.unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Begins anew after an error that the library keeps: it connects again by itself where a
    /// connection is lost, but where one was refused in words (a wrong password, too many
    /// clients) or with nonsense, each call gets that same refusal for ever.
    pub(crate) fn leave_refused(&self, error: &RedisError) {
        if !error.is_io_error()
            && let Ok(anew) = begun(&self.client, &self.config)
        {
            *self.current.lock().unwrap_or_else(PoisonError::into_inner) = anew;
        }
    }
}

fn begun(client: &Client, config: &ConnectionManagerConfig) -> RedisResult<ConnectionManager> {
    ConnectionManager::new_lazy_with_config(client.clone(), config.clone())
}
