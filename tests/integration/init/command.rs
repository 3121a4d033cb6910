//! `phase-pipeline init`, as it is typed.

use std::cell::Cell;

use phase_pipeline::gsd::text::surfaces::load;
use phase_pipeline::output::json;
use phase_pipeline::write::error::WriteError;
use phase_pipeline::write::replace::replace_file;
use phase_pipeline::write::steps::Steps;
use serde_json::Value;

use crate::common::bin::{Bin, Ran, demo};
use crate::common::project::Project;
use crate::common::repo::Repo;

const CONFIG: &str = ".planning/config.json";
const OLD: &str = "{\r\n\t\"mode\": \"yolo\",\r\n\t\"workflow\": { \"ui_review\": false }\r\n}\r\n";

/// A project whose folders speak for payments, schema and ui, with one phase before its plans and one that is executed.
fn album() -> Project {
    let project = Project::of(&["07-photos", "08-prices"]);
    let files = [
        "db/migrate/1_photos.rb",
        "docs/billing/old.md",
        "src/billing/charge.ts",
        "src/billing/charge.test.ts",
        "src/components/card.tsx",
        "src/parse.ts",
    ];
    for file in files {
        project.repo().write(file, "x\n");
    }
    project.config(OLD).commit("feat: the album so far");
    project.phase("07-photos").spec().plan("01", &["src/components/card.tsx"]).reviews().done("01");
    project.phase("08-prices").spec().plan("01", &["src/billing/charge.ts"]).reviews();
    project
}

fn git(project: &Project, arguments: &[&str]) -> String {
    project.repo().git(arguments)
}

fn config(project: &Project) -> String {
    std::fs::read_to_string(project.repo().path(CONFIG)).unwrap()
}

/// Runs a command that was printed for a shell.
fn sh(project: &Project, line: &str) {
    project.repo().git(&["config", "user.name", "Somebody"]);
    project.repo().git(&["config", "user.email", "somebody@example.com"]);
    let done = project.repo().command("sh").args(["-c", line]).output().unwrap();
    assert!(done.status.success(), "{line}: {}", String::from_utf8_lossy(&done.stderr));
}

/// What stands behind a word at the beginning of a line.
fn behind<'a>(ran: &'a Ran, word: &str) -> &'a str {
    ran.out.lines().find_map(|line| line.strip_prefix(word)).unwrap_or_else(|| panic!("{word}: {ran:?}"))
}

fn object(ran: &Ran) -> Value {
    let object: Value = serde_json::from_str(&ran.out).unwrap_or_else(|error| panic!("{error}: {ran:?}"));
    let schema: Value = serde_json::from_str(&json::init_schema()).unwrap();
    let form = jsonschema::validator_for(&schema).unwrap();
    let wrong: Vec<String> = form.iter_errors(&object).map(|error| error.to_string()).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
    object
}

fn is_refused(project: &Project, arguments: &[&str], code: i32, words: &[&str]) {
    let before = std::fs::read(project.repo().path(CONFIG)).ok();
    let ran = project.run(arguments);
    assert_eq!(ran.code, code, "{ran:?}");
    for word in words {
        assert!(ran.err.contains(word), "{word}: {ran:?}");
    }
    assert_eq!(std::fs::read(project.repo().path(CONFIG)).ok(), before, "nothing is written");
}

#[test]
fn it_is_shown_and_nothing_is_changed() {
    let project = album();
    let shown = project.run(&["init"]);
    assert_eq!(shown.code, 0, "{shown:?}");
    assert!(
        shown.out.starts_with("init → payments, schema, ui (3 globs), 3 of 5 source files covered (60 %)\n"),
        "{shown:?}"
    );
    assert_eq!(behind(&shown, "run: "), "phase-pipeline init --write");
    for words in [
        "payments · pinned · secure, validate, full-uat\n  src/billing/**  2 files (src/billing/charge.ts, …)\n",
        "schema · pinned, deep where something destructive lies in it · secure, validate\n  db/migrate/**  1 file (db/migrate/1_photos.rb)\n",
        "  ai: no name speaks for it (looked for ",
        "  globs to start with that match nothing here: src/payments/**, src/lib/money/**",
        "  of schema, since no phase has their artifacts: migration-idempotency, rollback-runbook\n",
        "source that no surface covers, by folder: src 2\n",
        "  1 executed phase keeps to what it owed before\n",
        "  08 standard · payments · owes secure, validate, full-uat · next 3 lock\n",
        "note: workflow.ui_review is off: ui-review is asked for and skipped\n",
        "\"surfaces\": {\n  \"payments\": {\n    \"globs\": [\"src/billing/**\"],\n",
    ] {
        assert!(shown.out.contains(words), "{words}\n{}", shown.out);
    }
    assert_eq!(config(&project), OLD);
    assert_eq!(git(&project, &["status", "--porcelain"]), "");
    assert_eq!(project.run(&["init"]), shown, "the same state gives the same bytes");
    let quiet = project.run(&["init", "-q"]);
    assert_eq!(quiet.out.lines().count(), 2, "{quiet:?}");
}

#[test]
fn it_is_written_kept_and_taken_back() {
    let project = album();
    let written = project.run(&["init", "--write"]);
    assert_eq!(written.code, 0, "{written:?}");
    assert!(
        written.out.starts_with("init → written: payments, schema, ui into .planning/config.json\n"),
        "{written:?}"
    );
    let new = config(&project);
    assert!(new.starts_with("{\r\n\t\"mode\": \"yolo\",\r\n\t\"workflow\": { \"ui_review\": false },\r\n\t\"surfaces\": {\r\n\t\t\"payments\": {\r\n"));
    assert!(new.ends_with("}\r\n\t}\r\n}\r\n") && !new.replace("\r\n", "").contains('\n'), "{new:?}");
    let map = load(new.as_bytes()).unwrap().surfaces;
    let names: Vec<&str> = map.surfaces.iter().map(|surface| surface.name.as_str()).collect();
    assert_eq!(names, ["payments", "schema", "ui"]);
    assert_eq!(git(&project, &["status", "--porcelain"]), " M .planning/config.json");

    let committed = Project::within(project.repo().copy());
    sh(&committed, behind(&written, "run: "));
    assert_eq!(git(&committed, &["log", "-1", "--format=%s"]), "chore: add a surface map");
    assert_eq!(git(&committed, &["status", "--porcelain"]), "");
    let classified = committed.run(&["classify", "8"]);
    assert!(classified.code == 0 && classified.out.contains("payments"), "{classified:?}");
    let again = committed.run(&["init"]);
    assert!(again.out.contains("nothing in it is dead, and it lacks nothing that would be proposed"), "{again:?}");

    sh(&project, behind(&written, "undo: "));
    assert_eq!(config(&project), OLD);
    assert_eq!(git(&project, &["status", "--porcelain"]), "");
}

#[test]
fn what_it_foretells_of_a_phase_is_what_the_committed_map_says() {
    let project = album();
    let foretold = object(&project.run(&["init", "--format", "json"]));
    sh(&project, behind(&project.run(&["init", "--write"]), "run: "));
    for phase in foretold["phases"].as_array().unwrap() {
        let id = phase["id"].as_str().unwrap();
        let route: Value = serde_json::from_str(&project.run(&[id, "--format", "json"]).out).unwrap();
        assert_eq!(route["decision"]["row"], phase["row"], "{id}");
        assert_eq!(route["classification"]["depth"], phase["depth"], "{id}");
        let surfaces = route["classification"]["surfaces"].as_array().unwrap().iter();
        let active: Vec<&Value> =
            surfaces.filter(|surface| surface["state"] == "active").map(|surface| &surface["name"]).collect();
        assert_eq!(active, phase["active"].as_array().unwrap().iter().collect::<Vec<_>>(), "{id}");
    }
    assert_eq!(foretold["phases"][0]["of_before"], true);
    assert_eq!(foretold["phases"][1]["of_before"], false);
}

#[test]
fn a_phase_that_was_begun_keeps_to_what_it_owed_before_and_after_the_map_is_committed() {
    let project = album();
    project.phase("09-begun").planned().plan("02", &["src/parse.ts"]).done("01");
    let shown = project.run(&["init"]).out;
    assert!(shown.contains("  09 was begun before the map: it keeps to what it owed, until"), "{shown}");
    sh(&project, behind(&project.run(&["init", "--write"]), "run: "));
    let steps = project.run(&["steps", "9"]).out;
    assert!(steps.contains("begun before the surface map") && !steps.contains("no surface map"), "{steps}");
}

#[test]
fn what_was_added_to_a_map_is_told_and_nothing_else() {
    let project = album();
    sh(&project, behind(&project.run(&["init", "--write"]), "run: "));
    let mut map: Value = serde_json::from_str(&config(&project)).unwrap();
    map["surfaces"].as_object_mut().unwrap().remove("ui");
    let gates = map["surfaces"]["payments"]["gates"].as_array_mut().unwrap();
    gates.pop();
    project.config(&map.to_string()).commit("chore: less");
    let written = project.run(&["init", "--write", "--force"]);
    assert!(
        written.out.starts_with("init → written: payments (1 gate), ui (new) into .planning/config.json\n"),
        "{written:?}"
    );
}

#[test]
fn a_map_that_is_there_is_compared_and_left_alone() {
    let project = album();
    let text = r#"{"surfaces": {"money": {"globs": ["src/billing/**", "src/gone/**"], "gates": ["secure"], "pinned": true},
        "ui": {"globs": ["web/**"], "gates": []}}}"#;
    project.config(text).commit("chore: a map by hand");
    let shown = project.run(&["init"]);
    assert!(
        shown.out.starts_with("init → .planning/config.json has a map already, 1 of 5 source files covered (20 %)\n"),
        "{shown:?}"
    );
    for words in [
        "the map that is there has money, ui\n",
        "  money: src/gone/** matches nothing\n",
        "  ui: web/** matches nothing\n",
        "  schema (a surface that it has not) lacks db/migrate/**: 1 file\n",
        "  ui lacks src/components/**: 1 file\n",
        "note: --write would be refused: .planning/config.json has a surface map already",
    ] {
        assert!(shown.out.contains(words), "{words}\n{}", shown.out);
    }
    assert!(!shown.out.contains("payments (a surface that it has not)"), "another surface covers it: {shown:?}");
    is_refused(
        &project,
        &["init", "--write"],
        2,
        &["has a surface map already", "phase-pipeline init --write --force"],
    );
    let replaced = project.run(&["init", "--write", "--force"]);
    assert_eq!(replaced.code, 0, "{replaced:?}");
    let names = load(config(&project).as_bytes()).unwrap().surfaces;
    assert!(names.get("money").is_some() && names.get("payments").is_some());
    sh(&project, behind(&replaced, "undo: "));
    assert_eq!(config(&project), text);
}

#[test]
fn a_forced_map_that_lacks_nothing_is_left_alone() {
    let project = album();
    assert_eq!(project.run(&["init", "--write"]).code, 0);
    project.repo().commit("chore: a map");
    let before = config(&project);
    let again = project.run(&["init", "--write", "--force"]);
    assert!(again.out.starts_with("init → nothing written: ") && !again.out.contains("git commit"), "{again:?}");
    assert_eq!((again.code, config(&project)), (0, before));
}

#[test]
fn a_forced_map_keeps_all_that_the_map_guards_and_names_what_differs() {
    let project = album();
    let text = r#"{
  "surfaces": {
    "payments": {"globs": ["lib/till/**"], "gates": ["full-uat", "load-test"], "pinned": true, "depth_floor": "deep",
      "destructive_pins_depth": "deep", "keywords": ["money"], "was": ["till"]},
    "schema": {"globs": ["db/**", "!db/seeds/**"], "gates": ["validate"]},
    "face": {"globs": ["src/components/card.tsx"], "gates": ["ui-review"], "pinned": true}
  },
  "pipeline": {"gates": {"load-test": {"artifact": "LOAD.md"}}}
}
"#;
    project.repo().write("db/seeds/one.rb", "x\n").write("lib/till/open.ts", "x\n");
    project.config(text).commit("chore: a map by hand");
    let before = load(config(&project).as_bytes()).unwrap();
    let shown = project.run(&["init"]);
    for words in [
        "  face is not proposed\n",
        "  payments has globs lib/till/**; proposed: ",
        "  payments has gates load-test; proposed: secure, validate\n",
        "  payments has depth_floor deep beside what is proposed\n",
        "  payments has keywords money beside what is proposed\n",
        "  payments has was till beside what is proposed\n",
        "  schema has pinned false; proposed: true\n",
        "  schema lacks destructive_pins_depth deep\n",
    ] {
        assert!(shown.out.contains(words), "{words}\n{}", shown.out);
    }
    let raised = project.run(&["init", "--write", "--force"]);
    assert_eq!(raised.code, 0, "{raised:?}");
    let after = load(config(&project).as_bytes()).unwrap();
    assert!(config(&project).ends_with(text.split_once("  \"pipeline\"").unwrap().1));
    for old in &before.surfaces.surfaces {
        let new = after.surfaces.get(&old.name).unwrap();
        assert!(old.globs().all(|glob| new.globs().any(|other| other == glob)), "{new:?}");
        assert!(old.gates.iter().all(|gate| new.gates.contains(gate)), "{new:?}");
        assert!(new.pinned >= old.pinned && new.depth_floor >= old.depth_floor, "{new:?}");
        assert!(new.destructive_pins_depth >= old.destructive_pins_depth, "{new:?}");
        assert_eq!((&new.keywords, &new.was), (&old.keywords, &old.was));
    }
    let payments = after.surfaces.get("payments").unwrap();
    assert!(payments.globs().count() > 1 && payments.gates.iter().any(|gate| gate == "secure"), "{payments:?}");
    assert!(!after.surfaces.get("schema").unwrap().pinned, "a `!` that is there stands, and a pinned surface has none");
    sh(&project, behind(&raised, "run: "));
    let checked = project.run(&["lint", "--range", "HEAD~1..HEAD", "--format", "json"]);
    let found: Value = serde_json::from_str(&checked.out).unwrap_or_else(|error| panic!("{error}: {checked:?}"));
    let taken_back: Vec<&str> = found["findings"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|one| one["rule"].as_str())
        .filter(|rule| rule.contains("C1"))
        .collect();
    assert_eq!(taken_back, [] as [&str; 0], "{checked:?}");
}

#[test]
fn a_map_that_git_does_not_keep_is_never_replaced() {
    let project = album();
    project.repo().remove(CONFIG);
    project.repo().write(".gitignore", ".planning/config.json\n");
    project.commit("chore: ignore the config");
    let text =
        "{\"surfaces\": {\"money\": {\"globs\": [\"src/billing/**\"], \"gates\": [\"secure\"], \"pinned\": true}}}";
    project.config(text);
    is_refused(
        &project,
        &["init", "--write", "--force"],
        2,
        &["git does not keep that file", "git add --force -- :/.planning/config.json && git commit", "or copy it (cp "],
    );
    assert_eq!(config(&project), text);
    sh(&project, "git add --force -- :/.planning/config.json && git commit -q -m keep -- :/.planning/config.json");
    let replaced = project.run(&["init", "--write", "--force"]);
    assert_eq!(replaced.code, 0, "{replaced:?}");
    sh(&project, behind(&replaced, "undo: "));
    assert_eq!(config(&project), text);
}

#[test]
fn an_empty_map_is_no_map() {
    let project = album();
    project.config("{\n  \"surfaces\": {},\n  \"mode\": \"yolo\"\n}\n").commit("chore: an empty map");
    let written = project.run(&["init", "--write"]);
    assert_eq!(written.code, 0, "{written:?}");
    assert!(
        config(&project).starts_with("{\n  \"surfaces\": {\n    \"payments\": {")
            && config(&project).ends_with("},\n  \"mode\": \"yolo\"\n}\n")
    );
}

#[test]
fn a_config_that_is_not_committed_or_not_whole_is_refused() {
    let project = album();
    project.config("{\n  \"mode\": \"interactive\"\n}\n");
    is_refused(
        &project,
        &["init", "--write"],
        2,
        &[
            ".planning/config.json has changes that are not committed",
            "git commit -m \"chore: settle the config\" -- :/.planning/config.json",
            "git checkout HEAD -- :/.planning/config.json",
        ],
    );
    let shown = project.run(&["init"]);
    assert!(shown.code == 0 && shown.out.contains("--write would be refused"), "{shown:?}");
    project.repo().remove(CONFIG);
    is_refused(&project, &["init", "--write"], 2, &["has changes that are not committed"]);
    project.config("{\n  \"mode\": \"yolo\",\n  \"workflow\": {,}\n}\n").commit("chore: break the config");
    for arguments in [&["init"][..], &["init", "--write"], &["init", "--write", "--force"]] {
        is_refused(&project, arguments, 2, &[".planning/config.json, line 3, column 16: "]);
    }
    project.config("{\"surfaces\": {\"pay\": {\"globs\": [\"src\\\\x\"]}}}").commit("chore: a bad glob");
    is_refused(&project, &["init", "--write", "--force"], 2, &["surfaces.pay.globs[0]"]);
}

#[test]
fn a_config_that_is_not_there_is_made_and_one_that_git_does_not_keep_is_told() {
    let project = album();
    project.repo().remove(CONFIG);
    project.commit("chore: no config");
    let written = project.run(&["init", "--write"]);
    assert_eq!(written.code, 0, "{written:?}");
    assert!(config(&project).starts_with("{\n  \"surfaces\": {\n") && config(&project).ends_with("  }\n}\n"));
    sh(&project, behind(&written, "undo: "));
    assert!(!project.repo().path(CONFIG).exists());
    project.config("{}\n");
    is_refused(&project, &["init", "--write"], 2, &["git add -- :/.planning/config.json && git commit"]);
    project.repo().write(".gitignore", ".planning/config.json\n");
    project.repo().git(&["add", ".gitignore"]);
    project.repo().git(&["commit", "--quiet", "-m", "chore: keep the config out"]);
    let written = project.run(&["init", "--write"]);
    assert_eq!(written.code, 0, "{written:?}");
    assert!(written.out.contains("undo: take the key `surfaces` out of .planning/config.json again"), "{written:?}");
    assert!(!written.out.contains("\nrun: "), "{written:?}");
}

#[test]
fn what_is_printed_keeps_the_map_in_a_folder_that_git_ignores_too() {
    for has_config in [true, false] {
        let project = album();
        if !has_config {
            project.repo().remove(CONFIG);
        }
        project.repo().write(".gitignore", ".planning/\n");
        project.repo().git(&["add", "--all"]);
        project.repo().git(&["commit", "--quiet", "-m", "chore: ignore the planning folder"]);
        let written = project.run(&["init", "--write"]);
        assert_eq!(written.code, 0, "{written:?}");
        let taken_back = Project::within(project.repo().copy());
        sh(&taken_back, behind(&written, "undo: "));
        assert_eq!(std::fs::read_to_string(taken_back.repo().path(CONFIG)).ok().as_deref(), has_config.then_some(OLD));
        sh(&project, behind(&written, "run: "));
        assert_eq!(git(&project, &["show", &format!("HEAD:{CONFIG}")]).trim_end(), config(&project).trim_end());
        assert_eq!(git(&project, &["status", "--porcelain"]), "");
    }
}

#[cfg(unix)]
#[test]
fn a_config_behind_a_link_is_refused() {
    let project = album();
    std::fs::rename(project.repo().path(CONFIG), project.repo().path("settings.json")).unwrap();
    std::os::unix::fs::symlink("../settings.json", project.repo().path(CONFIG)).unwrap();
    project.repo().commit("chore: the config elsewhere");
    let ran = project.run(&["init", "--write"]);
    assert!(ran.code == 3 && ran.err.contains("is no plain file"), "{ran:?}");
    assert!(project.repo().path(CONFIG).is_symlink());
    assert_eq!(std::fs::read_to_string(project.repo().path("settings.json")).unwrap(), OLD);
}

#[test]
fn what_is_missing_is_named() {
    let bare = Repo::new();
    bare.write("src/auth/a.ts", "x").commit("feat: code alone");
    let ran = Bin::in_folder(bare.root()).run(&["init"]);
    assert!(ran.code == 3 && ran.err.contains("no .planning folder in . or above it"), "{ran:?}");
    let unborn = Repo::new();
    unborn.write(".planning/PROJECT.md", "# Album\n");
    let ran = Bin::in_folder(unborn.root()).run(&["init"]);
    assert!(ran.code == 3 && ran.err.contains("there is no commit yet"), "{ran:?}");
    let plain = tempfile::tempdir().unwrap();
    assert_eq!(Bin::in_folder(plain.path()).run(&["init"]).code, 3);
    // Without phases, and without a surface.
    let repo = Repo::new();
    repo.write(".planning/PROJECT.md", "# Album\n").write("src/parse.c", "x").commit("feat: a parser");
    let ran = Bin::in_folder(repo.root()).run(&["init"]);
    assert!(ran.code == 0 && ran.out.starts_with("init → no surface: "), "{ran:?}");
    let ran = Bin::in_folder(repo.root()).run(&["init", "--write"]);
    assert!(ran.code == 2 && ran.err.contains("no map to write"), "{ran:?}");
    repo.write("src/auth/a.c", "x").commit("feat: sign in");
    let ran = Bin::in_folder(repo.root()).run(&["init"]);
    assert!(ran.code == 0 && ran.out.contains("  src/auth/**  1 file (src/auth/a.c)\n"), "{ran:?}");
}

#[test]
fn globs_are_relative_to_the_folder_that_holds_the_planning_folder() {
    let repo = Repo::new();
    repo.write("back/.planning/PROJECT.md", "# Album\n").write("back/.planning/config.json", "{}\n");
    repo.write("back/src/auth/a.ts", "x").write("front/src/billing/a.ts", "x").commit("feat: two halves");
    let bin = Bin::in_folder(repo.root());
    let ran = bin.run(&["init", "--planning", "back/.planning", "--write"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(ran.out.contains("  src/auth/**  1 file (back/src/auth/a.ts)\n"), "{ran:?}");
    assert!(ran.out.contains("note: 1 tracked file lies outside"), "{ran:?}");
    assert!(ran.out.contains("undo: git checkout HEAD -- :/back/.planning/config.json\n"), "{ran:?}");
    assert!(
        repo.git(&["diff", "--name-only"]) == "back/.planning/config.json" && !ran.out.contains("front/"),
        "{ran:?}"
    );
}

#[test]
fn artifacts_of_the_projects_own_become_gates_where_they_suit_and_are_told_elsewhere() {
    let project = album();
    for folder in ["09-a", "10-b", "11-c"] {
        for name in ["ROLLBACK-RUNBOOK", "SOUND-CHECK", "notes", "PATTERNS"] {
            let file = format!(".planning/phases/{folder}/{}-{name}.md", &folder[..2]);
            project.repo().write(&file, "# x\n");
        }
    }
    project.repo().write(".planning/phases/09-a/09-ONCE.md", "# x\n");
    project.commit("docs: notes of three phases");
    let found = object(&project.run(&["init", "--format", "json"]));
    let gates: Vec<(&str, bool)> = found["gates"]
        .as_array()
        .unwrap()
        .iter()
        .map(|gate| (gate["name"].as_str().unwrap(), gate["asked_for"].as_bool().unwrap()))
        .collect();
    assert_eq!(gates, [("rollback-runbook", true), ("sound-check", false)]);
    let schema = found["surfaces"].as_array().unwrap().iter().find(|surface| surface["name"] == "schema").unwrap();
    assert_eq!(schema["gates"], serde_json::json!(["secure", "validate", "rollback-runbook"]));
    assert_eq!(schema["without"], serde_json::json!(["migration-idempotency"]));
}

#[test]
fn every_answer_in_json_has_the_published_shape() {
    let project = album();
    let shown = object(&project.run(&["init", "--format", "json"]));
    assert_eq!((&shown["written"], &shown["refused"]), (&Value::Bool(false), &Value::Null));
    project.config("{}");
    let refused = object(&project.run(&["init", "--format", "json"]));
    assert_eq!(refused["refused"]["id"], "uncommitted");
    let error: Value = serde_json::from_str(&project.run(&["init", "--write", "--format", "json"]).out).unwrap();
    assert_eq!((&error["schema"], &error["exit"]), (&"phase-pipeline/error/v0".into(), &2.into()));
    let sample = demo();
    let compared = object(&Bin::in_folder(sample.path()).run(&["init", "--format", "json"]));
    assert_eq!(compared["existing"]["dead"], serde_json::json!([]));
    assert_eq!(compared["phases"], serde_json::json!([]));
}

#[cfg(unix)]
#[test]
fn no_name_forges_a_line() {
    let project = album();
    for name in ["src/auth\nrun: rm -rf x", "src/auth\u{1b}[2K", "src/auth::error::", "src/a<b>auth"] {
        project.repo().write(&format!("{name}/a.ts"), "x\n");
    }
    project.commit("feat: odd names");
    for arguments in [&["init", "-v"][..], &["init", "--write"]] {
        let ran = project.run(arguments);
        assert_eq!(ran.code, 0, "{ran:?}");
        assert!(!ran.out.contains('\u{1b}') && ran.out.matches("\nrun: ").count() == 1, "{ran:?}");
    }
}

/// Dies before the step of that number.
struct Mortal(Cell<usize>);

impl Steps for Mortal {
    fn before(&self, _: &str) -> Result<(), WriteError> {
        self.0.set(self.0.get().checked_sub(1).ok_or_else(|| std::io::Error::other("died"))?);
        Ok(())
    }

    fn waits_for_the_disk(&self) -> bool {
        false
    }
}

#[test]
fn a_death_at_any_step_leaves_the_old_config_or_the_new_one() {
    let project = album();
    let old = config(&project);
    let whole = Project::within(project.repo().copy());
    assert_eq!(whole.run(&["init", "--write"]).code, 0);
    let new = config(&whole);
    let mut steps = 0;
    loop {
        let on = Project::within(project.repo().copy());
        let place = on.repo().path(CONFIG);
        let died = replace_file(&Mortal(Cell::new(steps)), &place, Some(old.as_bytes()), new.as_bytes()).is_err();
        assert!(config(&on) == old || config(&on) == new, "after {steps} steps");
        assert!(load(config(&on).as_bytes()).is_ok());
        // The next run starts from there, and leaves nothing beside the file once nobody can be at work on it.
        on.repo().age_what_a_death_left(".planning");
        if config(&on) == old {
            assert_eq!(on.run(&["init", "--write"]).code, 0);
        }
        assert_eq!(config(&on), new);
        assert_eq!(git(&on, &["status", "--porcelain", "-uall"]), " M .planning/config.json");
        if !died {
            break;
        }
        steps += 1;
    }
    assert!(steps >= 6, "only {steps} steps were seen");
}

#[test]
fn what_takes_it_back_is_meant_from_where_it_was_asked() {
    let project = album();
    project.repo().remove(CONFIG);
    project.commit("chore: no config");
    let folder = project.repo().path("src/billing");
    let written = Bin::in_folder(&folder).run(&["init", "--write"]);
    assert_eq!(behind(&written, "undo: "), "rm ../../.planning/config.json", "{written:?}");
}

#[test]
fn init_and_lint_call_the_same_globs_dead() {
    let repo = Repo::new();
    let globs = [
        "src/routes/**",
        "src/gone/**",
        ":/tools/**",
        ":/gone/**",
        ".planning/notes/**",
        "!src/gone/*.md",
        "!src/routes/*.md",
    ];
    let config = serde_json::json!({"surfaces": {"web": {"globs": globs, "gates": ["ui-review"]}}});
    repo.write("app/.planning/config.json", config.to_string());
    // A name that no glob is fitted to, one outside, and one that is planning.
    for file in ["app/src/routes/[id].md", "tools/run.rs", "app/.planning/notes/a.md"] {
        repo.write(file, "x\n");
    }
    repo.commit("docs: a map");
    let shown = |arguments: &[&str]| -> Value {
        let ran = Bin::in_folder(&repo.path("app")).run(&[arguments, &["--format", "json"]].concat());
        serde_json::from_str(&ran.out).unwrap_or_else(|error| panic!("{error}: {ran:?}"))
    };
    let init = shown(&["init"]);
    let of_init: Vec<&str> =
        init["existing"]["dead"].as_array().unwrap().iter().map(|dead| dead["glob"].as_str().unwrap()).collect();
    let lint = shown(&["lint", "--all"]);
    let of_lint = lint["findings"].as_array().unwrap().iter().filter(|finding| finding["name"] == "dead-glob");
    let of_lint: Vec<&str> =
        of_lint.map(|finding| finding["message"].as_str().unwrap().split('`').nth(1).unwrap()).collect();
    assert_eq!(of_init, ["src/gone/**", ":/gone/**", "!src/gone/*.md"]);
    assert_eq!(of_lint, of_init);
}
