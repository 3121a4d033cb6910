//! What a project that is old when it meets the check is told: little, and what it can still do something about.

use std::fmt::Write as _;

use super::{json, lint};
use crate::common::repo::Repo;

const PLAN: &str =
    "---\nphase: 0\ntype: execute\nwave: 4\ndepends_on: [01-09]\n---\n\n<objective>\nWork.\n</objective>\n";
const SUMMARY: &str = "---\nstatus: complete\n---\n\n# Done\n";

/// Phases 1 to 4, which ROADMAP marks complete although the second plan of each was never executed, and phase 5, where STATE
/// stands. Every plan is as bad as a plan can be.
fn old() -> Repo {
    let repo = Repo::new();
    let mut roadmap = String::from("# Roadmap\n\n");
    for phase in 1..=5 {
        let folder = format!(".planning/phases/0{phase}-part");
        for plan in 1..=2 {
            repo.write(&format!("{folder}/0{phase}-0{plan}-PLAN.md"), PLAN.replace("01-09", &format!("0{phase}-09")));
        }
        repo.write(&format!("{folder}/0{phase}-01-SUMMARY.md"), SUMMARY);
        let tick = if phase < 5 { "x" } else { " " };
        let _ = writeln!(roadmap, "- [{tick}] **Phase {phase}: Part**");
    }
    repo.write(".planning/ROADMAP.md", roadmap);
    repo.write(".planning/STATE.md", "# State\n\nPhase: 5 of 5 (Part)\nStatus: Executing\n");
    repo.commit("docs: as it grew");
    repo
}

/// Rule and phase of each finding of the families P and S.
fn found(repo: &Repo, options: &[&str]) -> Vec<(String, Option<String>)> {
    let value = json(repo, options);
    let findings = value["findings"].as_array().unwrap().iter();
    let of_family = findings.filter(|finding| ["lint/P", "lint/S"].contains(&&finding["rule"].as_str().unwrap()[..6]));
    of_family
        .map(|finding| (finding["name"].as_str().unwrap().to_owned(), finding["phase"].as_str().map(str::to_owned)))
        .collect()
}

#[test]
fn phases_that_were_left_behind_are_one_finding_and_their_plans_none() {
    let repo = old();
    let of = |name: &str, phase: Option<&str>| (name.to_owned(), phase.map(str::to_owned));
    assert_eq!(
        found(&repo, &["--all"]),
        [of("marked-too-early", None), of("wave-differs", Some("05")), of("unknown-dependency", Some("05"))]
    );
    let human = lint(&repo, &["--all"]).out;
    assert!(human.contains("marks 4 phases complete that git does not: 01 (1 of 2 plans executed), 02 "), "{human}");
    assert!(human.contains(" --> .planning/ROADMAP.md:3:1\n"), "{human}");
    // Whoever asks for one of them is told of that one.
    assert_eq!(found(&repo, &["2"]), [of("marked-too-early", Some("02"))]);
}

#[test]
fn the_phase_that_state_stands_at_is_told_by_itself() {
    let repo = old();
    let roadmap = fs_err::read_to_string(repo.path(".planning/ROADMAP.md")).unwrap();
    repo.write(".planning/ROADMAP.md", roadmap.replace("[ ]", "[x]")).commit("docs: tick the last box");
    let found = found(&repo, &["--all"]);
    let marks: Vec<&(String, Option<String>)> = found.iter().filter(|(name, _)| name == "marked-too-early").collect();
    assert_eq!(marks.iter().map(|(_, phase)| phase.as_deref()).collect::<Vec<_>>(), [None, Some("05")], "{found:?}");
}

#[test]
fn a_command_is_missed_where_the_project_keeps_others_of_its_family() {
    let found = |command: &str, files: &[&str]| -> Vec<(String, String)> {
        let config = serde_json::json!({"pipeline": {"commands": {"plan": command}, "gates": {"load-test": {"command": command}}}});
        let repo = super::project(&config.to_string(), files);
        let value = json(&repo, &["--all"]);
        let findings = value["findings"].as_array().unwrap().iter();
        let missed = findings.filter(|finding| finding["name"] == "unknown-command");
        missed
            .map(|finding| {
                (finding["message"].as_str().unwrap().to_owned(), finding["fix"].as_str().unwrap().to_owned())
            })
            .collect()
    };
    let kept =
        &[".claude/commands/gsd/plan-phase.md", ".claude/skills/own-look/SKILL.md", ".claude/commands-old/gsd/foo.md"]
            [..];
    let missed = found("/gsd-plan-phse N", kept);
    assert_eq!(missed.len(), 2, "{missed:?}");
    assert!(missed[0].0.contains("pipeline.commands.plan") && missed[0].1.contains("/gsd-plan-phase"), "{missed:?}");
    assert_eq!(found("/gsd:foo", kept).len(), 2);
    // What is there, however it is spelt; of another family; of no family; no command of this kind; and nothing kept.
    for command in
        ["/gsd:plan-phase N", "/gsd-plan-phase", "/own-look", "/elsewhere-foo", "/review", "make foo", "/usr/bin/foo x"]
    {
        assert_eq!(found(command, kept), [], "{command}");
    }
    assert_eq!(found("/gsd-foo", &[".claude/skills/own-look/SKILL.md"]), []);
}
