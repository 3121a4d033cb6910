//! What users of such routers met where files were read wrong. Numbers are those of the reports.

use phase_pipeline::gsd::artifacts::Kind;

use crate::common::answer::Answer;
use crate::common::project::Project;
use crate::common::texts;

/// Where a phase goes on whose gates are all passed and whose VERIFICATION is this.
fn verified_by(text: impl AsRef<[u8]>) -> Answer {
    let project = Project::new();
    let phase = project.phase("07-photos").executed().review("clean").security().validation();
    phase.file("07-VERIFICATION.md", text, "docs(07): verification");
    project.at("7")
}

fn whole() -> String {
    texts::finished(Kind::Verification, "07-photos")
}

#[test]
fn a35_a_byte_order_mark_and_other_line_ends_are_read() {
    let crlf = whole().replace('\n', "\r\n");
    let mixed = whole().replacen('\n', "\r\n", 3);
    for text in [whole(), format!("\u{feff}{}", whole()), crlf.clone(), format!("\u{feff}{crlf}"), mixed] {
        verified_by(&text).goes_to(17, "resume/ship");
    }
}

#[test]
fn a35_no_front_matter_is_no_status() {
    let body = "# Verification\n\n## Goal Achievement\n\nAll of it.\n";
    for text in [body.to_owned(), format!("\n{}", whole()), format!("---\nphase: 07\n---\n{body}")] {
        verified_by(&text).goes_to(15, "resume/verify").says("a draft: no status word");
    }
}

#[test]
fn a35_a_line_of_the_body_is_no_status() {
    let text = "---\nphase: 07\n---\n\n# Verification\n\n## How\n\n```\nstatus: passed\n```\n\nstatus: passed\n\n---\nstatus: passed\n---\n";
    verified_by(text).goes_to(15, "resume/verify").says("no status word");
}

#[test]
fn a35_only_the_first_block_is_front_matter() {
    let text =
        format!("---\nphase: 07\nstatus: gaps_found\n---\n\n# V\n\n---\nstatus: passed\n---\n\n{}", "## Goal\n\nNo.\n");
    verified_by(text).goes_to(7, "resume/gaps");
}

#[test]
fn a35_front_matter_that_is_never_closed_is_cut_short() {
    for text in ["---\nphase: 07\nstatus: passed\n", "---\nphase: 07\nstatus: pas", "---\n", "---"] {
        verified_by(text).goes_to(15, "resume/verify").says("cut short");
    }
}

#[test]
fn a35_a_status_that_is_no_word_is_not_missing_and_not_passed() {
    for text in ["---\nstatus: [passed]\n---\n# V\n\nx\n", "---\nstatus: {a: passed}\n---\n# V\n\nx\n"] {
        let answer = verified_by(text).stops(13, "resume/otherwise");
        answer.says("not readable on line 2");
    }
}

#[test]
fn a35_a_block_that_is_no_yaml_is_read_line_by_line_and_says_so() {
    for text in [
        whole().replace("score:", "note: a: b: c\nscore:"),
        whole().replace("score:", "re_verification: true\n  previous: x\nscore:"),
        whole().replace("score:", "verified: 1\nverified: 2\nscore:"),
        whole().replace("score:", "by: `me`\nscore:"),
    ] {
        verified_by(&text).goes_to(17, "resume/ship").says("front matter is no valid YAML and was read line by line");
    }
}

#[test]
fn a35_a_status_that_stands_twice_with_two_words_is_neither() {
    let text = whole().replace("status: passed", "status: passed\nstatus: gaps_found");
    verified_by(&text).stops(13, "resume/otherwise").says("twice");
}

#[test]
fn a35_an_empty_file_is_cut_short() {
    for text in ["", "\n\n", "\u{feff}"] {
        verified_by(text).goes_to(15, "resume/verify").says("cut short");
    }
}

#[test]
fn a35_bytes_that_are_no_text_are_read_as_far_as_they_decide() {
    let mut nul = whole().into_bytes();
    nul.extend(b"\0\xff\xfe more\n");
    verified_by(&nul).goes_to(17, "resume/ship");
    let utf16: Vec<u8> = whole().encode_utf16().flat_map(u16::to_le_bytes).collect();
    let answer = verified_by([&[0xff, 0xfe], utf16.as_slice()].concat());
    assert_ne!(answer.row(), "resume/ship", "{}", answer.told());
}

#[test]
fn a35_a_file_of_five_megabytes_is_no_crash() {
    let mut text = whole();
    text.push_str(&"A line of a long report.\n".repeat(200_000));
    let answer = verified_by(&text);
    assert!([0, 13].contains(&answer.code), "{}", answer.told());
}

#[test]
fn a35_the_status_may_stand_in_bold_in_files_of_before() {
    let text = |status: &str| format!("# Verification\n\n**Status:** {status}\n\n## Goal\n\nAll of it.\n");
    verified_by(text("passed")).goes_to(17, "resume/ship");
    verified_by(text("gaps_found")).goes_to(7, "resume/gaps");
}

#[test]
fn a_conflict_that_was_committed_is_unreadable() {
    let text = whole().replace("# 07-photos", "<<<<<<< HEAD\n# 07-photos\n=======\n# other\n>>>>>>> side\n");
    verified_by(&text).stops(13, "resume/otherwise").says("conflict marks");
}

#[test]
fn a_template_that_nobody_filled_is_a_draft() {
    let project = Project::new();
    let spec = texts::finished(Kind::Spec, "07-photos").replace("0.09 (gate", "[score] (gate");
    project.phase("07-photos").file("07-SPEC.md", spec, "spec(phase-7): add SPEC.md");
    project.at("7").goes_to(1, "resume/research");
}

#[test]
fn an_artifact_that_was_committed_cut_short_is_not_finished() {
    for (kind, row) in
        [(Kind::Context, "resume/research"), (Kind::Spec, "resume/research"), (Kind::Plan, "resume/pre-plan")]
    {
        let project = Project::new();
        let phase = project.phase("07-photos");
        let whole = texts::finished(kind, "07-photos");
        let cut = &whole[..whole.find(if kind == Kind::Spec { "**Ambiguity" } else { "</" }).unwrap()];
        let phase = if kind == Kind::Plan { phase.context() } else { phase };
        let path = phase.artifact(kind);
        phase.file(path.rsplit('/').next().unwrap(), cut, "docs(07): half of it");
        let answer = project.at("7");
        assert_eq!(answer.row(), row, "{kind:?}: {}", answer.told());
    }
}

#[test]
fn a_roadmap_and_a_state_with_other_line_ends_are_read() {
    let project = Project::new();
    project.phase("07-photos").verified().ticked();
    for file in [".planning/ROADMAP.md", ".planning/STATE.md"] {
        let text = std::fs::read_to_string(project.repo().path(file)).unwrap();
        project.repo().write(file, format!("\u{feff}{}", text.replace('\n', "\r\n")));
    }
    project.commit("chore: edit on another system");
    project.at("7").stops(12, "resume/complete");
}

#[test]
fn a_config_that_is_broken_is_refused_by_its_place() {
    for (config, said) in [
        ("{\"workflow\": ", "line 1"),
        (r#"{"pipeline": {"colour": 1}}"#, "colour"),
        (r#"{"surfaces": {"ui": {"gates": "x"}}}"#, "surfaces"),
    ] {
        let project = Project::new();
        project.config(config).commit("chore: config");
        let ran = project.run(&["7"]);
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{config}: {ran:?}");
        assert!(ran.err.contains(".planning/config.json") && ran.err.contains(said), "{config}: {}", ran.err);
    }
}

#[test]
fn a_config_that_differs_from_head_can_tighten_and_not_loosen() {
    let project = Project::new();
    project.config(r#"{"workflow": {"code_review": true}}"#).commit("chore: config");
    project.phase("07-photos").executed();
    project.config(r#"{"workflow": {"code_review": false}}"#);
    project.at("7").goes_to(10, "resume/post-execute").says("the stricter counts");
}
