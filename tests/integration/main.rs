//! The tests that see the whole: one binary, a module per concern.

#[cfg(test)]
mod house;
mod tables;
