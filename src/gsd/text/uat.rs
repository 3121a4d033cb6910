//! A UAT file: its tests with what became of them, and the gaps that it leaves to the next plans.

use serde::{Deserialize, Serialize};

use super::artifact::Artifact;
use super::verification::Gap;
use crate::engine::words::normalise;
use crate::read::markdown::{Line, heading};

/// What became of one test.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum TestResult {
    /// Passed.
    Passed,
    /// Passed once an issue was resolved, or resolved otherwise.
    Resolved,
    /// With an issue, or failed.
    Issue,
    /// Not run.
    Pending,
    /// Left out.
    Skipped,
    /// Waiting for something.
    Blocked,
    /// Without a result, or with another word.
    Unclear,
}

impl TestResult {
    fn of(result: &str) -> Self {
        let word = normalise(result.trim().trim_matches(['[', ']', '*']));
        match word.split('_').next().unwrap_or_default() {
            "pass" | "passed" => Self::Passed,
            "resolved" => Self::Resolved,
            "issue" | "issues" | "fail" | "failed" => Self::Issue,
            "pending" => Self::Pending,
            "skipped" | "skip" => Self::Skipped,
            "blocked" => Self::Blocked,
            _ => Self::Unclear,
        }
    }

    /// True where a person has still to look.
    pub fn is_open(self) -> bool {
        matches!(self, Self::Pending | Self::Blocked | Self::Unclear)
    }
}

/// One test.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct UatTest {
    /// Its name, with its number.
    pub name: String,
    /// What became of it.
    pub result: TestResult,
}

/// What a UAT file lists.
///
/// Source: GSD's UAT template and the predicate that reads it: a test is a heading `### N. name` with a `result:` line at the
/// start of a line below it; what `plan-phase --gaps` takes stands below `## Gaps`, an item of keys each.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct UatFacts {
    /// The tests, in order.
    pub tests: Vec<UatTest>,
    /// The gaps.
    pub gaps: Vec<Gap>,
}

/// Reads what a UAT file lists.
pub fn uat_facts(artifact: &Artifact<'_>) -> UatFacts {
    let gaps = artifact.markdown.section(|title| normalise(title) == "gaps");
    UatFacts { tests: tests(artifact), gaps: gaps.map(|(_, lines)| gaps_of(lines)).unwrap_or_default() }
}

fn tests(artifact: &Artifact<'_>) -> Vec<UatTest> {
    let mut tests: Vec<UatTest> = Vec::new();
    let mut open = false;
    for line in artifact.markdown.lines() {
        if let Some(head) = heading(*line) {
            open = head.level == 3 && head.title.starts_with(|c: char| c.is_ascii_digit());
            if open {
                tests.push(UatTest { name: head.title.to_owned(), result: TestResult::Unclear });
            }
        } else if open && let (Some(result), Some(test)) = (line.text.strip_prefix("result:"), tests.last_mut()) {
            test.result = TestResult::of(result);
            open = false;
        }
    }
    tests
}

/// The gaps of a section: list items of keys as the template has them, plain list items, and headings with keys below them.
/// They are read line by line, because what people and agents write below a heading is seldom YAML from end to end.
fn gaps_of(lines: &[Line<'_>]) -> Vec<Gap> {
    let mut gaps = Vec::new();
    let mut item: Option<Draft> = None;
    for line in lines {
        let text = line.text.trim();
        let indent = line.text.len() - line.text.trim_start().len();
        let head = heading(*line).map(|head| head.title);
        let bullet = text.strip_prefix(['-', '*']).and_then(|rest| rest.strip_prefix(' ')).filter(|_| indent < 2);
        if let Some(begins) = head.or(bullet) {
            gaps.extend(item.take().and_then(Draft::gap));
            // The keys of a list item stand below its first word, those of a heading at the start of a line.
            let keys_at = if head.is_some() { 0 } else { line.text.find(begins.trim()).unwrap_or_default() };
            let mut draft = Draft { keys_at, ..Draft::default() };
            draft.line(begins.trim(), keys_at, head.is_some());
            item = Some(draft);
        } else if let Some(draft) = &mut item {
            draft.line(text, indent, false);
        }
    }
    gaps.extend(item.and_then(Draft::gap));
    gaps
}

/// A gap while its lines are read.
#[derive(Default)]
struct Draft {
    gap: Gap,
    /// How far its keys are indented; what stands deeper belongs to one of them.
    keys_at: usize,
    /// The key whose list, or whose text over several lines, is open.
    key: String,
    /// What it begins with: its name where no key gives one.
    first: String,
}

impl Draft {
    fn line(&mut self, text: &str, indent: usize, is_title: bool) {
        if text.is_empty() {
            return;
        }
        if self.first.is_empty() {
            text.clone_into(&mut self.first);
        }
        let is_list = matches!(self.key.as_str(), "missing" | "artifacts");
        let listed = text.strip_prefix("- ").filter(|_| is_list);
        let pair = text.split_once(':').filter(|(key, _)| !is_title && indent <= self.keys_at && is_key(key));
        match (listed, pair) {
            (Some(item), _) if self.key == "missing" => self.gap.missing.push(unquoted(item)),
            (Some(item), _) => {
                self.gap.artifacts.push(unquoted(item.strip_prefix("path:").unwrap_or(item)));
            }
            (None, Some((key, value))) => {
                self.key = key.trim().to_lowercase();
                let value = unquoted(value);
                self.keep(if matches!(value.as_str(), ">" | "|" | ">-" | "|-" | "[]") { "" } else { &value });
            }
            // A text goes on below its key.
            (None, None) if !is_title && !self.key.is_empty() => self.keep(&unquoted(text)),
            (None, None) if self.gap.truth.is_empty() => self.gap.truth = unquoted(text),
            (None, None) => {}
        }
    }

    fn keep(&mut self, value: &str) {
        let gap = &mut self.gap;
        let slot = match self.key.as_str() {
            "truth" | "title" | "gap" | "description" | "issue" => &mut gap.truth,
            "status" => gap.status.get_or_insert_default(),
            "reason" => gap.reason.get_or_insert_default(),
            _ => return,
        };
        if !slot.is_empty() && !value.is_empty() {
            slot.push(' ');
        }
        slot.push_str(value);
    }

    /// The gap, unless the item says that there is none.
    fn gap(mut self) -> Option<Gap> {
        if self.gap.truth.is_empty() {
            self.gap.truth = self.first;
        }
        let is_none =
            ["", "none", "n/a", "no gaps"].contains(&self.gap.truth.trim_end_matches('.').to_lowercase().as_str());
        (!is_none).then_some(self.gap)
    }
}

/// True for a word of a key, not for prose that holds a colon.
fn is_key(text: &str) -> bool {
    let is_part = |c: char| c.is_ascii_lowercase() || matches!(c, '_' | '-');
    !text.is_empty() && text.chars().all(is_part)
}

fn unquoted(text: &str) -> String {
    let text = text.trim();
    let inner = |quote: char| text.strip_prefix(quote).and_then(|rest| rest.strip_suffix(quote));
    inner('"').or_else(|| inner('\'')).unwrap_or(text).to_owned()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::gsd::text::artifact::Source;

    fn facts(file: &str) -> UatFacts {
        uat_facts(&Source::of(file.as_bytes()).unwrap().artifact())
    }

    #[test]
    fn every_test_has_one_result() {
        use TestResult::{Blocked, Issue, Passed, Pending, Resolved, Skipped, Unclear};
        let results = [
            ("pass", Passed),
            ("[passed]", Passed),
            ("**PASSED** (live)", Passed),
            ("pass — browser", Passed),
            ("[pending]", Pending),
            ("pending - later", Pending),
            ("[pending — phase 9]", Pending),
            ("issue", Issue),
            ("fail", Issue),
            ("skipped", Skipped),
            ("BLOCKED (env)", Blocked),
            ("resolved-by-code", Resolved),
            ("partial", Unclear),
            ("", Unclear),
        ];
        let tests: Vec<String> = results
            .iter()
            .enumerate()
            .map(|(at, (result, _))| format!("### {}. T\nexpected: x\nresult: {result}\n", at + 1))
            .collect();
        let file = format!(
            "## Tests\n{}### 99. None\n  result: pass\n### Notes\nresult: pass\n## Gaps\nresult: issue\n",
            tests.concat()
        );
        let found = facts(&file).tests;
        let wanted: Vec<TestResult> = results.iter().map(|(_, result)| *result).chain([Unclear]).collect();
        assert_eq!(found.iter().map(|test| test.result).collect::<Vec<_>>(), wanted);
        assert_eq!((found[0].name.as_str(), found[14].name.as_str()), ("1. T", "99. None"));
        let open = |result: &TestResult| result.is_open();
        assert_eq!(wanted.iter().filter(|result| open(result)).count(), 7);
    }

    #[test]
    fn gaps_are_read_as_the_template_has_them() {
        let found = facts(
            "## Gaps\n\n<!-- for plan-phase -->\n- truth: \"A photo is kept: always\"\n  status: failed\n  reason: \"User reported: \
             gone\"\n  severity: major\n  test: 2\n  artifacts:\n    - path: \"src/a.rs\"\n      issue: \"stub\"\n      status: open\n  missing:\n    - \"a call\"\n    \
             - b\n\n- truth: An album opens\n  status: resolved\n  missing: []\n## After\n- truth: none of them\n",
        );
        let [kept, opens] = found.gaps.as_slice() else { panic!("{found:?}") };
        assert_eq!(
            (kept.truth.as_str(), kept.reason.as_deref()),
            ("A photo is kept: always", Some("User reported: gone"))
        );
        assert_eq!(
            (kept.artifacts.as_slice(), kept.missing.as_slice()),
            (["src/a.rs".to_owned()].as_slice(), ["a call".to_owned(), "b".to_owned()].as_slice())
        );
        assert!(kept.is_open());
        assert_eq!((opens.truth.as_str(), opens.is_open()), ("An album opens", false));
    }

    #[test]
    fn gaps_are_read_in_other_dress_too() {
        for (section, wanted) in [
            ("[none yet]\n", vec![]),
            ("None.\n", vec![]),
            ("- None.\n", vec![]),
            ("(none — all verified)\n", vec![]),
            ("- The thumbnail: still too small\n", vec![("The thumbnail: still too small", true)]),
            ("* a\n* b\n", vec![("a", true), ("b", true)]),
            ("- truth: >\n    A photo\n    is kept\n  status: open\n", vec![("A photo is kept", true)]),
            (
                "### GAP-01 — wrong page: first\nstatus: resolved\ndetail: x\n### GAP-02 — other\nstatus: open\n",
                vec![("GAP-01 — wrong page: first", false), ("GAP-02 — other", true)],
            ),
            ("- test: 2\n  truth: after its number\n", vec![("after its number", true)]),
            ("-   truth: deep\n    status: fixed\n", vec![("deep", false)]),
            ("- note: no key gives its name\n  status: open\n", vec![("note: no key gives its name", true)]),
            ("- truth: a: b: c\n  status: fixed (plan 09)\n", vec![("a: b: c", false)]),
        ] {
            let found = facts(&format!("## Gaps\n\n{section}")).gaps;
            let found: Vec<(&str, bool)> = found.iter().map(|gap| (gap.truth.as_str(), gap.is_open())).collect();
            assert_eq!(found, wanted, "{section}");
        }
    }

    proptest! {
        #[test]
        fn any_mix_of_its_pieces_is_read_without_a_panic(
            pieces in proptest::collection::vec(prop::sample::select(vec![
                "## Gaps\n", "### ", "- ", "* ", "  ", "truth: ", "status: ", "missing:\n", "artifacts:\n", "path: ", "result: ", "[]", ">",
                "\"", "'", ":", "\n", "é", "none", "1. ", "- truth: x\n",
            ]), 0..60)
        ) {
            let found = facts(&pieces.concat());
            prop_assert!(found.gaps.iter().all(|gap| !gap.truth.is_empty()));
        }
    }

    #[test]
    fn a_key_is_lower_case_letters() {
        for (text, expected) in [
            ("result", true),
            ("root_cause", true),
            ("debug-session", true),
            ("", false),
            ("Root", false),
            ("a b", false),
            ("a1", false),
        ] {
            assert_eq!(is_key(text), expected, "{text}");
        }
    }

    #[test]
    fn what_lies_deeper_than_an_item_belongs_to_it() {
        let gaps = |lines: &str| facts(&format!("# U\n## Gaps\n{lines}")).gaps;
        for (lines, truth) in [
            ("- \"a gap\"\n", "a gap"),
            ("### \"a gap\"\nwords\n", "a gap"),
            ("- a gap\n  more words\n", "a gap"),
            ("- truth: a\n  gap\n", "a gap"),
        ] {
            assert_eq!(gaps(lines).iter().map(|gap| gap.truth.as_str()).collect::<Vec<_>>(), [truth], "{lines}");
        }
        let [gap] = &*gaps("- truth: a\n  missing:\n  - b\n    why: c\n  - d\n  artifacts:\n  - path: e\n    words\n")
        else {
            panic!("one gap")
        };
        assert_eq!(
            (&*gap.truth, &*gap.missing, &*gap.artifacts),
            ("a", &["b".to_owned(), "d".to_owned()][..], &["e".to_owned()][..])
        );
    }
}
