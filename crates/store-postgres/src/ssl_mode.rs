//! `sslmode`: how a connection is protected, as libpq's documentation has it.

/// What is asked of a server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SslMode {
    Disable,
    /// `allow` and `prefer`: TLS is taken if it is there, and nothing is asked of it.
    Opportunistic,
    Require,
    VerifyCa,
    VerifyFull,
}

impl SslMode {
    pub(crate) fn parse(word: &str) -> Option<Self> {
        Some(match word {
            "disable" => Self::Disable,
            "allow" | "prefer" => Self::Opportunistic,
            "require" => Self::Require,
            "verify-ca" => Self::VerifyCa,
            "verify-full" => Self::VerifyFull,
            _ => return None,
        })
    }

    /// What that means for whoever runs the service.
    pub fn meaning(self) -> &'static str {
        match self {
            Self::Disable => {
                "`sslmode=disable`, nothing is encrypted, so everybody on the way can read and \
                    change all of it"
            }
            Self::Opportunistic => {
                "`sslmode` lets the server do without TLS, so everybody on the way can read and \
                    change all of it"
            }
            Self::Require => {
                "`sslmode=require`, it is encrypted, but any server is believed; use `verify-full`"
            }
            Self::VerifyCa => {
                "`sslmode=verify-ca`, it is encrypted, but any server of a trusted authority is \
                    believed, whatever its name; use `verify-full`"
            }
            Self::VerifyFull => "encrypted, and only with a certificate for the server's name",
        }
    }
}
