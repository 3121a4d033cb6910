//! The tests that see the whole: one binary, a module per concern.

mod tables;
