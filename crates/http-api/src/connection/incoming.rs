//! How much of what a client sends the HTTP library is given when: no more than the request under
//! way still wants, and of what follows it one head.
//!
//! The library by itself reads 128 KB and makes requests of all of it before it answers the first
//! one. A request can have 25 bytes and takes 6 KB, so a connection that sends requests ahead would
//! take 30 MB. What is not read waits in the system's buffer, which TCP bounds.
//!
//! This is no second parser that could disagree with the library about what a request is: it only
//! decides when bytes are handed on, never which.

/// Most bytes that are read at a time where their kind is not known before.
pub(super) const PIECE_BYTES_MAX: usize = 1024;

/// Longest head of a request. The library takes so many bytes of memory for each connection in any
/// case.
const HEAD_BYTES_MAX: usize = 16 * 1024;

/// What is expected of the client.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Incoming {
    /// The head of a request; none is under way.
    Head {
        /// Whether its first line has; empty lines may come before it (RFC 9112, 2.2).
        has_begun: bool,
        /// Of the line that comes, there is nothing yet.
        at_line_start: bool,
        /// What has come of it.
        bytes: usize,
    },
    /// So many bytes of the body of the request under way.
    Body { bytes_left: u64 },
    /// A body that says itself where it ends, if there is one at all (RFC 9112, 7.1).
    OpenBody { is_waited_for: bool },
}

impl Incoming {
    pub(super) const NOTHING_UNDER_WAY: Self = Self::Head {
        has_begun: false,
        at_line_start: false,
        bytes: 0,
    };

    /// What the request expects whose head has come. `body_bytes`: of its body, if it says so.
    pub(super) fn of_request(body_bytes: Option<u64>) -> Self {
        match body_bytes {
            Some(bytes_left) => Self::Body { bytes_left },
            None => Self::OpenBody {
                is_waited_for: false,
            },
        }
    }

    /// Notes whether somebody waits for more of the body.
    pub(super) fn body_is_waited_for(&mut self, waited_for: bool) {
        if let Self::OpenBody { is_waited_for } = self {
            *is_waited_for = waited_for;
        }
    }

    /// Whether it is a head that is too long and not at its end.
    pub(super) fn is_too_long(self) -> bool {
        matches!(self, Self::Head { bytes, .. } if bytes >= HEAD_BYTES_MAX)
    }

    /// Most bytes that may be handed on now.
    pub(super) fn bytes_max(self) -> usize {
        match self {
            Self::Body { bytes_left } => usize::try_from(bytes_left).unwrap_or(usize::MAX),
            Self::OpenBody {
                is_waited_for: false,
            } => 0,
            Self::Head { bytes, .. } => PIECE_BYTES_MAX.min(HEAD_BYTES_MAX - bytes),
            Self::OpenBody { .. } => PIECE_BYTES_MAX,
        }
    }

    /// Whether the library must look at what it got before it gets more.
    pub(super) fn is_given_in_pieces(self) -> bool {
        !matches!(self, Self::Body { .. })
    }

    /// Takes note of what is handed on, of these bytes at most; answers how many that are.
    pub(super) fn give(&mut self, bytes: &[u8]) -> usize {
        let bytes = &bytes[..bytes.len().min(self.bytes_max())];
        match self {
            Self::Head {
                has_begun,
                at_line_start,
                bytes: of_head,
            } => {
                let mut all = bytes.iter();
                let end = all.position(|byte| ends_head(*byte, has_begun, at_line_start));
                let given = end.map_or(bytes.len(), |end| end + 1);
                *of_head += given;
                if end.is_some() {
                    *self = Self::NOTHING_UNDER_WAY;
                }
                given
            }
            Self::Body { bytes_left } => {
                *bytes_left = bytes_left.saturating_sub(bytes.len() as u64);
                bytes.len()
            }
            Self::OpenBody { .. } => bytes.len(),
        }
    }
}

/// Whether the empty line behind a head ends with this byte (RFC 9112, 2.1).
fn ends_head(byte: u8, has_begun: &mut bool, at_line_start: &mut bool) -> bool {
    *has_begun |= !matches!(byte, b'\r' | b'\n');
    match byte {
        _ if !*has_begun => false,
        b'\n' => std::mem::replace(at_line_start, true),
        b'\r' => false,
        _ => {
            *at_line_start = false;
            false
        }
    }
}
