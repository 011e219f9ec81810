//! Holds nothing but its benches: `just bench`. What they gave stands in docs/PERFORMANCE.md.

#![forbid(unsafe_code)]
