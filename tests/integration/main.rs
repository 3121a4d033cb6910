//! The one integration binary: what can only be seen from outside the library.

#[cfg(test)]
mod house;
