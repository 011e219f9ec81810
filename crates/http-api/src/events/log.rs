//! Writes the lines of events, and limits how many of them strangers can cause.
//!
//! An event that strangers can cause at will has at most ten lines a minute for each network. How
//! often it happened beyond that is told in one line after that minute, before the next event, or
//! when the service stops. Events that only holders of keys can cause always have a line.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use domain::PaId;
use ipnet::IpNet;

use super::{EVENTS_TARGET, SecurityEvent};

const WINDOW: Duration = Duration::from_secs(60);

/// Most lines for an event of one network in a window.
const TOLD_MAX: u64 = 10;

/// Most pairs of event and network that are counted apart; further networks share one count.
const COUNTS_MAX: usize = 4096;

/// The fields of one line.
pub(crate) struct EventLine<'a> {
    pub(super) event: SecurityEvent,
    pub(super) caller: &'static str,
    pub(super) pa_id: Option<PaId>,
    pub(super) client: IpAddr,
    /// None where the client went away first: then it may have happened or not.
    pub(super) status: Option<u16>,
    pub(super) request_id: &'a str,
}

pub(crate) struct EventLog {
    /// Whether lines show the client's address, not only its network.
    whole_addresses: bool,
    window: Mutex<Window>,
}

#[derive(Default)]
struct Window {
    began: Option<Instant>,
    /// Of an event and a network, none for the networks that found no place.
    counts: HashMap<(SecurityEvent, Option<IpNet>), u64>,
}

impl EventLog {
    pub(crate) fn new(whole_addresses: bool) -> Self {
        let window = Mutex::default();
        Self {
            whole_addresses,
            window,
        }
    }

    /// Writes the pending counts, before the service stops.
    pub(crate) fn tell_untold(&self) {
        let untold = {
            let mut window = self.window.lock().unwrap_or_else(PoisonError::into_inner);
            window.untold()
        };
        untold.iter().for_each(tell_untold);
    }

    pub(super) fn tell(&self, line: &EventLine<'_>, now: Instant) {
        let network = network(line.client);
        if line.event.is_refusal() {
            let (over, is_told) = {
                let mut window = self.window.lock().unwrap_or_else(PoisonError::into_inner);
                (window.over(now), window.count(line.event, network))
            };
            over.iter().for_each(tell_untold);
            if !is_told {
                return;
            }
        }
        let shown = if self.whole_addresses {
            line.client.to_string()
        } else {
            network.to_string()
        };
        tracing::info!(
            target: EVENTS_TARGET,
            event = line.event.name(),
            caller = line.caller,
            pa_id = line.pa_id.map(tracing::field::display),
            network = shown,
            status = line.status,
            request_id = line.request_id,
            "event"
        );
    }
}

/// How often an event of a network happened without a line of its own.
type Untold = (SecurityEvent, Option<IpNet>, u64);

fn tell_untold((event, network, count): &Untold) {
    tracing::info!(
        target: EVENTS_TARGET,
        event = event.name(),
        network = network.map(tracing::field::display),
        count,
        "events that were not told"
    );
}

impl Window {
    /// Begins a new window where this one is over. Answers the counts of events without lines in
    /// the old one.
    fn over(&mut self, now: Instant) -> Vec<Untold> {
        let is_running = |began: Instant| now.saturating_duration_since(began) < WINDOW;
        if self.began.is_some_and(is_running) {
            return Vec::new();
        }
        self.began = Some(now);
        self.untold()
    }

    /// Takes the counts of events without lines.
    fn untold(&mut self) -> Vec<Untold> {
        let counts = std::mem::take(&mut self.counts).into_iter();
        counts
            .filter(|(_, count)| *count > TOLD_MAX)
            .map(|((event, network), count)| (event, network, count - TOLD_MAX))
            .collect()
    }

    /// Counts an event. Answers whether it gets a line.
    fn count(&mut self, event: SecurityEvent, network: IpNet) -> bool {
        let own = (event, Some(network));
        let has_place = self.counts.len() < COUNTS_MAX || self.counts.contains_key(&own);
        let key = if has_place { own } else { (event, None) };
        let count = self.counts.entry(key).or_insert(0);
        *count += 1;
        *count <= TOLD_MAX
    }
}

/// The network of a client: /24 of IPv4, /48 of IPv6.
fn network(client: IpAddr) -> IpNet {
    let client = client.to_canonical();
    let length = if client.is_ipv4() { 24 } else { 48 };
    IpNet::new(client, length).map_or_else(|_| client.into(), |network| network.trunc())
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};
    use std::time::{Duration, Instant};

    use super::{COUNTS_MAX, SecurityEvent, TOLD_MAX, Window, network};

    #[test]
    fn network_is_the_24_of_ipv4_and_the_48_of_ipv6() {
        for (client, expected) in [
            ("192.0.2.77", "192.0.2.0/24"),
            ("::ffff:192.0.2.77", "192.0.2.0/24"),
            ("2001:db8:1:2:3:4:5:6", "2001:db8:1::/48"),
        ] {
            assert_eq!(network(client.parse().unwrap()).to_string(), expected);
        }
    }

    #[test]
    fn count_tells_a_few_of_each_network_and_over_how_many_were_not_told() {
        let mut window = Window::default();
        let (now, event) = (Instant::now(), SecurityEvent::KeyWrong);
        let (one, other) = (of(1), of(2));
        assert!(window.over(now).is_empty());
        let told = (0..1000).filter(|_| window.count(event, one)).count();
        assert_eq!(told as u64, TOLD_MAX);
        assert!(window.count(event, other), "another network");
        assert!(
            window.count(SecurityEvent::KeyMissing, one),
            "another event"
        );
        assert!(window.over(now + Duration::from_secs(59)).is_empty());
        let untold = window.over(now + Duration::from_secs(60));
        assert_eq!(untold, [(event, Some(one), 1000 - TOLD_MAX)]);
        assert!(window.count(event, one), "a new window");
    }

    #[test]
    fn count_keeps_a_bounded_number_of_networks_apart() {
        let mut window = Window::default();
        let event = SecurityEvent::KeyWrong;
        let told = (0..100_000).filter(|&number| window.count(event, of(number)));
        assert_eq!(told.count() as u64, COUNTS_MAX as u64 + TOLD_MAX);
        assert_eq!(window.counts.len(), COUNTS_MAX + 1);
    }

    fn of(number: u32) -> ipnet::IpNet {
        network(IpAddr::V4(Ipv4Addr::from_bits(number << 8)))
    }
}
