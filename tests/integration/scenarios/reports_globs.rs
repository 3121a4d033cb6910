//! What users of tools that match changed files by globs met: which surface a change makes active, and what a map may not say.

use crate::common::answer::Answer;
use crate::common::project::Project;

/// A surface, its globs, paths that make it active, and such as do not.
type Surface = (&'static str, &'static [&'static str], &'static [&'static str], &'static [&'static str]);

const MATCHES: &[Surface] = &[
    ("b01", &["one/**", "!one/**/*.md"], &["one/a.rs"], &["one/a.md", "web/x.ts"]),
    ("b03-one-level", &["two/*"], &["two/a.rs"], &["two/a/b.rs"]),
    ("b03-root-only", &["*.md"], &["read.md"], &["docs/read.md"]),
    ("b04-dot", &["./three/**"], &["three/a/b.rs"], &["threes/a.rs"]),
    ("b04-slash", &["/four/**"], &["four/a.rs"], &["src/four/a.rs"]),
    ("b04-folder", &["five/"], &["five/a.rs"], &["fives/a.rs"]),
    ("b05", &["config/**"], &["config/.env"], &[".config/x"]),
    ("b18-accent", &["six/**"], &["six/na\u{ef}ve.rs"], &["six"]),
    ("b18-quoted", &["seven/**"], &["seven/a\"b\tc.rs"], &["\"seven/a.rs"]),
    ("b21-nested", &["{eight,{nine,ten}}/**"], &["ten/x"], &["{eight/x"]),
    ("b21-empty", &["eleven/{a,}/x"], &["eleven/x"], &["eleven/b/x"]),
    ("b23", &["twelve/**"], &["twelve/a.rs"], &["twelve\\pay\\a.rs"]),
];

fn state(answer: &Answer, surface: &str) -> String {
    let surfaces = answer.json["classification"]["surfaces"].as_array().unwrap();
    let line = surfaces.iter().find(|line| line["name"] == surface);
    line.and_then(|line| line["state"].as_str()).unwrap_or_default().to_owned()
}

/// A planned phase of a project with this map, with these files of before.
fn planned(map: &str, files: &[&str]) -> Project {
    let project = Project::new();
    for file in files {
        project.repo().write(file, "// of before\n".repeat(20));
    }
    project.config(map).commit("chore: configure");
    project.phase("07-photos").planned();
    project
}

/// Writes these files and commits them as work on the plan.
fn work(project: &Project, files: &[&str]) -> Answer {
    for file in files {
        project.repo().write(file, "// work\n");
    }
    project.commit("feat(07-01): keep photos");
    project.at("7")
}

#[test]
fn a_glob_matches_what_it_says_and_nothing_else() {
    let surfaces = MATCHES.iter().map(|(name, globs, ..)| format!(r#""{name}": {{"globs": {globs:?}, "gates": []}}"#));
    let map = format!(r#"{{"surfaces": {{{}}}}}"#, surfaces.collect::<Vec<_>>().join(", "));
    for (should, expected) in [(true, "active"), (false, "inactive")] {
        let project = planned(&map, &[]);
        let paths = MATCHES.iter().flat_map(|(_, _, matching, others)| if should { *matching } else { *others });
        let paths: Vec<&str> = paths.copied().filter(|path| *path != "six").collect();
        let answer = work(&project, &paths);
        for (name, ..) in MATCHES {
            assert_eq!(state(&answer, name), expected, "{name}: {}", answer.told());
        }
    }
}

const PINNED: &str = r#"{"surfaces": {
    "schema": {"globs": ["migrations/**"], "gates": ["secure"], "pinned": true},
    "pages": {"globs": ["src/pages/**"], "gates": ["ui-review"]}
}}"#;

#[test]
fn b06_both_ends_of_a_rename_and_b07_a_delete_count() {
    let project = planned(PINNED, &["migrations/0007.sql"]);
    project.repo().write("src/keep", "");
    project.repo().git(&["mv", "migrations/0007.sql", "src/0007.sql"]);
    let answer = work(&project, &[]);
    assert_eq!((state(&answer, "schema"), state(&answer, "pages")), ("active".into(), "inactive".into()));

    let project = planned(PINNED, &["migrations/0007.sql"]);
    project.repo().remove("migrations/0007.sql");
    assert_eq!(state(&work(&project, &[]), "schema"), "active");
}

#[test]
fn b13_what_the_main_branch_gained_is_not_this_phases() {
    let project = planned(PINNED, &[]);
    project.repo().git(&["checkout", "--quiet", "-b", "photos"]);
    work(&project, &["src/pages/home.rs"]);
    project.repo().git(&["checkout", "--quiet", "main"]);
    project.repo().write("migrations/0008.sql", "-- another's\n");
    project.commit("feat: another's");
    project.repo().git(&["checkout", "--quiet", "photos"]);
    for merged in [false, true] {
        if merged {
            project.repo().git(&["merge", "--quiet", "--no-edit", "main"]);
        }
        let answer = project.at("7");
        assert_eq!((state(&answer, "schema"), state(&answer, "pages")), ("inactive".into(), "active".into()));
    }
}

/// Maps that nobody can mean, and what is said of each: its place, and what is wrong.
const REFUSED: &[(&str, &[&str])] = &[
    (r#"{"globs": ["!docs/**"], "gates": []}"#, &["surfaces.pay.globs", "nothing could ever activate it"]),
    (
        r#"{"globs": ["a/**", "!a/*.md"], "gates": [], "pinned": true}"#,
        &["surfaces.pay.globs[1]", "takes nothing away"],
    ),
    (r#"{"globs": ["!(docs|web)/**"], "gates": []}"#, &["surfaces.pay.globs[0]", "`!(`"]),
    (r#"{"globs": ["a/***"], "gates": []}"#, &["surfaces.pay.globs[0]", "`***`"]),
    (r#"{"globs": ["a/b**"], "gates": []}"#, &["surfaces.pay.globs[0]", "`**`"]),
    (r#"{"globs": ["a/**", "src/[a"], "gates": []}"#, &["surfaces.pay.globs[1]", "`[` has no partner"]),
    (r#"{"globs": ["a/{b,c/**"], "gates": []}"#, &["surfaces.pay.globs[0]", "`{` has no partner"]),
    (r#"{"globs": ["src\\pay\\**"], "gates": []}"#, &["surfaces.pay.globs[0]", "write `src/pay/**`"]),
    (r#"{"glob": ["a/**"], "gates": []}"#, &["surfaces.pay.glob", "did you mean globs"]),
    (r#"{"globs": ["a/**"], "gates": [], "Pinned": true}"#, &["surfaces.pay.Pinned", "did you mean pinned"]),
];

#[test]
fn a_map_that_nobody_can_mean_is_refused_by_its_place() {
    let project = Project::new();
    project.phase("07-photos").context();
    for (surface, parts) in REFUSED {
        project.config(&format!(r#"{{"surfaces": {{"pay": {surface}}}}}"#));
        let ran = project.run(&["7"]);
        assert_eq!(ran.code, 2, "{surface}: {ran:?}");
        for part in *parts {
            assert!(ran.err.contains(part), "{surface}: {part} is not in {}", ran.err);
        }
    }
}

#[test]
fn a44_a_gate_that_is_no_built_in_is_one_of_the_project_and_is_never_passed_over() {
    let project = planned(&PINNED.replace(r#""secure""#, r#""secur""#), &[]);
    work(&project, &["migrations/0008.sql"]);
    let phase = project.phase("07-photos").summary("01").review("clean").verification("passed").ticked().shipped();
    project.at("7").goes_to(14, "resume/reviews-missing").says("SECUR absent");
    phase.file("07-SECUR.md", "# Secured\n\nAll of it.\n", "docs(07): secur");
    assert_ne!(project.at("7").row(), "resume/reviews-missing");
}
