//! Whole files of every kind: every word in its spellings, every way of being unfinished, every cut.

use proptest::prelude::*;

use super::content::{ContentReading, ExtraWord, read_content};
use crate::engine::evidence::{Content, Meaning};
use crate::gsd::artifacts::{ARTIFACTS, Finish, Kind};
use crate::gsd::words::words_of;

fn read(kind: Kind, file: &str) -> Content {
    read_content(kind, file.as_bytes(), &[]).content
}

fn done() -> Content {
    Content::Finished { word: None, meaning: Meaning::Done }
}

fn is_draft(kind: Kind, file: &str) -> bool {
    matches!(read(kind, file), Content::Draft { .. })
}

fn is_truncated(kind: Kind, file: &str) -> bool {
    matches!(read(kind, file), Content::Truncated { .. })
}

/// A file of the kind around its front matter (without fences).
fn file(block: &str) -> String {
    format!("---\nphase: 07\n{block}---\n\n# Title\n\nText.\n")
}

/// The spellings of a word that count as the same.
fn spellings(word: &str) -> Vec<String> {
    let upper = word.to_uppercase();
    let dashed = word.replace('_', "-");
    let blanks = word.replace('_', " ");
    vec![
        word.to_owned(),
        upper.clone(),
        dashed,
        blanks.clone(),
        format!("\"{word}\""),
        format!("'{upper}'"),
        format!("{word} # note"),
        format!("{word} (2 of 7)"),
        format!("{blanks} — see below"),
        format!("\"✅ {word}\""),
        format!("{word}, partly"),
        format!("{word}: in full"),
    ]
}

#[test]
fn every_word_of_every_kind_is_read_in_its_spellings() {
    let mut seen = 0;
    for row in ARTIFACTS {
        for rows in words_of(row.kind).unwrap_or_default() {
            for word in rows.words {
                let word = word.replace('*', "review");
                for spelling in spellings(&word) {
                    let found = read(row.kind, &file(&format!("status: {spelling}\nthreats_open: 0\n")));
                    let is_right = match &found {
                        Content::Draft { .. } => word == "draft" && rows.meaning == Meaning::Open,
                        Content::Finished { meaning, word: Some(_) } => *meaning == rows.meaning,
                        _ => false,
                    };
                    assert!(is_right, "{} {spelling}: {found:?}", row.name);
                    seen += 1;
                }
                for line in ["**Status:** ", "**Status**: ", "- **status:** ", "Status: ", "status: "] {
                    let old = format!("# Title\n\n{line}{word}\n\n## Part\n\nText.\n");
                    let found = read(row.kind, &old);
                    let is_right = match &found {
                        Content::Draft { .. } => word == "draft",
                        Content::Finished { meaning, .. } if row.finish == Finish::WordAndNoThreats => {
                            *meaning == if rows.meaning == Meaning::Done { Meaning::Open } else { rows.meaning }
                        }
                        Content::Finished { meaning, .. } => *meaning == rows.meaning,
                        _ => false,
                    };
                    assert!(is_right, "{} {line}{word}: {found:?}", row.name);
                }
            }
        }
    }
    assert!(seen > 1500, "{seen}");
}

#[test]
fn any_other_word_is_unknown_with_its_line() {
    for row in ARTIFACTS.iter().filter(|row| words_of(row.kind).is_some()) {
        for word in ["frobnicated", "not passed", "passed_with_worries", "almost complete", "no", "07", "true"] {
            let found = read(row.kind, &file(&format!("# a note\nstatus: {word}\nthreats_open: 0\n")));
            assert_eq!(found, Content::Unknown { word: word.to_owned(), line: 4 }, "{}", row.name);
        }
        let found = read(row.kind, "# Title\n\n**Status:** half way\n\nText.\n");
        assert_eq!(found, Content::Unknown { word: "half way".to_owned(), line: 3 }, "{}", row.name);
    }
}

#[test]
fn a_project_adds_words_and_moves_none() {
    let extra = [
        ExtraWord { word: "Frobnicated".to_owned(), meaning: Meaning::Done },
        ExtraWord { word: "failed".to_owned(), meaning: Meaning::Done },
        ExtraWord { word: "draft".to_owned(), meaning: Meaning::Done },
    ];
    let read =
        |word: &str| read_content(Kind::Verification, file(&format!("status: {word}\n")).as_bytes(), &extra).content;
    assert_eq!(read("FROBNICATED"), Content::Finished { word: Some("FROBNICATED".to_owned()), meaning: Meaning::Done });
    assert_eq!(read("failed"), Content::Finished { word: Some("failed".to_owned()), meaning: Meaning::Failed });
    assert!(matches!(read("draft"), Content::Draft { .. }));
}

#[test]
fn no_word_is_not_an_unknown_word() {
    for row in ARTIFACTS {
        for block in ["", "status:\n", "status: ~\n", "status: \"\"\n"] {
            let found = read(row.kind, &file(block));
            match row.finish {
                Finish::Word | Finish::WordAndNoThreats | Finish::WordOrFindings => {
                    assert!(matches!(found, Content::Draft { .. }), "{} {block} {found:?}", row.name);
                }
                Finish::WordOrNone | Finish::Note | Finish::Prose | Finish::Plan => {
                    let is_outline = row.kind == Kind::PlanOutline;
                    assert!(found == done() || is_outline, "{} {block} {found:?}", row.name);
                }
            }
        }
    }
}

#[test]
fn a_status_that_is_no_word_is_unreadable() {
    for (block, line) in [("status: [passed]\n", 3), ("status: {a: b}\n", 3), ("status: passed\nstatus: failed\n", 4)] {
        let found = read(Kind::Verification, &file(block));
        assert!(matches!(found, Content::Unreadable { line: at, .. } if at == line), "{block} {found:?}");
    }
    assert!(matches!(read(Kind::Verification, &file("status: passed\nstatus: passed\n")), Content::Finished { .. }));
    assert!(matches!(read_content(Kind::Context, b"\xff\xfe#\0", &[]).content, Content::Unreadable { line: 0, .. }));
}

#[test]
fn a_conflict_is_unreadable_wherever_it_stands() {
    let marks = |inner: &str| format!("<<<<<<< HEAD\n{inner}=======\nstatus: failed\n>>>>>>> side\n");
    for row in ARTIFACTS {
        for (file, line) in [
            (format!("---\n{}---\n# T\n\nText.\n", marks("status: passed\n")), 2),
            (format!("---\nphase: 07\n{}---\n# T\n\nText.\n", marks("status: passed\n")), 3),
            (format!("---\nstatus: passed\n---\n# T\n\nText.\n{}", marks("a\n")), 7),
            // Resolved by half, and with its middle inside of a fence.
            ("---\nstatus: passed\n---\n# T\n\nText.\n=======\nb\n>>>>>>> side\n".to_owned(), 9),
            ("---\nstatus: passed\n---\n# T\n\n<<<<<<< HEAD\n```\na\n=======\n>>>>>>> side\n```\n".to_owned(), 6),
            (
                "---\r\nstatus: passed\r\n---\r\n# T\r\n\r\n<<<<<<< HEAD\r\na\r\n=======\r\n>>>>>>> side\r\n"
                    .to_owned(),
                6,
            ),
        ] {
            let found = read(row.kind, &file);
            assert!(
                matches!(found, Content::Unreadable { line: at, .. } if at == line),
                "{} {file} {found:?}",
                row.name
            );
        }
        let sample = format!("{}\n```\n{}```\n", file("status: passed\nthreats_open: 0\n"), marks("a\n"));
        assert!(!matches!(read(row.kind, &sample), Content::Unreadable { .. }), "{}", row.name);
    }
}

#[test]
fn the_body_is_never_read_for_a_word_below_its_head() {
    for body in [
        "## Part\n\n**Status:** passed\n",
        "```\nstatus: passed\n```\n",
        "<!--\nstatus: passed\n-->\n",
        "text\n\n## P\nstatus: passed\n",
    ] {
        assert!(is_draft(Kind::Verification, &format!("# Title\n\n{body}")), "{body}");
    }
    let both = "---\nstatus: gaps_found\n---\n# T\n**Status:** passed\n";
    assert_eq!(
        read(Kind::Verification, both),
        Content::Finished { word: Some("gaps_found".to_owned()), meaning: Meaning::Failed }
    );
}

#[test]
fn a_file_without_front_matter_may_give_a_result() {
    let passed = |kind: Kind, body: &str| {
        matches!(read(kind, &format!("# Title\n\n{body}")), Content::Finished { meaning: Meaning::Done, .. })
    };
    for body in [
        "Result: PASS\n\n## Checks\n",
        "**Result:** passed\n\n## Checks\n",
        "Overall verdict: PASS\n",
        "## Result: PASS — both arms\n\nText.\n",
        "## Status: passed\n\nText.\n",
    ] {
        assert!(passed(Kind::Verification, body) && passed(Kind::Uat, body), "{body}");
    }
    for body in [
        "Result: PASS; human acceptance pending\n",
        "Result: PASS, but not on phones\n",
        "Result: quite good\n",
        "## Checks\n\nResult: PASS\n",
        "### Result: PASS\n\nText.\n",
        "## Result: PASS\n\n## Result: FAILED\n",
        "## Status\n\nThe phase is complete.\n",
        "```\n## Result: PASS\n```\n",
        "Result: PASS",
    ] {
        assert!(!passed(Kind::Verification, body), "{body}");
    }
    let failed = read(Kind::Verification, "# Title\n\nResult: FAILED; two tests are open\n");
    assert!(matches!(failed, Content::Finished { meaning: Meaning::Failed, .. }), "{failed:?}");
    assert!(is_draft(Kind::Verification, "---\nphase: 07\n---\n# Title\n\nResult: PASS\n"));
}

#[test]
fn a_contract_is_approved_by_its_sign_off_and_a_strategy_is_not() {
    let signed = |approval: &str| format!("---\nstatus: draft\n---\n# Title\n\n## Sign-Off\n\n{approval}\n");
    for approval in [
        "**Approval:** approved 2026-01-05",
        "**Approval:** APPROVED by the checker (6/6, 2 FLAG non-blocking)",
        "- **Approval**: ✅ approved",
        "**Approval:** pending\n\n**Approval:** approved",
    ] {
        let expected = Content::Finished { word: Some("approved".to_owned()), meaning: Meaning::Done };
        assert_eq!(read(Kind::UiSpec, &signed(approval)), expected, "{approval}");
        assert!(is_draft(Kind::Validation, &signed(approval)), "{approval}");
    }
    for approval in [
        "**Approval:** pending",
        "**Approval:** {pending / approved YYYY-MM-DD}",
        "**Approval:** self-approved",
        "**Approval:** approved, except for colours",
        "**Approval:** approved\n\n**Approval:** pending another look",
        "**Approval:** approval pending",
    ] {
        assert!(is_draft(Kind::UiSpec, &signed(approval)), "{approval}");
    }
}

#[test]
fn a_share_of_the_tasks_is_no_finished_summary() {
    let of = |status: &str| read(Kind::Summary, &file(&format!("status: \"{status}\"\n")));
    for status in ["3/4 tasks complete", "3 of 4 tasks complete; the last waits", "0/2"] {
        assert!(matches!(of(status), Content::Finished { meaning: Meaning::Open, .. }), "{status}");
    }
    for status in ["4/4 tasks complete", "2/1", "3/4/2026", "1/x", "5 files"] {
        assert!(matches!(of(status), Content::Unknown { .. }), "{status}");
    }
}

#[test]
fn not_applicable_has_a_short_form() {
    let of = |kind: Kind, status: &str| read(kind, &file(&format!("status: {status}\n")));
    for status in ["N/A", "n/a — no interface", "N/A (none)"] {
        assert!(matches!(of(Kind::UiSpec, status), Content::Finished { meaning: Meaning::Done, .. }), "{status}");
        assert!(matches!(of(Kind::Uat, status), Content::Unknown { .. }), "{status}");
    }
    assert!(matches!(of(Kind::UiSpec, "N/As"), Content::Unknown { .. }));
}

#[test]
fn a_verdict_stands_in_for_a_status_in_verification_alone() {
    let found = read(Kind::Verification, &file("verdict: PASSED\n"));
    assert_eq!(found, Content::Finished { word: Some("PASSED".to_owned()), meaning: Meaning::Done });
    assert!(is_draft(Kind::Validation, &file("verdict: passed\n")));
}

#[test]
fn threats_are_open_until_their_number_is_exactly_zero() {
    for (block, wanted) in [
        ("status: verified\nthreats_open: 0\n", Some(Meaning::Done)),
        ("status: verified\nthreats_open: \"0\"\n", Some(Meaning::Done)),
        ("status: verified\nthreats_open: 2\n", Some(Meaning::Issues)),
        ("status: verified\nthreats_open: none\n", Some(Meaning::Open)),
        ("status: verified\nthreats_open: 0 of 3\n", Some(Meaning::Open)),
        ("status: verified\nthreats_open:\n", Some(Meaning::Open)),
        ("status: verified\n", Some(Meaning::Open)),
        ("status: blocked\nthreats_open: 0\n", Some(Meaning::Open)),
        ("threats_open: 0\n", Some(Meaning::Done)),
        ("threats_open: 1\n", None),
        ("status: draft\nthreats_open: 0\n", None),
    ] {
        match (read(Kind::Security, &file(block)), wanted) {
            (Content::Finished { meaning, .. }, Some(wanted)) => assert_eq!(meaning, wanted, "{block}"),
            (Content::Draft { .. }, None) => {}
            (found, wanted) => panic!("{block} {found:?} {wanted:?}"),
        }
    }
    let reading = read_content(Kind::Security, file("status: verified\nthreats_open: x\n").as_bytes(), &[]);
    assert_eq!(reading.notes.iter().map(|note| note.line).collect::<Vec<_>>(), [4]);
}

#[test]
fn findings_speak_where_a_review_has_no_word() {
    for (block, wanted) in [
        ("findings:\n  critical: 0\n  total: 0\n", Some(Meaning::Done)),
        ("findings:\n  critical: 1\n  total: 3\n", Some(Meaning::Issues)),
        ("findings: 0\n", Some(Meaning::Done)),
        ("findings:\n  critical: 0\n", None),
        ("findings: many\n", None),
        ("status: skipped\nfindings:\n  total: 3\n", Some(Meaning::Skipped)),
        ("status: clean\nfindings:\n  total: 3\n", Some(Meaning::Done)),
    ] {
        match (read(Kind::Review, &file(block)), wanted) {
            (Content::Finished { meaning, .. }, Some(wanted)) => assert_eq!(meaning, wanted, "{block}"),
            (Content::Draft { .. }, None) => {}
            (found, wanted) => panic!("{block} {found:?} {wanted:?}"),
        }
    }
}

#[test]
fn a_failed_self_check_leaves_a_summary_open() {
    for (block, check, wanted) in [
        ("", "PASSED", Meaning::Done),
        ("", "FAILED", Meaning::Open),
        ("status: complete\n", "FAILED", Meaning::Open),
        ("status: halted\n", "FAILED", Meaning::Done),
        ("status: blocked\n", "PASSED", Meaning::Open),
    ] {
        let found = read(Kind::Summary, &format!("{}\n## Self-Check: {check}\n", file(block)));
        assert!(matches!(found, Content::Finished { meaning, .. } if meaning == wanted), "{block} {check} {found:?}");
    }
}

#[test]
fn damaged_front_matter_still_gives_its_word_and_is_marked() {
    for fault in [
        "score: 3: of 4\n",
        "tick: `x`\n",
        "re_verification: true\n  was: gaps\n",
        "created: a\ncreated: b\n",
        "at: @x\n",
    ] {
        for block in [format!("{fault}status: passed\n"), format!("status: passed\n{fault}")] {
            let reading = read_content(Kind::Verification, file(&block).as_bytes(), &[]);
            assert!(matches!(reading.content, Content::Finished { meaning: Meaning::Done, .. }), "{block} {reading:?}");
            assert!(reading.salvaged.is_some_and(|note| note.line > 2 && !note.text.is_empty()), "{block}");
        }
    }
    assert_eq!(read_content(Kind::Verification, file("status: passed\n").as_bytes(), &[]).salvaged, None);
}

#[test]
fn line_ends_and_marks_change_nothing() {
    for row in ARTIFACTS {
        let plain = file("status: passed\nthreats_open: 0\n");
        let wanted = read(row.kind, &plain);
        for other in [plain.replace('\n', "\r\n"), plain.replace('\n', "\r"), format!("\u{feff}{plain}")] {
            assert_eq!(read(row.kind, &other), wanted, "{}", row.name);
        }
        let blank_first = format!("\n{plain}");
        assert_ne!(read_content(row.kind, blank_first.as_bytes(), &[]).salvaged.map(|_| ()), Some(()), "{}", row.name);
    }
    assert!(is_draft(Kind::Verification, "\n---\nphase: 07\n---\n# T\n\nText.\n"));
}

#[test]
fn odd_bytes_are_noted() {
    let mut bytes = file("status: passed\n").into_bytes();
    bytes.extend(b"a\xffb\n\0\n");
    let ContentReading { content, notes, .. } = read_content(Kind::Verification, &bytes, &[]);
    assert!(matches!(content, Content::Finished { meaning: Meaning::Done, .. }));
    assert_eq!(notes.iter().map(|note| note.line).collect::<Vec<_>>(), [9, 10]);
}

#[test]
fn prose_that_says_nothing_is_cut_short() {
    for row in ARTIFACTS.iter().filter(|row| matches!(row.finish, Finish::Prose | Finish::Plan | Finish::WordOrNone)) {
        for empty in ["", "\n\n", "# Title", "# Title\n\n## Part\n", "---\nphase: 07\n---\n", "# Title\n\n---\n"] {
            assert!(is_truncated(row.kind, empty), "{} {empty:?}", row.name);
        }
        for open in ["# T\n\nText.\n```rust\nfn x\n", "# T\n\nText.\n<!-- open\n", "# T\n\nText.\n<deci"] {
            assert!(is_truncated(row.kind, open), "{} {open:?}", row.name);
        }
    }
}

#[test]
fn templates_and_stubs_are_drafts() {
    for row in ARTIFACTS.iter().filter(|row| matches!(row.finish, Finish::Prose) && row.kind != Kind::PlanOutline) {
        for stub in [
            "# Phase [X]: [Name] — Title\n\nText.\n",
            "# T\n\nTBD\n",
            "# T\n\n**Date:** TBD\n\n## Part\n\n- To be filled.\n",
        ] {
            assert!(is_draft(row.kind, stub), "{} {stub:?}", row.name);
        }
        let real = "# Phase 7: Name\n\nText.\n\n## Open\n\nTBD: the colour. A placeholder is shown in `[X]`.\n";
        assert_eq!(read(row.kind, real), done(), "{}", row.name);
    }
    assert!(is_draft(Kind::Uat, &file("status: testing | partial | complete | diagnosed\n")));
    assert!(is_draft(Kind::Validation, &file("status: {draft / validated}\n")));
}

#[test]
fn a_spec_with_the_templates_score_is_a_draft() {
    assert!(is_draft(Kind::Spec, "# Phase 7: X\n\n**Ambiguity score:** [score] (gate: ≤ 0.20)\n\n## Goal\n\nText.\n"));
    for score in ["0.12 (gate: ≤ 0.20)", "LOW", "TBD (post discuss-phase)"] {
        assert_eq!(
            read(Kind::Spec, &format!("# Phase 7: X\n\n**Ambiguity score:** {score}\n\n## Goal\n\nText.\n")),
            done()
        );
    }
}

#[test]
fn an_ai_spec_with_a_comment_for_a_value_is_a_draft() {
    for slot in ["**Version:** <!-- Pin the version -->", "| <!-- e.g., someone --> | x |"] {
        assert!(is_draft(Kind::AiSpec, &format!("# AI-SPEC — Phase 7: X\n\nText.\n\n{slot}\n")), "{slot}");
    }
    let filled = "# AI-SPEC — Phase 7: X\n\n**Version:** 1.2 <!-- pinned -->\n\n<!-- a remark -->\n```html\n**V:** <!-- x -->\n```\n";
    assert_eq!(read(Kind::AiSpec, filled), done());
}

#[test]
fn an_outline_needs_its_mark() {
    let outline = "# Outline\n\n| Plan ID | Objective |\n|---|---|\n| 07-01 | x |\n";
    assert!(is_truncated(Kind::PlanOutline, outline));
    assert_eq!(read(Kind::PlanOutline, &format!("{outline}\n## OUTLINE COMPLETE\n")), done());
}

const PLAN: &str = "---\nphase: 07-sample\nplan: 01\nwave: 1\ndepends_on: []\nfiles_modified:\n  - src/a.rs\n---\n\n<objective>\nDo it.\n\
                    </objective>\n\n<tasks>\n\n<task type=\"auto\">\n  <name>One</name>\n  <files>src/a.rs</files>\n  <action>\n\
                    ```rust\nfn a() {}\n```\n  </action>\n</task>\n\n<task type=\"auto\">\n  <name>Two</name>\n</task>\n\n</tasks>\n\n\
                    <verification>\n- [ ] it runs\n</verification>\n\n<success_criteria>\n- it does\n</success_criteria>\n\n<output>\nSUMMARY\n</output>\n";

const CONTEXT: &str = "# Phase 7: Sample - Context\n\n**Gathered:** 2026-01-02\n**Status:** Ready for planning\n\n<domain>\n## Phase Boundary\n\n\
                       Text.\n\n</domain>\n\n<decisions>\n## Implementation Decisions\n\n### Area\n- **D-01:** Text\n\n</decisions>\n\n<deferred>\n\
                       ## Deferred Ideas\n\nNone\n\n</deferred>\n\n---\n\n*Phase: 07-sample*\n";

#[test]
fn a_cut_plan_is_cut_short_until_its_tasks_are_closed() {
    assert_eq!(read(Kind::Plan, PLAN), done());
    let closed = PLAN.find("</tasks>").unwrap() + "</tasks>".len();
    for cut in 0..closed {
        assert!(is_truncated(Kind::Plan, &PLAN[..cut]), "{:?}", &PLAN[..cut]);
    }
    for tag in ["verification", "success_criteria"] {
        let (open, close) = (PLAN.find(&format!("<{tag}>")).unwrap(), PLAN.find(&format!("</{tag}>")).unwrap());
        for cut in open + 1..close {
            assert!(is_truncated(Kind::Plan, &PLAN[..cut]), "{:?}", &PLAN[..cut]);
        }
    }
}

#[test]
fn a_cut_context_is_cut_short_within_every_section() {
    assert_eq!(read(Kind::Context, CONTEXT), done());
    for tag in ["domain", "decisions", "deferred"] {
        let (open, close) = (CONTEXT.find(&format!("<{tag}>")).unwrap(), CONTEXT.find(&format!("</{tag}>")).unwrap());
        for cut in open + 1..close + tag.len() + 2 {
            assert!(is_truncated(Kind::Context, &CONTEXT[..cut]), "{:?}", &CONTEXT[..cut]);
        }
    }
}

#[test]
fn a_tag_that_was_never_closed_is_no_cut() {
    let sloppy = CONTEXT.replace("</domain>", "");
    assert_eq!(read(Kind::Context, &sloppy), done());
}

#[test]
fn a_fence_that_a_sample_miscounts_is_no_cut() {
    let nested = "```markdown\n```bash\nrun\n```\n```\n";
    let plan = PLAN.replace("```rust\nfn a() {}\n```\n", nested);
    assert_eq!(read(Kind::Plan, &plan), done());
    let research =
        format!("# Phase 7: Sample - Research\n\nText.\n\n{nested}\n## Sources\n\n- one\n\n## Metadata\n\nText.\n");
    assert_eq!(read(Kind::Research, &research), done());
    assert!(is_truncated(Kind::Research, &format!("# R\n\nText.\n\n{nested}\nText.\n")));
}

#[test]
fn a_plan_of_prose_is_a_plan() {
    assert_eq!(read(Kind::Plan, "# Plan 07-01\n\n**Wave:** 1\n\n## Goal\n\nText.\n"), done());
    assert_eq!(read(Kind::Plan, "<objective>\nx\n</objective>\n\n## Task 1: a\n\nText.\n"), done());
    assert!(is_truncated(Kind::Plan, "<objective>\nx\n</objective>\n\n<context>\ny\n</context>\n"));
}

/// Whole files with a meaning of their own, one for each way in which a meaning is written.
fn samples() -> Vec<(Kind, String)> {
    let mut samples = Vec::new();
    for row in ARTIFACTS {
        for rows in words_of(row.kind).unwrap_or_default() {
            for (at, word) in rows.words.iter().enumerate() {
                let word = word.replace('*', "review");
                // Within front matter every cut is an open block, whatever the word; one word of each meaning will do.
                if at == 0 {
                    samples.push((row.kind, file(&format!("threats_open: 0\nstatus: {word}\nscore: 1\n"))));
                    samples
                        .push((row.kind, file(&format!("threats_open: 12\nfindings:\n  total: 10\nstatus: {word}\n"))));
                    samples.push((row.kind, file(&format!("bad: a: b\nstatus: \"{word}\"\nthreats_open: 0\n"))));
                }
                // A SUMMARY without front matter counts without a word, so that its word may be cut off.
                if row.kind != Kind::Summary {
                    samples.push((row.kind, format!("# Title\n\n**Status:** {word}\n\n## Part\n\nText.\n")));
                    samples.push((row.kind, format!("# Title\nStatus: {word}\n\nText.\n")));
                }
            }
        }
    }
    samples.push((Kind::Review, file("findings:\n  total: 10\n")));
    samples.push((Kind::Security, file("threats_open: 0\n")));
    samples.push((Kind::Security, file("threats_open: 10\n")));
    samples
}

/// Whether a cut may read as `cut` where the whole file reads as `whole`: never as finished with another meaning.
fn is_honest(whole: &Content, cut: &Content) -> bool {
    match (whole, cut) {
        (_, Content::Truncated { .. } | Content::Draft { .. }) => true,
        (Content::Finished { meaning: a, .. }, Content::Finished { meaning: b, .. }) => a == b,
        (whole, cut) => whole == cut,
    }
}

#[test]
fn a_cut_file_never_means_something_else() {
    for (kind, file) in samples() {
        let whole = read(kind, &file);
        for cut in (0..file.len()).filter(|at| file.is_char_boundary(*at)) {
            let found = read(kind, &file[..cut]);
            assert!(is_honest(&whole, &found), "{kind:?} {:?}\n{whole:?}\n{found:?}", &file[..cut]);
        }
    }
}

proptest! {
    #[test]
    fn any_bytes_are_read(bytes in prop::collection::vec(any::<u8>(), 0..300), at in 0..ARTIFACTS.len()) {
        let _ = read_content(ARTIFACTS[at].kind, &bytes, &[]);
    }

    #[test]
    fn any_file_like_text_is_read(text in "(---\n)?(status: |threats_open: |<task>|</task>|```|\\*\\*Status:\\*\\* |<!--|-->|# |\\PC|\n|\r|: ){0,60}", at in 0..ARTIFACTS.len()) {
        let reading = read_content(ARTIFACTS[at].kind, text.as_bytes(), &[]);
        let lines = text.split(['\n', '\r']).count() + 1;
        match reading.content {
            Content::Unknown { line, .. } | Content::Unreadable { line, .. } => prop_assert!(line <= lines),
            _ => {}
        }
    }
}

#[test]
fn nul_bytes_are_no_text_of_any_kind() {
    for row in ARTIFACTS {
        for nothing in ["\0", "\0\0\0\0\n", " \0\n\n\0\t\0"] {
            assert!(is_truncated(row.kind, nothing), "{:?} {nothing:?}", row.kind);
        }
        let is_prose = matches!(row.finish, Finish::Prose | Finish::Plan);
        assert!(!is_prose || is_truncated(row.kind, "---\nphase: 07\n---\n# Title\n\n\0\0\0\n"), "{:?}", row.kind);
    }
}

/// The line on which the file is called unreadable; none where it is read.
fn contradicts(kind: Kind, file: &str) -> Option<usize> {
    match read(kind, file) {
        Content::Unreadable { line, .. } => Some(line),
        _ => None,
    }
}

#[test]
fn a_key_that_decides_and_stands_twice_with_two_values_is_not_read() {
    let security = |block: &str| contradicts(Kind::Security, &file(block));
    assert_eq!(security("threats_open: 3\nthreats_open: 0\n"), Some(4));
    assert_eq!(security("status: verified\nthreats_open: 0\nx: y\nthreats_open: 3\n"), Some(6));
    assert_eq!(security("threats_open: 0\nthreats_open: 0\n"), None);
    let review = |block: &str| contradicts(Kind::Review, &file(block));
    assert_eq!(review("findings:\n  total: 2\nfindings:\n  total: 0\n"), Some(5));
    assert_eq!(review("findings: {total: 2}\nfindings: {total: 0}\n"), Some(4));
    assert!(review("findings:\n  total: 2\n  total: 0\n").is_some());
    assert!(review("status: clean\nfindings:\n  total: 2\n  total: 0\n").is_some());
    assert_eq!(review("findings: {total: 0}\nx: a: b\n"), None);
    for kind in [Kind::Verification, Kind::Security, Kind::Review, Kind::Summary, Kind::Uat] {
        let block = "status: complete\nx: y\nstatus: partial\nthreats_open: 0\n";
        assert_eq!(contradicts(kind, &file(block)), Some(5), "{kind:?}");
    }
}

#[test]
fn counts_of_findings_that_deny_each_other_or_the_word_are_not_read() {
    let review = |block: &str| contradicts(Kind::Review, &file(block));
    assert_eq!(review("findings:\n  critical: 2\n  total: 0\n"), Some(3));
    assert_eq!(review("findings: {warnings: 1, info: 1, total: 1}\n"), Some(3));
    assert_eq!(review("status: clean\nfindings:\n  critical: 3\n"), Some(4));
    assert_eq!(review("status: Passed\nfindings: {blocker: 1, total: 1}\n"), Some(4));
    assert_eq!(review("status: resolved\nfindings: {critical: 3, total: 3}\n"), None, "they were, and are mended");
    assert_eq!(review("status: clean\nfindings: {critical: 0, warning: 2, info: 3, total: 5}\n"), None);
    assert_eq!(review("status: issues_found\nfindings: {critical: 2, total: 2}\n"), None);
}

#[test]
fn two_status_lines_that_differ_are_not_read_and_a_quoted_one_is_none() {
    let of = |head: &str| read(Kind::Verification, &format!("# V\n\n{head}\n\n## Truths\n\n**Status:** failed\n"));
    let line = |head: &str| contradicts(Kind::Verification, &format!("# V\n\n{head}\n\nText.\n"));
    assert_eq!(line("**Status:** passed\n**Status:** gaps_found"), Some(4));
    assert_eq!(line("**Status:** passed\n**Score:** 1\nStatus: gaps_found"), Some(5));
    assert_eq!(line("Status: passed\nStatus: failed"), Some(4));
    assert_eq!(line("**Status:** passed\nStatus: PASSED (again)"), None);
    assert_eq!(of("> **Status:** passed"), Content::Draft { why: "no status word".to_owned() });
    let failed = Content::Finished { word: Some("gaps_found".to_owned()), meaning: Meaning::Failed };
    assert_eq!(of("> **Status:** passed\n\n**Status:** gaps_found"), failed);
}

#[test]
fn what_stands_behind_a_word_without_a_sign_that_parts_it_belongs_to_the_word() {
    for tail in ["/failed", ". failed", " · failed", " |failed", "**failed", " failed"] {
        let found = read(Kind::Verification, &format!("# V\n\n**Status:** passed{tail}\n\nText.\n"));
        assert!(matches!(found, Content::Unknown { line: 3, .. }), "{tail}: {found:?}");
    }
    for tail in
        [".", "!", " (failed)", ", failed", ": failed", "; failed", " - failed", " · **By:** x", ". **Self-Check: ok**"]
    {
        let found = read(Kind::Verification, &format!("# V\n\n**Status:** ✅ passed{tail}\n\nText.\n"));
        assert!(matches!(found, Content::Finished { meaning: Meaning::Done, .. }), "{tail}: {found:?}");
    }
}
