//! `server.trusted_proxies`, `server.cors_origins`: whom the service believes and which pages may
//! call it.

use ipnet::IpNet;
use settings_toml::DefaultValue::Unset;
use settings_toml::{Setting, SettingsReader};

const TRUSTED_PROXIES: Setting = Setting::new(
    "server.trusted_proxies",
    Unset("none"),
    "networks whose word on the client's address is taken",
);
const CORS_ORIGINS: Setting = Setting::new(
    "server.cors_origins",
    Unset("none"),
    "origins whose pages may call the service",
);

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct NetworkSettings {
    pub(crate) trusted_proxies: Vec<IpNet>,
    pub(crate) cors_origins: Vec<String>,
}

impl NetworkSettings {
    pub(super) fn read(reader: &mut SettingsReader) -> Self {
        let what = "origins, such as `https://forms.example.org`, without a path";
        let trusted_proxies = reader.networks(&TRUSTED_PROXIES);
        let cors_origins = reader.parsed_list(&CORS_ORIGINS, what, origin);
        Self {
            trusted_proxies: trusted_proxies.unwrap_or_default(),
            cors_origins: cors_origins.unwrap_or_default(),
        }
    }
}

/// An origin as browsers write it: scheme, host and perhaps a port, in small letters.
fn origin(text: &str) -> Option<String> {
    let host = text
        .strip_prefix("https://")
        .or_else(|| text.strip_prefix("http://"))?;
    let fits =
        |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b".-:[]".contains(&byte);
    (!host.is_empty() && host.bytes().all(fits)).then(|| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::origin;

    #[test]
    fn origins_are_exact() {
        for text in [
            "https://a.example.org",
            "http://localhost:3000",
            "http://[::1]:80",
        ] {
            assert_eq!(origin(text).as_deref(), Some(text));
        }
        for text in [
            "*",
            "null",
            "https://",
            "https://a/",
            "a.example.org",
            "https://A",
            "ftp://a",
        ] {
            assert_eq!(origin(text), None, "{text}");
        }
    }
}
