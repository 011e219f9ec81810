//! What can be wrong with the URL of a database.

/// Why a URL is no address. Says nothing of what the URL holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum AddressError {
    /// It begins otherwise.
    #[error("it must begin with `postgres://` or `postgresql://`")]
    Scheme,
    /// It has several `@`.
    #[error("it has more than one `@`: in a user name or a password write `@` as `%40`")]
    SeveralHosts,
    /// A `%` without two hexadecimal digits, or `%00`.
    #[error("it has a `%` that is not followed by two hexadecimal digits: write `%` as `%25`")]
    Percent,
    /// A character that cannot stand in a URL.
    #[error(
        "it has a space, a control character or a letter that is not ASCII: write each byte as \
            `%` and two hexadecimal digits"
    )]
    Character,
    /// User name and password are not `user:password`.
    #[error(
        "it has several `:`, a `/`, a `?`, a `#` or brackets in user name or password: write them \
            as `%3A`, `%2F`, `%3F`, `%23`, `%5B`, `%5D`"
    )]
    UserInformation,
    /// The host is not one.
    #[error(
        "its host is not one: letters, digits, `.`, `-`, `_`, commas, a port, an IPv6 address in \
            brackets, or a folder with each `/` as `%2F`"
    )]
    Host,
    /// A parameter is not `name=value`.
    #[error(
        "one of its parameters is not `name=value`: in a value write `&` as `%26` and `=` as `%3D`"
    )]
    Parameter,
    /// The parameter `sslmode` has none of its words.
    #[error(
        "its `sslmode` is none of `disable`, `allow`, `prefer`, `require`, `verify-ca` and \
            `verify-full`"
    )]
    SslMode,
    /// The parameter `prepared_statements` has none of its words.
    #[error("its `prepared_statements` is neither `true` nor `false`")]
    PreparedStatements,
    /// The parameter `ssl`, which libpq reads as less than it says.
    #[error("it has `ssl`: write `sslmode=verify-full`, or the mode that is meant")]
    Ssl,
}
