//! The sides of a text in which a merge left its marks: what it said before the merge on either branch.

use super::lines::visible_lines;

/// A text that was committed with the marks of a conflict.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sides {
    /// The line of the first mark, from 1.
    pub line: usize,
    /// What either branch said, every line where it stands; none where marks are missing, so that nobody can tell the sides apart.
    pub texts: Option<[String; 2]>,
}

/// Where a line of the text belongs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Both,
    Ours,
    Base,
    Theirs,
}

impl Sides {
    /// The sides of `text`, its lines ended by `\n`; none where no mark stands outside of fenced code and comments.
    ///
    /// Source: git's `merge.conflictStyle`: `<<<<<<<`, with diff3 `|||||||`, `=======`, `>>>>>>>`.
    pub fn of(text: &str) -> Option<Self> {
        let is_mark = |text: &str| begins(text) || ends(text);
        // A mark is rare, and looking for what stands outside of code costs a pass over every line.
        if !text.lines().any(is_mark) {
            return None;
        }
        let line = visible_lines(text, 1).into_iter().find(|line| is_mark(line.text))?.number;
        Some(Self { line, texts: parted(text) })
    }
}

fn begins(line: &str) -> bool {
    line.starts_with("<<<<<<< ")
}

fn ends(line: &str) -> bool {
    line.starts_with(">>>>>>> ")
}

/// Both sides; what does not belong to one is blank in it.
fn parted(text: &str) -> Option<[String; 2]> {
    let mut sides = [String::new(), String::new()];
    let mut part = Part::Both;
    for line in text.lines() {
        let is_middle = line == "=======";
        let is_base = line.starts_with("|||||||");
        let next = match part {
            Part::Both if begins(line) => Some(Part::Ours),
            Part::Ours if is_base => Some(Part::Base),
            Part::Ours | Part::Base if is_middle => Some(Part::Theirs),
            Part::Theirs if ends(line) => Some(Part::Both),
            _ if begins(line) || ends(line) => return None,
            _ => None,
        };
        let holds = |side: Part| next.is_none() && (part == Part::Both || part == side);
        for (text, side) in sides.iter_mut().zip([Part::Ours, Part::Theirs]) {
            text.push_str(if holds(side) { line } else { "" });
            text.push('\n');
        }
        part = next.unwrap_or(part);
    }
    (part == Part::Both).then_some(sides)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn either_side_keeps_its_lines_where_they_stand() {
        for base in ["", "||||||| 1234567\nold\n"] {
            let text = format!("a\n<<<<<<< HEAD\nb\n{base}=======\nc\n>>>>>>> side\nd\n");
            let sides = Sides::of(&text).unwrap();
            assert_eq!(sides.line, 2);
            let [ours, theirs] = sides.texts.unwrap();
            let is_at = |side: &str, line: &str| side.lines().position(|one| one == line);
            let at = |line: &str| is_at(&text, line);
            for (side, own, other) in [(&ours, "b", "c"), (&theirs, "c", "b")] {
                assert_eq!((is_at(side, "a"), is_at(side, own), is_at(side, "d")), (at("a"), at(own), at("d")));
                assert!(is_at(side, other).is_none() && is_at(side, "old").is_none(), "{side}");
                assert!(!side.contains("====") && !side.contains("<<<<") && !side.contains("||||"), "{side}");
            }
        }
    }

    #[test]
    fn a_conflict_that_was_resolved_by_half_has_no_sides_and_a_sample_is_none() {
        for text in [
            "a\n<<<<<<< HEAD\nb\n",
            "a\nb\n>>>>>>> side\n",
            "a\n<<<<<<< HEAD\nb\n>>>>>>> side\n",
            "<<<<<<< HEAD\n<<<<<<< HEAD\n=======\n>>>>>>> side\n",
        ] {
            assert_eq!(Sides::of(text).map(|sides| sides.texts), Some(None), "{text}");
        }
        for text in
            ["", "a\n=======\nb\n", "```\n<<<<<<< HEAD\n=======\n>>>>>>> side\n```\n", "<<<<<<<\n", "a <<<<<<< b\n"]
        {
            assert_eq!(Sides::of(text), None, "{text}");
        }
    }
}
