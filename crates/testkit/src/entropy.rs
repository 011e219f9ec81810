//! Entropy for tests, the same in every run.

use std::sync::atomic::{AtomicU64, Ordering};

use ports::Entropy;

/// Fills each buffer with the number of the call, repeated: never twice the same, and always the
/// same from run to run.
#[derive(Debug, Default)]
pub struct CountingEntropy(AtomicU64);

impl Entropy for CountingEntropy {
    fn fill(&self, buffer: &mut [u8]) {
        let call = self.0.fetch_add(1, Ordering::SeqCst) + 1;
        let bytes = call.to_be_bytes();
        // The lowest byte first, so that short buffers differ too.
        for (target, source) in buffer.iter_mut().zip(bytes.iter().rev().cycle()) {
            *target = *source;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::CountingEntropy;
    use ports::Entropy as _;

    #[test]
    fn no_two_fills_are_the_same() {
        let entropy = CountingEntropy::default();
        let (mut first, mut second) = ([0; 41], [0; 41]);
        entropy.fill(&mut first);
        entropy.fill(&mut second);
        assert_ne!(first, second);
        assert_eq!(&first[..9], &[1, 0, 0, 0, 0, 0, 0, 0, 1]);
    }
}
