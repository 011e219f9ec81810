//! The clock of the machine.

use std::sync::Arc;

use ports::Clock;

use crate::CommandError;

/// What time it is.
pub trait MachineClock {
    fn clock() -> Arc<dyn Clock>;

    /// Whether the clock of the machine tells a time that can be written down; if not, why nothing
    /// can be served or begun.
    fn check_clock() -> Result<(), CommandError>;
}
