//! How far the kernel goes along with confining a worker, and how a worker tells it: two bytes, the
//! first that come over its line.

use std::fmt;

/// What a worker is confined by, beyond limits that every kernel knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Confinement {
    /// Version of Landlock's interface; 0 where there is none.
    pub landlock_abi: u8,
    /// Whether seccomp ends a worker at a system call that reading does not need.
    pub has_system_call_filter: bool,
}

/// The first version of Landlock that keeps a worker from TCP.
const ABI_OF_NETWORK: u8 = 4;

/// The first that keeps it from signals and abstract sockets.
const ABI_OF_SIGNALS: u8 = 6;

impl fmt::Display for Confinement {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let abi = self.landlock_abi;
        match (abi, self.has_system_call_filter) {
            (0, false) => formatter.write_str("not confined by the kernel, but for limits"),
            (0, true) => formatter.write_str("confined by a filter of system calls"),
            (_, false) => write!(formatter, "confined by Landlock (ABI {abi})"),
            (_, true) => write!(
                formatter,
                "confined by Landlock (ABI {abi}) and a filter of system calls"
            ),
        }
    }
}

impl Confinement {
    pub(crate) const BYTES: usize = 2;

    pub(crate) fn to_bytes(self) -> [u8; Self::BYTES] {
        [self.landlock_abi, self.has_system_call_filter.into()]
    }

    pub(crate) fn from_bytes([landlock_abi, filter]: [u8; Self::BYTES]) -> Self {
        Self {
            landlock_abi,
            has_system_call_filter: filter == 1,
        }
    }

    /// Whether code that runs in a worker is kept from files and other processes, by one way at
    /// least.
    pub fn holds(self) -> bool {
        self.landlock_abi > 0 || self.has_system_call_filter
    }

    /// What the kernel does not go along with, a sentence each.
    pub fn gaps(self) -> Vec<String> {
        let mut gaps = Vec::new();
        if let Some(gap) = self.landlock_gap() {
            gaps.push(gap);
        }
        if !self.has_system_call_filter {
            gaps.push(
                "The kernel gives the workers no filter of system calls: it needs \
                 CONFIG_SECCOMP_FILTER, an x86-64 or ARM64 processor, and a container that lets \
                 `seccomp` through."
                    .to_owned(),
            );
        }
        gaps
    }

    fn landlock_gap(self) -> Option<String> {
        let (out_of_reach, since) = match self.landlock_abi {
            0 => {
                return Some(
                    "The kernel gives the workers no Landlock: it needs Linux 5.13, `landlock` in \
                     the kernel's parameter `lsm`, and a container that lets its system calls \
                     through."
                        .to_owned(),
                );
            }
            1..ABI_OF_NETWORK => ("TCP, signals", "6.7 and 6.12"),
            ABI_OF_NETWORK..ABI_OF_SIGNALS => ("signals", "6.12"),
            _ => return None,
        };
        let keeper = if self.has_system_call_filter {
            "the filter of system calls alone"
        } else {
            "nothing"
        };
        Some(format!(
            "The kernel's Landlock keeps the workers from files, but not from {out_of_reach} and \
             abstract sockets, which need Linux {since}: these are kept away by {keeper}."
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::Confinement;

    fn confinement(landlock_abi: u8, has_system_call_filter: bool) -> Confinement {
        Confinement {
            landlock_abi,
            has_system_call_filter,
        }
    }

    #[test]
    fn holds_with_landlock_or_with_a_filter() {
        assert!(!confinement(0, false).holds());
        assert!(confinement(1, false).holds());
        assert!(confinement(0, true).holds());
    }

    #[test]
    fn gaps_name_all_that_is_missing_and_nothing_else() {
        assert_eq!(confinement(6, true).gaps().len(), 0);
        let cases = [
            (0, true, "no Landlock"),
            (3, true, "TCP, signals and abstract sockets"),
            (5, true, "from signals and abstract sockets"),
            (5, true, "kept away by the filter"),
            (6, false, "no filter of system calls"),
        ];
        for (abi, has_filter, words) in cases {
            let gaps = confinement(abi, has_filter).gaps();
            assert!(gaps.len() == 1 && gaps[0].contains(words), "{gaps:?}");
            assert!(!gaps[0].contains(['\\', '\n']), "{gaps:?}");
        }
        let gaps = confinement(5, false).gaps();
        assert!(
            gaps.len() == 2 && gaps[0].contains("by nothing"),
            "{gaps:?}"
        );
    }

    #[test]
    fn from_bytes_is_what_to_bytes_told() {
        for told in [confinement(0, true), confinement(7, false)] {
            assert_eq!(Confinement::from_bytes(told.to_bytes()), told);
        }
    }
}
