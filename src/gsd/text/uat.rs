//! The tests of a UAT file and what became of them.

use super::artifact::Artifact;
use crate::engine::words::normalise;
use crate::read::markdown::heading;

/// How many tests stand at each result.
///
/// Source: GSD's UAT template and the predicate that reads it: a test is a heading `### N. name` with a `result:` line at the
/// start of a line below it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct UatFacts {
    /// Passed.
    pub passed: usize,
    /// Passed once an issue was resolved, or resolved otherwise.
    pub resolved: usize,
    /// With an issue, or failed.
    pub issues: usize,
    /// Not run.
    pub pending: usize,
    /// Left out.
    pub skipped: usize,
    /// Waiting for something.
    pub blocked: usize,
    /// A test without a result, or with another word.
    pub unclear: usize,
}

/// Counts the tests of a UAT file.
pub fn uat_facts(artifact: &Artifact<'_>) -> UatFacts {
    let mut facts = UatFacts::default();
    let mut open = false;
    for line in artifact.markdown.lines() {
        if let Some(head) = heading(*line) {
            facts.unclear += usize::from(open);
            open = head.level == 3 && head.title.starts_with(|c: char| c.is_ascii_digit());
        } else if open && let Some(result) = line.text.strip_prefix("result:") {
            *facts.slot(result) += 1;
            open = false;
        }
    }
    facts.unclear += usize::from(open);
    facts
}

impl UatFacts {
    fn slot(&mut self, result: &str) -> &mut usize {
        let word = normalise(result.trim().trim_matches(['[', ']', '*']));
        let first = word.split('_').next().unwrap_or_default();
        match first {
            "pass" | "passed" => &mut self.passed,
            "resolved" => &mut self.resolved,
            "issue" | "issues" | "fail" | "failed" => &mut self.issues,
            "pending" => &mut self.pending,
            "skipped" | "skip" => &mut self.skipped,
            "blocked" => &mut self.blocked,
            _ => &mut self.unclear,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gsd::text::artifact::Source;

    #[test]
    fn every_result_is_counted_once() {
        let results = [
            "pass",
            "[passed]",
            "**PASSED** (live)",
            "pass — browser",
            "[pending]",
            "pending - later",
            "[pending — phase 9]",
            "issue",
            "fail",
            "skipped",
            "BLOCKED (env)",
            "resolved-by-code",
            "partial",
            "",
        ];
        let tests: Vec<String> = results
            .iter()
            .enumerate()
            .map(|(at, result)| format!("### {}. T\nexpected: x\nresult: {result}\n", at + 1))
            .collect();
        let file = format!(
            "## Tests\n{}### 99. None\n  result: pass\n### Notes\nresult: pass\n## Gaps\nresult: issue\n",
            tests.concat()
        );
        let facts = uat_facts(&Source::of(file.as_bytes()).unwrap().artifact());
        let wanted = UatFacts { passed: 4, resolved: 1, issues: 2, pending: 3, skipped: 1, blocked: 1, unclear: 3 };
        assert_eq!(facts, wanted);
    }
}
