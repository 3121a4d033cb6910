//! What was found out once and is asked for by several phases, which may be read side by side.

use std::borrow::Borrow;
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, PoisonError};

/// Answers by their questions. Two that ask at once may both find out; they find the same.
#[derive(Debug)]
pub struct Memo<K, V>(Mutex<HashMap<K, V>>);

impl<K, V> Default for Memo<K, V> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<K: Eq + Hash, V: Clone> Memo<K, V> {
    /// The answer, if it is known.
    pub fn get<Q: Eq + Hash + ?Sized>(&self, question: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(question).cloned()
    }

    /// Keeps the answer.
    pub fn keep(&self, question: K, answer: V) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(question, answer);
    }
}
