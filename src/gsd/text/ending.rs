//! Whether a file that nobody committed may have lost its tail at the end of a line, where nothing is left open.
//!
//! A doubt, not a verdict: it is told of uncommitted files alone, and nothing is taken away for it. What is committed is read
//! without it, because finished files of every kind lack now and then what their template ends with.

use super::artifact::Artifact;
use crate::gsd::artifacts::Kind;
use crate::read::markdown::{Line, bold_line, heading};

/// What the template of a kind begins and ends with. A mark `# Title` is a heading of any level whose title begins so, in any
/// case; another mark is the begin of a line.
struct Ending {
    kind: Kind,
    /// What stands before the end: a file that holds one of these follows the template.
    begins: &'static [&'static str],
    /// What stands at the end: a whole file that follows the template holds at least one of these.
    ends: &'static [&'static str],
}

/// The kinds whose template has a known end.
///
/// Source: GSD's templates and the agents that write these files (`get-shit-done/templates`, `agents`).
const ENDINGS: &[Ending] = &[
    Ending {
        kind: Kind::Spec,
        begins: &["# Goal", "# Background", "# Requirements", "# Boundaries", "# Constraints", "# Acceptance Criteria"],
        ends: &["# Ambiguity Report", "# Interview Log", "*Spec created", "*Next step"],
    },
    Ending {
        kind: Kind::Context,
        begins: &[
            "# Phase Boundary",
            "# Implementation Decisions",
            "# Canonical References",
            "# Existing Code Insights",
            "# Specific Ideas",
        ],
        ends: &["# Deferred", "</deferred>", "*Context gathered", "*Phase:"],
    },
    Ending {
        kind: Kind::Research,
        begins: &[
            "# Summary",
            "# Standard Stack",
            "# Architecture Patterns",
            "# Don't Hand-Roll",
            "# Common Pitfalls",
            "# Code Examples",
            "# State of the Art",
            "# Open Questions",
            "# Validation Architecture",
        ],
        ends: &["# Sources", "# Metadata", "# RESEARCH COMPLETE", "# Conclusion", "# Bottom Line", "**Valid until"],
    },
    Ending {
        kind: Kind::UiSpec,
        begins: &[
            "# Design System",
            "# Spacing Scale",
            "# Typography",
            "# Color",
            "# Copywriting Contract",
            "# Registry Safety",
        ],
        ends: &["# Checker Sign-Off", "**Approval"],
    },
    Ending { kind: Kind::AiSpec, begins: &["# 1", "# 2", "# 3", "# 4", "# 5", "# 6", "# 7"], ends: &["# Checklist"] },
    Ending {
        kind: Kind::Plan,
        begins: &["<tasks"],
        ends: &["<verification", "</verification>", "<success_criteria", "</success_criteria>", "<output", "</output>"],
    },
    Ending {
        kind: Kind::Reviews,
        begins: &["# Gemini Review", "# Claude Review", "# Codex Review", "# OpenCode Review", "# Qwen Review"],
        ends: &["# Consensus Summary", "# REVIEWS COMPLETE"],
    },
    Ending {
        kind: Kind::Summary,
        begins: &[
            "# What Was",
            "# Tasks Completed",
            "# Performance",
            "# Accomplishments",
            "# Task Commits",
            "# Files Created",
            "# Decisions Made",
            "# Deviations from Plan",
            "# Issues Encountered",
            "# User Setup",
        ],
        ends: &["# Self-Check", "# Self Check", "# Next", "*Completed", "*Phase:", "_Completed"],
    },
    Ending {
        kind: Kind::Review,
        begins: &["# Summary", "# Narrative Findings", "# Critical Issues", "# Warnings", "# Info", "# Structural"],
        ends: &["# Verdict", "_Reviewed", "_Reviewer", "_Depth", "*Reviewed", "*Reviewer", "*Depth"],
    },
    Ending {
        kind: Kind::ReviewFix,
        begins: &["# Fixed Issues", "# Skipped Issues"],
        ends: &["_Fixed", "_Fixer", "_Iteration", "*Fixed", "*Fixer", "*Iteration"],
    },
    Ending {
        kind: Kind::Security,
        begins: &["# Trust Boundaries", "# Threat Register", "# Accepted Risks", "# Security Audit"],
        ends: &["# Sign-Off", "**Approval"],
    },
    Ending {
        kind: Kind::Validation,
        begins: &[
            "# Test Infrastructure",
            "# Sampling Rate",
            "# Per-Task Verification Map",
            "# Wave 0 Requirements",
            "# Manual-Only Verifications",
        ],
        ends: &["# Validation Sign-Off", "# Sign-Off", "**Approval"],
    },
    Ending {
        kind: Kind::UiReview,
        begins: &["# Pillar Scores", "# Top 3", "# Top Fixes", "# Detailed Findings", "# Registry Safety"],
        ends: &["# Files Audited"],
    },
    Ending {
        kind: Kind::EvalReview,
        begins: &["# Dimension Coverage", "# Infrastructure Audit", "# Critical Gaps"],
        ends: &["# Remediation Plan", "# Files Found"],
    },
    Ending { kind: Kind::Uat, begins: &["# Current Test", "# Tests"], ends: &["# Summary", "# Gaps"] },
    Ending { kind: Kind::HumanUat, begins: &["# Current Test", "# Tests"], ends: &["# Summary", "# Gaps"] },
    Ending {
        kind: Kind::Verification,
        begins: &[
            "# Goal Achievement",
            "# Observable Truths",
            "# Required Artifacts",
            "# Key Link",
            "# Requirements Coverage",
            "# Anti-Patterns",
            "# Human Verification",
        ],
        ends: &[
            "_Verif",
            "*Verif",
            "# Gaps Summary",
            "# Summary",
            "# Result",
            "# Conclusion",
            "# Verdict",
            "# Overall",
        ],
    },
    Ending { kind: Kind::Learnings, begins: &["# Decisions", "# Lessons", "# Patterns"], ends: &["# Surprises"] },
];

/// Why an uncommitted file may be cut short although nothing in it is left open, with the line that it ends on. `kind` is none
/// for the artifact of a project's own gate, whose template nobody knows.
pub fn doubt(kind: Option<Kind>, artifact: &Artifact<'_>) -> Option<(usize, String)> {
    let lines = artifact.markdown.lines();
    let last = lines.iter().rposition(|line| !line.text.trim().is_empty())?;
    let row = ENDINGS.iter().find(|row| Some(row.kind) == kind);
    // What code or a comment follows is no last line.
    let below = artifact.body.lines().skip((lines.get(last)?.number + 1).saturating_sub(artifact.body_line));
    let ends_here = below.into_iter().all(|line| line.trim().is_empty());
    let hanging = if ends_here { left_hanging(lines, last) } else { None };
    let why = hanging.map(str::to_owned).or_else(|| without_end(row?, lines))?;
    Some((lines.get(last)?.number, format!("{why}, so it may be cut short")))
}

/// What announces more and is the last line.
fn left_hanging(lines: &[Line<'_>], last: usize) -> Option<&'static str> {
    let line = lines.get(last)?;
    let text = line.text.trim();
    let is_row = |line: &Line<'_>| line.text.trim_start().starts_with('|');
    let is_separator = is_row(line) && text.chars().all(|c| matches!(c, '|' | '-' | ':' | ' '));
    let is_first_row = is_row(line) && !last.checked_sub(1).and_then(|at| lines.get(at)).is_some_and(is_row);
    // A heading that says something by itself is an end: `Self-Check: PASSED`, `OUTLINE COMPLETE`; and a list of gaps stays empty
    // where nobody found one.
    let says_nothing = |title: &str| {
        !title.contains(':') && title.chars().any(char::is_lowercase) && !title.eq_ignore_ascii_case("gaps")
    };
    if heading(*line).is_some_and(|head| says_nothing(head.title)) {
        return Some("it ends with a heading and nothing below it");
    }
    let before = last.checked_sub(1).and_then(|at| lines.get(at)).filter(|before| is_row(before));
    if is_row(line) && !text.ends_with('|') && before.is_some_and(|before| before.text.trim_end().ends_with('|')) {
        return Some("it ends inside a row of a table");
    }
    if is_separator || is_first_row {
        return Some("it ends with the head of a table");
    }
    if bold_line(text).is_some_and(|(_, value)| value.is_empty()) || text.ends_with(':') {
        return Some("it ends with a colon and nothing behind it");
    }
    let is_empty_item = matches!(text, "-" | "*" | "+" | "- [ ]" | "- [x]")
        || text.strip_suffix('.').is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()));
    // `---` is a rule, and a rule is no item.
    is_empty_item.then_some("it ends with an empty list item")
}

/// The template is followed, and nothing that stands at its end is there.
fn without_end(row: &Ending, lines: &[Line<'_>]) -> Option<String> {
    let has_section = lines.iter().filter_map(|line| heading(*line)).any(|head| head.level > 1);
    if !has_section && row.kind != Kind::Plan {
        return Some("it has no section yet".to_owned());
    }
    let begins = row.begins.iter().find(|mark| stands(mark, lines))?;
    if row.ends.iter().any(|mark| stands(mark, lines)) {
        return None;
    }
    let shown = |mark: &str| mark.strip_prefix("# ").unwrap_or(mark).to_owned();
    let ends: Vec<String> = row.ends.iter().map(|mark| shown(mark)).collect();
    Some(format!("it has `{}` and nothing that its template ends with ({})", shown(begins), ends.join(", ")))
}

fn stands(mark: &str, lines: &[Line<'_>]) -> bool {
    let begins = |text: &str, with: &str| text.get(..with.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(with));
    match mark.strip_prefix("# ") {
        Some(title) => lines
            .iter()
            .filter_map(|line| heading(*line))
            .any(|head| begins(head.title.trim_start_matches(['*', '_', '`']), title)),
        None => lines.iter().any(|line| begins(line.text.trim_start(), mark)),
    }
}

#[cfg(test)]
mod tests {
    use super::super::artifact::Source;
    use super::*;
    use crate::read::damage::lost_its_tail;

    fn told(kind: Option<Kind>, text: &str) -> Option<(usize, String)> {
        doubt(kind, &Source::of(text.as_bytes()).unwrap().artifact())
    }

    #[test]
    fn every_template_is_doubted_without_its_end_and_trusted_with_any_of_it() {
        let line = |mark: &str| match mark.strip_prefix('#') {
            Some(title) => format!("##{title}\n\nText.\n\n"),
            None => format!("{mark}\n\nText.\n\n"),
        };
        for row in ENDINGS {
            for begins in row.begins {
                let cut = format!("---\nphase: 07\n---\n# Title\n\n{}", line(begins));
                let (_, why) = told(Some(row.kind), &cut).unwrap_or_else(|| panic!("{} {begins}", row.kind.name()));
                assert!(why.contains("nothing that its template ends with"), "{why}");
                assert_eq!(told(None, &cut), None, "{begins}: of a template that nobody knows nothing is asked");
                for ends in row.ends {
                    assert_eq!(
                        told(Some(row.kind), &format!("{cut}{}", line(ends))),
                        None,
                        "{} {ends}",
                        row.kind.name()
                    );
                }
            }
        }
    }

    #[test]
    fn a_text_of_its_own_form_is_not_held_against_the_template() {
        for row in ENDINGS {
            assert_eq!(told(Some(row.kind), "# Title\n\n## Own\n\n- one\n- two\n"), None, "{}", row.kind.name());
        }
    }

    #[test]
    fn a_title_and_a_line_are_no_artifact_of_a_kind_that_has_sections() {
        for row in ENDINGS.iter().filter(|row| row.kind != Kind::Plan) {
            let (line, why) = told(Some(row.kind), "---\nphase: 07\n---\n# Title\n\nA line.\n").unwrap();
            assert_eq!(
                (line, why.as_str()),
                (6, "it has no section yet, so it may be cut short"),
                "{}",
                row.kind.name()
            );
        }
        assert_eq!(told(Some(Kind::Patterns), "# Title\n\nA line.\n"), None);
    }

    #[test]
    fn what_announces_more_and_ends_is_doubted_in_every_kind() {
        for (end, line) in [
            ("## Part\n", 3),
            ("| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | sta\n", 6),
            ("| a | b |\n", 3),
            ("| a | b |\n|---|---|\n", 4),
            ("These are left:\n", 3),
            ("**Approval:**\n", 3),
            ("- one\n-\n", 4),
            ("1. one\n2.\n", 4),
        ] {
            for kind in [None, Some(Kind::Patterns), Some(Kind::Spec)] {
                let (at, why) = told(kind, &format!("# Title\n\n{end}")).unwrap_or_else(|| panic!("{end}"));
                assert_eq!((at, why.starts_with("it ends ")), (line, true), "{end}");
            }
        }
        for end in [
            "## Self-Check: PASSED\n",
            "## OUTLINE COMPLETE\n",
            "## Gaps\n",
            "| a |\n|---|\n| 1 |\n",
            "**Approval:** pending\n",
            "text\n\n---\n",
            "- one\n",
            "```\n- \nlist:\n```\n",
            "It is run so:\n\n```sh\nrun\n```\n",
        ] {
            assert_eq!(told(None, &format!("# Title\n\nText.\n\n{end}")), None, "{end}");
        }
    }

    #[test]
    fn a_tail_is_lost_where_the_rest_said_something() {
        let head = b"# Title\n\n- one\n- two\n\n";
        for (work, lost) in [
            ("# Title\n\n- one\n", true),
            ("# Title\r\n\r\n- one\r\n", true),
            ("# Title\n\n- o", true),
            ("# Title\n\n- o\n", true),
            ("# Title\n\n- one\n- two", false),
            ("# Title\n\n- one\n- two\n\n", false),
            ("# Title\n\n- one\n- two\n- three\n", false),
            ("# Title\n\n- uno\n", false),
            ("", false),
            ("\n", false),
        ] {
            assert_eq!(lost_its_tail(work.as_bytes(), head), lost, "{work:?}");
        }
    }
}
