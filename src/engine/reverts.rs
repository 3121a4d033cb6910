//! Which commits of a life another one took back.
//!
//! Source: <https://git-scm.com/docs/git-revert>: it writes `This reverts commit <id>.` into the message, with `, reversing
//! changes made to <id>` behind it for a merge, and an abbreviated id under `revert.reference`.

use super::life::Life;
use super::object::{Oid, OidMap};

/// What a message says that its commit takes back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Revert {
    /// The commit, as many digits of its id as are written.
    pub commit: String,
    /// For a merge, the parent to whose state it goes back.
    pub back_to: Option<String>,
}

/// The fewest digits that are taken for an id; git itself writes no fewer.
const FEWEST: usize = 7;

const SAYS: &[u8] = b"This reverts commit ";

/// What a message takes back: every line that begins as git begins it.
pub fn reverts_in(message: &[u8]) -> Vec<Revert> {
    let starts = memchr::memmem::find_iter(message, SAYS);
    let own_line = starts.filter(|at| *at == 0 || message.get(at - 1) == Some(&b'\n'));
    own_line.filter_map(|at| revert(message.get(at + SAYS.len()..)?)).collect()
}

fn revert(text: &[u8]) -> Option<Revert> {
    let (commit, rest) = digits(text)?;
    let mut words = rest.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    let goes_on = [b",".as_slice(), b"reversing", b"changes", b"made", b"to"];
    let is_merge = goes_on.iter().all(|word| words.next() == Some(word));
    let back_to = words.next().filter(|_| is_merge).and_then(digits).map(|(id, _)| id);
    Some(Revert { commit, back_to })
}

/// The id at the beginning, and what follows it.
fn digits(text: &[u8]) -> Option<(String, &[u8])> {
    let len = text.iter().take_while(|byte| byte.is_ascii_hexdigit()).count();
    let (id, rest) = text.split_at_checked(len)?;
    let is_id = len >= FEWEST && !rest.first().is_some_and(u8::is_ascii_alphanumeric);
    is_id.then(|| (String::from_utf8_lossy(id).to_ascii_lowercase(), rest))
}

/// The commits of a life that were taken back, each with the one that did; what a later commit took back takes nothing back.
#[derive(Debug, Default)]
pub struct Undone(OidMap<Oid>);

impl Undone {
    /// Reads what the commits at `places` (those whose message takes something back) come to.
    pub fn of(life: &Life, places: &[usize]) -> Self {
        let mut ranked: Vec<(usize, usize)> =
            places.iter().filter_map(|place| Some((life.rank(*place)?, *place))).collect();
        ranked.sort_unstable();
        let mut undone = Self::default();
        // Newest first, so that whether a commit still counts is known before it is asked what it takes back.
        for commit in ranked.into_iter().filter_map(|(_, place)| life.commit(place)) {
            if undone.by(commit.id).is_some() {
                continue;
            }
            for revert in &commit.reverts {
                let Some(taken) = find(life, &revert.commit) else { continue };
                let brought = match &revert.back_to {
                    Some(parent) => life.brought_by(taken, find(life, parent)),
                    None => Vec::new(),
                };
                for id in std::iter::once(taken).chain(brought) {
                    undone.0.entry(id).or_insert(commit.id);
                }
            }
        }
        undone
    }

    /// The commit that took this one back.
    pub fn by(&self, id: Oid) -> Option<Oid> {
        self.0.get(&id).copied()
    }
}

/// The commit of the life that an id means, where it means one alone.
fn find(life: &Life, digits: &str) -> Option<Oid> {
    if let Some(id) = Oid::from_hex(digits.as_bytes()) {
        return life.rank_of(id).map(|_| id);
    }
    let mut found = life.commits().map(|(_, commit)| commit.id).filter(|id| id.to_string().starts_with(digits));
    found.next().filter(|_| found.next().is_none())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_takes_back_what_its_own_lines_say() {
        let id = "0123456789abcdef0123456789abcdef01234567";
        let other = "f".repeat(40);
        for (message, expected) in [
            (format!("Revert \"a\"\n\nThis reverts commit {id}.\n"), vec![(id, None)]),
            (format!("a\n\nThis reverts commit {id}, reversing\nchanges made to {other}.\n"), vec![(id, Some(&other))]),
            (
                "a\n\nThis reverts commit 0123456 (docs(07): ship phase 7, 2026-01-02).\n".to_owned(),
                vec![("0123456", None)],
            ),
            (
                format!("a\n\nThis reverts commit {id}.\n\nThis reverts commit {other}.\n"),
                vec![(id, None), (&other, None)],
            ),
            (format!("a\n\nThis reverts commit {id}, and more.\n"), vec![(id, None)]),
            (format!("a\n\nNot so: This reverts commit {id}.\n"), vec![]),
            ("a\n\nThis reverts commit 01234.\n".to_owned(), vec![]),
            ("a\n\nThis reverts commit 0123456z.\n".to_owned(), vec![]),
            ("a\n\nThis reverts commit \n".to_owned(), vec![]),
        ] {
            let found = reverts_in(message.as_bytes());
            let found: Vec<(&str, Option<&String>)> =
                found.iter().map(|revert| (revert.commit.as_str(), revert.back_to.as_ref())).collect();
            assert_eq!(found, expected, "{message}");
        }
    }
}
