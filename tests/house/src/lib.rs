//! Holds nothing but its tests.
