use proptest::prelude::*;

use super::*;
use crate::engine::evidence::Meaning;
use crate::gsd::artifacts::Kind;
use crate::gsd::steps::Step;
use crate::gsd::text::pipeline::Unmeasured;

/// The map of the proposal, letter by letter.
const SAMPLE: &str = r#"{
  "surfaces": {
    "payments": {
      "globs": ["src/payments/**", "src/billing/**", "src/lib/money/**"],
      "gates": ["secure", "validate", "full-uat"],
      "pinned": true
    },
    "schema": {
      "globs": ["migrations/**", "db/schema/**", "docker-compose.yml"],
      "gates": ["secure", "validate", "migration-idempotency", "rollback-runbook"],
      "pinned": true,
      "destructive_pins_depth": "deep"
    },
    "security": {
      "globs": ["src/auth/**", "src/middleware/**", "config/secrets/**"],
      "gates": ["secure", "validate"],
      "pinned": true
    },
    "ui": {
      "globs": ["src/app/**", "src/components/**", "src/hooks/**", "DESIGN.md"],
      "gates": ["ui-spec", "ui-review", "browser-uat"],
      "pinned": false
    },
    "ai": {
      "globs": ["prompts/**", "src/llm/**", "evals/**"],
      "gates": ["ai-spec", "eval-review"],
      "pinned": false
    },
    "data": {
      "globs": ["src/models/**", "src/lib/identity/**"],
      "gates": ["validate", "parity-check"],
      "pinned": false
    }
  }
}"#;

fn shown(text: &str) -> Vec<String> {
    load(text.as_bytes())
        .map(|settings| panic!("{text}: {settings:?}"))
        .unwrap_err()
        .iter()
        .map(ToString::to_string)
        .collect()
}

#[track_caller]
fn only(text: &str) -> Fault {
    let mut faults = load(text.as_bytes()).map(|settings| panic!("{text}: {settings:?}")).unwrap_err();
    assert_eq!(faults.len(), 1, "{text}: {faults:?}");
    faults.remove(0)
}

/// A config whose `surfaces` begins on line 2, column 14.
fn surfaces(text: &str) -> String {
    format!("{{\n \"surfaces\": {text}\n}}")
}

/// A config whose `pipeline` begins on line 2, column 14.
fn pipeline(text: &str) -> String {
    format!("{{\n \"pipeline\": {text}\n}}")
}

#[test]
fn the_sample_map_loads_as_it_stands() {
    let settings = load(SAMPLE.as_bytes()).unwrap();
    let map = &settings.surfaces;
    let names: Vec<&str> = map.surfaces.iter().map(|surface| surface.name.as_str()).collect();
    assert_eq!(names, ["payments", "schema", "security", "ui", "ai", "data"]);
    assert_eq!(map.surfaces.iter().filter(|surface| surface.pinned).count(), 3);
    let schema = map.get("schema").unwrap();
    assert_eq!(schema.destructive_pins_depth, Some(Depth::Deep));
    assert_eq!(schema.gates, ["secure", "validate", "migration-idempotency", "rollback-runbook"]);
    assert_eq!((schema.line, schema.globs().count(), schema.depth_floor), (8, 3, None));
    assert_eq!(settings.pipeline, Pipeline::default());
}

#[test]
fn every_field_is_read() {
    let map = load(
        surfaces(
            r#"{"pay.v2": {"globs": ["src/**", "src/**"], "gates": ["x", "x"], "pinned": true, "destructive_pins_depth": "standard",
               "depth_floor": "deep", "keywords": [" money "], "was": "pay"},
               "0": {"globs": ["a", "!b"], "was": ["one", "two"]}}"#,
        )
        .as_bytes(),
    )
    .unwrap()
    .surfaces;
    let pay = map.get("pay.v2").unwrap();
    assert_eq!(
        (pay.destructive_pins_depth, pay.depth_floor, pay.pinned),
        (Some(Depth::Standard), Some(Depth::Deep), true)
    );
    assert_eq!(
        (pay.gates.as_slice(), pay.keywords.as_slice(), pay.was.as_slice()),
        (["x".to_owned()].as_slice(), ["money".to_owned()].as_slice(), ["pay".to_owned()].as_slice())
    );
    assert_eq!(map.get("0").unwrap().was, ["one", "two"]);
    for nothing in [
        "{}",
        "{\"surfaces\": {}}",
        "{\"workflow\": {\"x\": 1, \"x\": 2}}",
        "\u{feff}{}",
        "{\"services\": {}, \"surface\": 1}",
    ] {
        assert!(load(nothing.as_bytes()).unwrap().surfaces.is_empty(), "{nothing}");
    }
}

#[test]
fn what_is_wrong_with_a_surface_has_its_place() {
    let table: &[(&str, &str)] = &[
        ("[]", "line 2, column 14: surfaces: it must be an object of surfaces and is a list"),
        ("null", "line 2, column 14: surfaces: it must be an object of surfaces and is null"),
        (
            "{\"ui\": true}",
            "line 2, column 21: surfaces.ui: it must be an object with `globs`, `gates` and `pinned` and is true or false",
        ),
        (
            "{\"ui\": {\"globs\": [\"a\"], \"pined\": true}}",
            "line 2, column 38: surfaces.ui.pined: unknown field `pined`, did you mean pinned",
        ),
        (
            "{\"ui\": {\"globs\": [\"a\"], \"Pinned\": true}}",
            "line 2, column 38: surfaces.ui.Pinned: unknown field `Pinned`, did you mean pinned",
        ),
        (
            "{\"ui\": {\"globs\": [\"a\"], \"depth-floor\": \"deep\"}}",
            "line 2, column 38: surfaces.ui.depth-floor: unknown field `depth-floor`, did you mean depth_floor",
        ),
        ("{\"ui\": {\"globs\": [\"a\"], \"owner\": 1}}", "line 2, column 38: surfaces.ui.owner: unknown field `owner`"),
        ("{\"ui\": {\"gates\": []}}", "line 2, column 15: surfaces.ui: `globs` is missing"),
        (
            "{\"ui\": {\"globs\": []}}",
            "line 2, column 31: surfaces.ui.globs: it has no glob, so nothing could ever activate it",
        ),
        (
            "{\"ui\": {\"globs\": [\"!a\", \"!b\"]}}",
            "line 2, column 31: surfaces.ui.globs: every glob takes away with `!`, so nothing could ever activate it",
        ),
        (
            "{\"ui\": {\"globs\": \"a\"}}",
            "line 2, column 31: surfaces.ui.globs: it must be a list of globs and is a text",
        ),
        (
            "{\"ui\": {\"globs\": [\"a\",\n 7]}}",
            "line 3, column 2: surfaces.ui.globs[1]: it must be a glob, in quotes and is a number",
        ),
        (
            "{\"ui\": {\"globs\": [\"a\",\n\n  \"src/[a\"]}}",
            "line 4, column 3: surfaces.ui.globs[1]: `[` has no partner",
        ),
        ("{\"ui\": {\"globs\": [\"\"]}}", "line 2, column 32: surfaces.ui.globs[0]: it is empty"),
        (
            "{\"ui\": {\"globs\": [\"a\\\\b\"]}}",
            "line 2, column 32: surfaces.ui.globs[0]: `\\` is no separator and escapes nothing",
        ),
        (
            "{\"ui\": {\"globs\": [\"!(docs|web)/**\"]}}",
            "line 2, column 32: surfaces.ui.globs[0]: `!(` begins a pattern of some shells that globs here do not have",
        ),
        (
            "{\"ui\": {\"pinned\": true, \"globs\": [\"a\", \"!b\"]}}",
            "line 2, column 53: surfaces.ui.globs[1]: a pinned surface takes nothing away",
        ),
        (
            "{\"ui\": {\"globs\": [\"a\", \"!b\"], \"pinned\": true}}",
            "line 2, column 37: surfaces.ui.globs[1]: a pinned surface takes nothing away",
        ),
        (
            "{\"ui\": {\"globs\": [\"a\"], \"pinned\": \"yes\"}}",
            "line 2, column 48: surfaces.ui.pinned: it must be true or false and is a text",
        ),
        (
            "{\"ui\": {\"globs\": [\"a\"], \"gates\": \"secure\"}}",
            "line 2, column 47: surfaces.ui.gates: it must be a list of texts and is a text",
        ),
        (
            "{\"ui\": {\"globs\": [\"a\"], \"gates\": [1]}}",
            "line 2, column 48: surfaces.ui.gates[0]: it must be a text and is a number",
        ),
        (
            "{\"ui\": {\"globs\": [\"a\"], \"gates\": [\"x\", \"Full UAT\"]}}",
            "line 2, column 53: surfaces.ui.gates[1]: a name is written in lower case letters, digits and `-`, as in full-uat",
        ),
        (
            "{\"ui\": {\"globs\": [\"a\"], \"gates\": [\"\"]}}",
            "line 2, column 48: surfaces.ui.gates[0]: it must be a text that is not empty",
        ),
        (
            "{\"ui\": {\"globs\": [\"a\"], \"depth_floor\": \"dep\"}}",
            "line 2, column 53: surfaces.ui.depth_floor: unknown word `dep`, did you mean deep",
        ),
        (
            "{\"ui\": {\"globs\": [\"a\"], \"depth_floor\": \"deep\"}}",
            "line 2, column 53: surfaces.ui.depth_floor: a floor holds of a pinned surface alone, and this one is not pinned",
        ),
        (
            "{\"ui\": {\"globs\": [\"a\"], \"pinned\": \"yes\", \"depth_floor\": \"deep\"}}",
            "line 2, column 48: surfaces.ui.pinned: it must be true or false and is a text",
        ),
        (
            "{\"ui\": {\"globs\": [\"a\"], \"destructive_pins_depth\": true}}",
            "line 2, column 64: surfaces.ui.destructive_pins_depth: it must be a text and is true or false",
        ),
        (
            "{\"ui\": {\"globs\": [\"a\"], \"keywords\": [\" \"]}}",
            "line 2, column 51: surfaces.ui.keywords[0]: it must be a text that is not empty",
        ),
        (
            "{\"ui\": {\"globs\": [\"a\"], \"was\": 3}}",
            "line 2, column 45: surfaces.ui.was: it must be a list of texts and is a number",
        ),
        (
            "{\"My UI\": {\"globs\": [\"a\"]}}",
            "line 2, column 15: surfaces[\"My UI\"]: a name is written in lower case letters, digits, `_`, `.` and `-`, a letter or digit first, as in my-ui",
        ),
        (
            "{\"_x\": {\"globs\": [\"a\"]}}",
            "line 2, column 15: surfaces._x: a name is written in lower case letters, digits, `_`, `.` and `-`, a letter or digit first, as in x",
        ),
        (
            "{\"\": {\"globs\": [\"a\"]}}",
            "line 2, column 15: surfaces[\"\"]: a name is written in lower case letters, digits, `_`, `.` and `-`, a letter or digit first",
        ),
        (
            "{\"ui\": {\"globs\": [\"a\"]},\n\"ui\": {\"globs\": [\"b\"]}}",
            "line 3, column 1: surfaces.ui: written twice, first on line 2; all but the last would be lost",
        ),
        (
            "{\"ui\": {\"globs\": [\"a\"],\n \"globs\": [\"b\"]}}",
            "line 3, column 2: surfaces.ui.globs: written twice, first on line 2; all but the last would be lost",
        ),
        (
            "{\"x\u{1b}\": {\"globs\": [\"a\"]}}",
            "line 2, column 15: control character (\\u0000-\\u001F) found while parsing a string",
        ),
        ("{\"é\\u001b\": {\"globs\": [\"a\"]}}", "line 2, column 15: surfaces[\"é\\u{1b}\"]: a name is written"),
    ];
    for (text, message) in table {
        let text = surfaces(text);
        let fault = only(&text);
        let found = fault.to_string();
        if message.contains("control character") {
            assert!(matches!(fault.problem, Problem::Syntax(_)) && fault.line == 2, "{found}");
        } else {
            assert!(found.starts_with(message), "{text}\n{found}\n{message}");
        }
        assert!(!found.contains('\u{1b}'));
    }
}

#[test]
fn columns_are_counted_in_characters() {
    let fault = only("{\"é\": \"ü\", \"surfaces\": 7}");
    assert_eq!((fault.line, fault.column), (1, 24));
}

#[test]
fn a_file_that_is_no_config_has_its_place() {
    for (bytes, message) in [
        (b"{\n \"surfaces\": {,}\n}".as_slice(), "line 2, column 15: key must be a string"),
        (b"", "line 1, column 0: EOF while parsing a value"),
        (b"[1]", "line 1, column 1: it must be an object and is a list"),
        (b"{\n\"x\": \"\xff\"}", "line 2, column 7: not UTF-8"),
        (b"{} {}", "line 1, column 4: trailing characters"),
    ] {
        let faults = load(bytes).unwrap_err();
        assert_eq!(faults.iter().map(ToString::to_string).collect::<Vec<_>>(), [message]);
    }
}

#[test]
fn the_two_keys_themselves_are_guarded() {
    assert_eq!(
        shown("{\"surfaces\": {},\n\"surfaces\": {}}"),
        ["line 2, column 1: surfaces: written twice, first on line 1; all but the last would be lost"]
    );
    assert_eq!(shown("{\"pipeline\": 1}"), ["line 1, column 14: pipeline: it must be an object and is a number"]);
    assert_eq!(
        shown("{\"Surface\": {}}"),
        ["line 1, column 2: Surface: unknown field `Surface`, did you mean surfaces"]
    );
}

#[test]
fn everything_wrong_is_told_in_one_run() {
    let text = surfaces("{\"A\": {\"globs\": [\"***\"], \"gate\": [],\n\"pinned\": 1}, \"b\": 3}");
    assert_eq!(shown(&text).len(), 5);
    let file = RepoPath::from(".planning/config.json");
    let failure = refuse(&file, &load(text.as_bytes()).unwrap_err());
    assert!(failure.message.starts_with(".planning/config.json, line 2, column 15: surfaces.A: a name is written"));
    assert!(failure.remedies.contains(&"line 2: write `**`".to_owned()), "{:?}", failure.remedies);
    assert_eq!(failure.id, "config");
}

#[test]
fn every_pipeline_setting_is_read() {
    let text = pipeline(
        r#"{
        "gates": {"rollback-runbook": {"artifact": "RUNBOOK", "command": "/run {phase}", "after": "execute", "done_word": "ok"}, "parity-check": {"after": 12}},
        "words": {"REVIEW": {"done": ["green", "clean"], "issues": ["red"]}, "UAT": {"failed": ["no go"]}},
        "commands": {"secure": "/my-secure", "plan-review": "/my-review"},
        "execute_commit": "^work\\((?P<phase>\\d+)-(?P<plan>\\d+)\\)",
        "ignore_wip": ["*.local", "notes/"],
        "source_repos": ["../backend"],
        "ship": "none", "confirm": "terminal",
        "depth": {"many_waves": 6, "large_files": 40, "large_lines": 1500, "ambiguity": 0.15, "destructive": ["\\bnuke\\b"]},
        "checkpoint": {"threshold": 50, "unmeasured": "note"},
        "lint": {"fail_on": "warning", "ignore": [{"rule": "lint/C001", "reason": "generated", "path": "gen/**", "phase": "7"}, {"rule": "C2", "reason": "x"}]}
    }"#,
    );
    let pipeline = load(text.as_bytes()).unwrap().pipeline;
    let names: Vec<(&str, Option<Step>)> = pipeline.gates.iter().map(|gate| (gate.name.as_str(), gate.after)).collect();
    assert_eq!(names, [("rollback-runbook", Some(Step::Execute)), ("parity-check", Some(Step::Secure))]);
    assert_eq!(pipeline.gates[0].done_word.as_deref(), Some("ok"));
    let review: Vec<(&str, Meaning)> =
        pipeline.words[&Kind::Review].iter().map(|word| (word.word.as_str(), word.meaning)).collect();
    assert_eq!(review, [("green", Meaning::Done), ("clean", Meaning::Done), ("red", Meaning::Issues)]);
    assert_eq!(pipeline.commands[&Step::PlanReview], "/my-review");
    assert!(pipeline.execute_commit.unwrap().starts_with("^work"));
    assert_eq!((pipeline.ignore_wip.len(), pipeline.source_repos.len()), (2, 1));
    assert_eq!((pipeline.ships_without_commit, pipeline.confirm_at_terminal), (Some(true), Some(true)));
    assert_eq!(
        (pipeline.depth.many_waves, pipeline.depth.large_files, pipeline.depth.large_lines),
        (Some(6), Some(40), Some(1500))
    );
    assert_eq!((pipeline.depth.ambiguity, pipeline.depth.destructive.len()), (Some(150_000), 1));
    assert_eq!((pipeline.checkpoint.threshold, pipeline.checkpoint.unmeasured), (Some(50), Some(Unmeasured::Note)));
    assert_eq!((pipeline.lint.fail_on_warning, pipeline.lint.ignore.len()), (Some(true), 2));
    assert_eq!(pipeline.lint.ignore[0].phase.as_deref(), Some("7"));
}

#[test]
fn what_is_wrong_with_a_pipeline_setting_has_its_place() {
    let table: &[(&str, &str)] = &[
        ("{\"gate\": {}}", "line 2, column 15: pipeline.gate: unknown field `gate`, did you mean gates"),
        ("{\"gates\": []}", "line 2, column 24: pipeline.gates: it must be an object of gates and is a list"),
        ("{\"gates\": {\"x\": 1}}", "line 2, column 30: pipeline.gates.x: it must be an object and is a number"),
        (
            "{\"gates\": {\"x\": {\"artefact\": \"X\"}}}",
            "line 2, column 31: pipeline.gates.x.artefact: unknown field `artefact`, did you mean artifact",
        ),
        ("{\"gates\": {\"secure\": {}}}", "line 2, column 25: pipeline.gates.secure: this gate is built in"),
        (
            "{\"gates\": {\"X y\": {}}}",
            "line 2, column 25: pipeline.gates[\"X y\"]: a name is written in lower case letters, digits and `-`, as in x-y",
        ),
        (
            "{\"gates\": {\"x\": {\"after\": \"excute\"}}}",
            "line 2, column 40: pipeline.gates.x.after: unknown word `excute`, did you mean execute",
        ),
        ("{\"gates\": {\"x\": {\"after\": 18}}}", "line 2, column 40: pipeline.gates.x.after: unknown word `18`"),
        (
            "{\"gates\": {\"x\": {\"command\": \"\"}}}",
            "line 2, column 42: pipeline.gates.x.command: it must be a text that is not empty",
        ),
        ("{\"words\": {\"REVEW\": {}}}", "line 2, column 25: pipeline.words.REVEW: unknown field `REVEW`"),
        (
            "{\"words\": {\"REVIEW\": {\"finished\": []}}}",
            "line 2, column 36: pipeline.words.REVIEW.finished: unknown field `finished`",
        ),
        (
            "{\"words\": {\"REVIEW\": {\"done\": [\"issues_found\"]}}}",
            "line 2, column 45: pipeline.words.REVIEW.done[0]: this word means issues already, and cannot be moved",
        ),
        (
            "{\"words\": {\"REVIEW\": {\"done\": [\"Issues Found\"]}}}",
            "line 2, column 45: pipeline.words.REVIEW.done[0]: this word means issues already, and cannot be moved",
        ),
        (
            "{\"words\": {\"REVIEW\": {\"done\": \"green\"}}}",
            "line 2, column 44: pipeline.words.REVIEW.done: it must be a list of texts and is a text",
        ),
        (
            "{\"commands\": {\"secur\": \"x\"}}",
            "line 2, column 28: pipeline.commands.secur: unknown field `secur`, did you mean secure",
        ),
        (
            "{\"commands\": {\"secure\": null}}",
            "line 2, column 38: pipeline.commands.secure: it must be a text and is null",
        ),
        (
            "{\"execute_commit\": \"(\"}",
            "line 2, column 33: pipeline.execute_commit: no regular expression: unclosed group",
        ),
        (
            "{\"execute_commit\": \"(?P<phase>x)\"}",
            "line 2, column 33: pipeline.execute_commit: the expression has no group `plan`",
        ),
        ("{\"ignore_wip\": \"x\"}", "line 2, column 29: pipeline.ignore_wip: it must be a list of texts and is a text"),
        (
            "{\"ignore_wip\": [\"a**\"]}",
            "line 2, column 30: pipeline.ignore_wip[0]: `**` only means any folders where it is a whole segment",
        ),
        ("{\"source_repos\": [1]}", "line 2, column 32: pipeline.source_repos[0]: it must be a text and is a number"),
        ("{\"ship\": \"nope\"}", "line 2, column 23: pipeline.ship: unknown word `nope`"),
        ("{\"ship\": false}", "line 2, column 23: pipeline.ship: it must be a text and is true or false"),
        ("{\"confirm\": \"never\"}", "line 2, column 26: pipeline.confirm: unknown word `never`"),
        ("{\"depth\": {\"waves\": 1}}", "line 2, column 25: pipeline.depth.waves: unknown field `waves`"),
        (
            "{\"depth\": {\"many_waves\": 1}}",
            "line 2, column 39: pipeline.depth.many_waves: it must be a whole number from 2 to 1000000",
        ),
        (
            "{\"depth\": {\"many_waves\": 2.5}}",
            "line 2, column 39: pipeline.depth.many_waves: it must be a whole number from 2 to 1000000",
        ),
        (
            "{\"depth\": {\"large_files\": \"9\"}}",
            "line 2, column 40: pipeline.depth.large_files: it must be a number and is a text",
        ),
        (
            "{\"depth\": {\"large_lines\": 0}}",
            "line 2, column 40: pipeline.depth.large_lines: it must be a whole number from 1 to 1000000",
        ),
        (
            "{\"depth\": {\"ambiguity\": 20}}",
            "line 2, column 38: pipeline.depth.ambiguity: it must be a number from 0 to 1",
        ),
        (
            "{\"depth\": {\"ambiguity\": -0.1}}",
            "line 2, column 38: pipeline.depth.ambiguity: it must be a number from 0 to 1",
        ),
        (
            "{\"depth\": {\"ambiguity\": \"low\"}}",
            "line 2, column 38: pipeline.depth.ambiguity: it must be a number from 0 to 1 and is a text",
        ),
        (
            "{\"depth\": {\"destructive\": [\"a\", \"[\"]}}",
            "line 2, column 46: pipeline.depth.destructive[1]: no regular expression",
        ),
        (
            "{\"checkpoint\": {\"threshold\": 0.6}}",
            "line 2, column 43: pipeline.checkpoint.threshold: it must be a whole number from 1 to 100, in percent",
        ),
        (
            "{\"checkpoint\": {\"unmeasured\": \"go\"}}",
            "line 2, column 44: pipeline.checkpoint.unmeasured: unknown word `go`",
        ),
        (
            "{\"checkpoint\": {\"treshold\": 60}}",
            "line 2, column 30: pipeline.checkpoint.treshold: unknown field `treshold`, did you mean threshold",
        ),
        ("{\"lint\": {\"fail_on\": \"info\"}}", "line 2, column 35: pipeline.lint.fail_on: unknown word `info`"),
        (
            "{\"lint\": {\"ignore\": [\"C001\"]}}",
            "line 2, column 35: pipeline.lint.ignore[0]: it must be an object with `rule` and `reason` and is a text",
        ),
        (
            "{\"lint\": {\"ignore\": [{\"rule\": \"C001\"}]}}",
            "line 2, column 35: pipeline.lint.ignore[0]: `reason` is missing",
        ),
        (
            "{\"lint\": {\"ignore\": [{\"rule\": \"C001\", \"reason\": \"x\", \"path\": \"a\\\\b\"}]}}",
            "line 2, column 75: pipeline.lint.ignore[0].path: `\\` is no separator and escapes nothing",
        ),
    ];
    for (text, message) in table {
        let text = pipeline(text);
        let found = only(&text).to_string();
        assert!(found.starts_with(message), "{text}\n{found}\n{message}");
    }
}

#[test]
fn remedies_say_what_to_write() {
    for (text, remedy) in [
        (surfaces("{\"ui\": {\"globs\": [\"a\"], \"pined\": true}}"), "write `pinned`, or take the field out"),
        (surfaces("{\"ui\": {\"globs\": [\"src\\\\pay\\\\**\"]}}"), "write `src/pay/**`"),
        (
            surfaces("{\"ui\": {\"globs\": [\"a\"], \"owner\": true}}"),
            "take the field out; known here: globs, gates, pinned, destructive_pins_depth, depth_floor, keywords, was",
        ),
        (surfaces("{\"UI\": {\"globs\": [\"a\"]}}"), "write `ui`"),
        (pipeline("{\"confirm\": \"never\"}"), "write one of: terminal, default"),
        (pipeline("{\"depth\": {\"many_waves\": 0}}"), "write a whole number from 2 to 1000000"),
    ] {
        assert_eq!(only(&text).remedy().as_deref(), Some(remedy), "{text}");
    }
}

#[test]
fn a_config_that_is_far_too_large_is_refused_in_bounded_time() {
    let many = |item: &str| surfaces(&format!("{{\"a\": {{\"globs\": [{}]}}}}", vec![item; 1000].join(",")));
    assert_eq!(
        shown(&many("\"{a,b,c,d,e,f}{a,b,c,d,e,f}{1,2,3,4,5,6}\"")),
        ["line 2, column 14: surfaces: 216000 globs and choices are too many to be compiled together"]
    );
    let lines: Vec<String> = (0..100_000).map(|at| format!("\"x{at}\": 1")).collect();
    let faults = load(surfaces(&format!("{{{}}}", lines.join(",\n"))).as_bytes()).unwrap_err();
    assert_eq!((faults.len(), faults[99].line), (100, 101));
}

#[test]
fn a_key_is_shown_safely() {
    assert!(!shown("{\"surface\\u001b\": {}}")[0].contains('\u{1b}'));
}

proptest! {
    #[test]
    fn any_bytes_are_loaded_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
        if let Err(faults) = load(&bytes) {
            prop_assert!(!faults.is_empty());
        }
    }

    #[test]
    fn any_value_in_any_place_is_loaded_or_refused_with_its_line(
        key in "globs|gates|pinned|depth_floor|keywords|was|other|[a-z]{1,8}",
        value in "null|true|7|\"[a-z*!/\\[{(]{0,6}\"|\\[\\]|\\[\"[a-z*!/]{0,4}\", 1\\]|\\{\"globs\": \\[\"a\"\\]\\}",
        lines in 0..5usize,
    ) {
        let text = format!("{{\"surfaces\": {{{}\"a\": {{\"globs\": [\"x\"], \"{key}\": {value}}}}}}}", "\n".repeat(lines));
        match load(text.as_bytes()) {
            Ok(settings) => prop_assert_eq!(settings.surfaces.surfaces.len(), 1),
            Err(faults) => for fault in faults {
                prop_assert_eq!(fault.line, lines + 1);
                prop_assert!(fault.column > 1 && fault.column <= text.len());
                prop_assert!(fault.path.starts_with("surfaces.a"));
            },
        }
    }
}

#[test]
fn a_glob_of_another_type_is_the_only_fault_of_its_list() {
    let faults = |globs: &str| {
        load(format!(r#"{{"surfaces": {{"a": {{"globs": {globs}}}}}}}"#).as_bytes()).err().map(|faults| faults.len())
    };
    assert_eq!(faults(r#"["src/**"]"#), None);
    assert_eq!(faults("[1]"), Some(1));
    assert_eq!(faults(r#"["!src/**", 1]"#), Some(1));
}
