//! What a SUMMARY reports: the files it names, and what its executor says of the run.

use serde::{Deserialize, Serialize};

use super::artifact::Artifact;
use super::paths::{DeclaredPath, declared_all};
use super::plan::replaced_by;
use super::spec::list_item;
use super::status::{Word, word_of};
use crate::engine::words::normalise;
use crate::gsd::artifacts::Kind;
use crate::read::yaml::Value;

/// What a SUMMARY reports. Its claims prove nothing about git.
///
/// Source: GSD's summary template.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SummaryFacts {
    /// The files it says were created.
    pub created: Vec<DeclaredPath>,
    /// The files it says were modified.
    pub modified: Vec<DeclaredPath>,
    /// True for `status: halted`: the plan counts as executed and blocks those that depend on it.
    pub halted: bool,
    /// What the executor's check of its own claims says; none where it wrote none.
    pub self_check: Option<SelfCheck>,
    /// The number of commits that it claims.
    pub commits_claimed: Option<u32>,
    /// What came in the place of its plan, as written.
    pub replaced_by: Vec<String>,
}

/// The outcome of a self-check.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum SelfCheck {
    /// `PASSED`.
    Passed,
    /// `FAILED`.
    Failed,
    /// Another word, or none on the heading.
    Other,
}

/// Reads what a SUMMARY reports.
pub fn summary_facts(artifact: &Artifact<'_>) -> SummaryFacts {
    let files = artifact.value("key-files").or_else(|| artifact.value("key_files"));
    let of = |key: &str| files.and_then(|files| files.get(key)).map(Value::texts).unwrap_or_default();
    let (mut created, mut modified) = (declared_all(of("created")), declared_all(of("modified")));
    // Without the two lists there may be one, in the block or in the body.
    if let Some(Value::List(_) | Value::Scalar(_)) = files {
        modified.extend(declared_all(files.map(Value::texts).unwrap_or_default()));
    } else if files.is_none() {
        let (new, changed) = listed(artifact);
        created.extend(new);
        modified.extend(changed);
    }
    let commits =
        artifact.value("commits").or_else(|| artifact.value("actuals").and_then(|actuals| actuals.get("commits")));
    SummaryFacts {
        created,
        modified,
        halted: matches!(word_of(Kind::Summary, artifact), Word::Is(text, _) if is_halted(Some(text))),
        self_check: self_check(artifact).map(|(check, _)| check),
        commits_claimed: commits.and_then(Value::as_str).and_then(|count| count.trim().parse().ok()),
        replaced_by: replaced_by(artifact),
    }
}

/// True for the word of a plan that was stopped for good.
pub(super) fn is_halted(word: Option<&str>) -> bool {
    word.is_some_and(|word| normalise(word) == "halted")
}

/// The self-check's outcome and line. The last one counts: a repaired plan appends another.
pub(super) fn self_check(artifact: &Artifact<'_>) -> Option<(SelfCheck, usize)> {
    let check = |title: &str| {
        let rest = title.to_lowercase().strip_prefix("self-check").map(str::to_owned)?;
        let is = |word: &str| rest.split_once(':').is_some_and(|(_, after)| after.trim_start().starts_with(word));
        Some(match (is("passed"), is("failed")) {
            (true, _) => SelfCheck::Passed,
            (_, true) => SelfCheck::Failed,
            _ => SelfCheck::Other,
        })
    };
    artifact.markdown.headings().filter_map(|head| check(head.title).map(|check| (check, head.line))).last()
}

/// The paths listed below a heading such as `Files Created/Modified`: created and modified ones.
fn listed(artifact: &Artifact<'_>) -> (Vec<DeclaredPath>, Vec<DeclaredPath>) {
    let is_files = |title: &str| {
        let title = title.to_lowercase();
        title.starts_with("files ") || title == "files" || title.starts_with("key files")
    };
    let Some((head, lines)) = artifact.markdown.section(is_files) else { return (Vec::new(), Vec::new()) };
    let title = head.title.to_lowercase();
    let mut is_created = title.contains("created") && !title.contains("modified");
    let (mut created, mut modified) = (Vec::new(), Vec::new());
    for line in lines {
        match list_item(line.text) {
            Some(item) if item.starts_with('`') => {
                if is_created { &mut created } else { &mut modified }.extend(declared_all([item]));
            }
            None if line.text.to_lowercase().contains("created") => is_created = true,
            None if line.text.to_lowercase().contains("modified") => is_created = false,
            _ => {}
        }
    }
    (created, modified)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gsd::text::artifact::Source;

    fn facts(file: &str) -> SummaryFacts {
        summary_facts(&Source::of(file.as_bytes()).unwrap().artifact())
    }

    fn written(files: &[DeclaredPath]) -> Vec<&str> {
        files.iter().map(|file| file.written.as_str()).collect()
    }

    #[test]
    fn key_files_are_read_in_their_shapes() {
        for block in [
            "key-files:\n  created:\n    - src/a.rs\n  modified:\n    - src/b.rs (small)\n",
            "key-files:\n  created: [src/a.rs]\n  modified: [\"src/b.rs (small)\"]\n",
            "key_files:\n  created:\n    - path: src/a.rs\n      why: new\n  modified:\n    - src/b.rs (small)\n",
        ] {
            let summary = facts(&format!("---\n{block}---\n# S\n"));
            assert_eq!(
                (written(&summary.created), written(&summary.modified)),
                (vec!["src/a.rs"], vec!["src/b.rs (small)"])
            );
        }
        assert_eq!(written(&facts("---\nkey-files: [src/a.rs]\n---\n# S\n").modified), ["src/a.rs"]);
        let body = "# S\n## Files Created/Modified\n**Created:**\n- `src/a.rs` - new\n- prose\n**Modified:**\n- `src/b.rs`\n## Next\n- `no`\n";
        let summary = facts(body);
        assert_eq!(
            (written(&summary.created), written(&summary.modified)),
            (vec!["`src/a.rs` - new"], vec!["`src/b.rs`"])
        );
    }

    #[test]
    fn the_last_self_check_counts() {
        for (body, check) in [
            ("## Self-Check: PASSED\n", Some(SelfCheck::Passed)),
            ("## Self-Check: FAILED\n- x\n", Some(SelfCheck::Failed)),
            ("## Self-Check: FAILED\n## Self-Check (closure): PASSED\n", Some(SelfCheck::Passed)),
            ("## Self-Check\nPASSED\n", Some(SelfCheck::Other)),
            ("```\n## Self-Check: FAILED\n```\n", None),
        ] {
            assert_eq!(facts(&format!("# S\n{body}")).self_check, check, "{body}");
        }
    }

    #[test]
    fn claims_are_kept_as_claims() {
        let summary = facts("---\nstatus: HALTED — stop rule\nactuals:\n  commits: 3\n---\n# S\n");
        assert_eq!((summary.halted, summary.commits_claimed), (true, Some(3)));
        assert!(!facts("---\nstatus: complete\n---\n# S\n").halted);
        assert!(facts("# S\n**Status:** halted\n\nx\n").halted);
    }

    #[test]
    fn a_heading_or_a_line_says_which_files_were_created() {
        for (body, created, modified) in [
            ("## Files created\n- `src/a.rs`\n", &["`src/a.rs`"][..], &[][..]),
            ("## Files created and modified\n- `src/a.rs`\n", &[], &["`src/a.rs`"]),
            ("## Files modified\n- `src/a.rs`\n", &[], &["`src/a.rs`"]),
            ("## Files\n- `src/a.rs`\n", &[], &["`src/a.rs`"]),
            ("## Files created\n- `src/a.rs`\nwords\n- `src/b.rs`\n", &["`src/a.rs`", "`src/b.rs`"], &[]),
            ("## Files\n**Created:**\n- `src/a.rs`\n**Modified:**\n- `src/b.rs`\n", &["`src/a.rs`"], &["`src/b.rs`"]),
        ] {
            let summary = facts(&format!("# S\n{body}"));
            assert_eq!(
                (written(&summary.created), written(&summary.modified)),
                (created.to_vec(), modified.to_vec()),
                "{body}"
            );
        }
    }
}
