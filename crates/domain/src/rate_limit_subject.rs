//! Whose requests are counted together.

use std::fmt;

use crate::PaId;
use crate::client_network::{ClientNetwork, ClientSite};

/// What a limit on requests counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RateLimitSubject {
    /// A client, by where it calls from.
    Client(ClientNetwork),
    /// An application, whichever key it has at the time.
    Application(PaId),
    /// Whoever uses a master key from there.
    Master(ClientNetwork),
    /// The uploads of a client, which are counted by the day.
    Uploads(ClientNetwork),
    /// The uploads of all clients of a site.
    UploadsOfSite(ClientSite),
}

/// A name that no other subject has.
impl fmt::Display for RateLimitSubject {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Client(network) => write!(formatter, "client:{network}"),
            Self::Application(pa_id) => write!(formatter, "application:{pa_id}"),
            Self::Master(network) => write!(formatter, "master:{network}"),
            Self::Uploads(network) => write!(formatter, "uploads:{network}"),
            Self::UploadsOfSite(site) => write!(formatter, "uploads-of-site:{site}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::RateLimitSubject as Subject;
    use crate::client_network::ClientNetwork;

    #[test]
    fn what_one_network_does_is_counted_under_different_names() {
        let network = ClientNetwork::of("2001:db8:1::".parse().unwrap());
        let names = [
            Subject::Client(network),
            Subject::Master(network),
            Subject::Uploads(network),
            Subject::UploadsOfSite(network.site()),
        ]
        .map(|subject| subject.to_string());
        assert_eq!(names[0], "client:2001:db8:1::");
        assert_eq!(names[3], "uploads-of-site:2001:db8:1::");
        assert_eq!(HashSet::from(names).len(), 4);
    }
}
