//! Every format holds the same findings, is valid by its own rules, and cannot be made to say what a repository wants it to say.

use serde_json::Value;

use super::{json, lint, project, rules};
use crate::common::repo::Repo;

const MAP: &str = r#"{"surfaces": {"pay": {"globs": ["src/**"], "gates": ["secure"]}}}"#;

/// Texts that try to end a field, a line or a command, to begin another, or to act on a terminal.
const HOSTILE: &[&str] = &[
    "a\n::error file=x::forged",
    "b\r\n::set-output name=x::y",
    "c%0A::error::forged",
    "d,line=1,title=forged",
    "e:f::g",
    "h\u{1b}[31mred\u{1b}]0;title\u{7}",
    "i\u{202e}txt.exe",
    "j##[error]forged ##vso[task.complete]",
    "k\"},{\"ruleId\":\"forged\"",
    "l](https://forged.example)[m",
    "n<script>forged</script>",
    "o\u{2028}p\u{85}q\u{0}r",
    "s::add-mask::t",
    "#!/u `v` $(w) {0}",
];

/// A project whose config and file names hold all of these, in every field that reaches an output.
fn hostile() -> Repo {
    let mut surfaces = serde_json::Map::new();
    let mut gates = serde_json::Map::new();
    for (at, text) in HOSTILE.iter().enumerate() {
        let glob = format!("none{at}/{}", text.replace(['\\', '{', '}', '[', ']', '!', '*', '?', '('], "_"));
        surfaces.insert(
            format!("s{at}"),
            serde_json::json!({"globs": ["src/**", glob], "gates": ["secure"], "keywords": [text], "pinned": true}),
        );
        gates.insert(format!("gate-{at}"), serde_json::json!({"done_word": text}));
    }
    let config = serde_json::json!({
        "surfaces": surfaces,
        "workflow": {"security_enforcement": true},
        "pipeline": {"lint": {"ignore": [{"rule": "dead-glob", "reason": HOSTILE.concat()}]}, "gates": gates, "depth": {"destructive": HOSTILE.iter().map(|text| regex_escaped(text)).collect::<Vec<_>>()}},
    });
    let repo = project(&config.to_string(), &["src/tax.rs"]);
    for (at, text) in HOSTILE.iter().enumerate() {
        repo.write(&format!("src/{at}{}", text.replace(['/', '\0'], "_")), format!("// {at}\n"));
    }
    let base = repo.commit("feat: names");
    repo.git(&["branch", "base", &base]);
    for (at, text) in HOSTILE.iter().enumerate() {
        let name = format!("{at}{}", text.replace(['/', '\0'], "_"));
        repo.remove(&format!("src/{name}")).write(&format!("out/{name}"), format!("// {at}\n"));
    }
    let ignores: Vec<Value> =
        HOSTILE.iter().map(|text| serde_json::json!({"rule": text, "reason": text, "phase": text})).collect();
    let weaker = serde_json::json!({
        "surfaces": {"s0": {"globs": ["src/**"], "gates": ["secure"], "pinned": true}, "s1": {"globs": ["src/**", "old/**"]}},
        "workflow": {"security_enforcement": false},
        "pipeline": {
            "ignore_wip": HOSTILE.iter().map(|text| text.replace(['\\', '{', '}', '[', ']', '!', '*', '?', '('], "_").trim().to_owned()).collect::<Vec<_>>(),
            "words": {"SECURITY": {"done": HOSTILE}},
            "lint": {"ignore": ignores.into_iter().chain([serde_json::json!({"rule": "dead-glob", "reason": HOSTILE.concat()})]).collect::<Vec<_>>()},
        },
    });
    repo.write(".planning/config.json", serde_json::to_string_pretty(&weaker).unwrap()).commit("docs: weaken");
    repo
}

fn regex_escaped(text: &str) -> String {
    text.chars()
        .map(|c| if c.is_ascii_alphanumeric() { c.to_string() } else { format!("\\x{{{:x}}}", u32::from(c)) })
        .collect()
}

/// No character that a terminal acts on.
fn is_harmless(text: &str) -> bool {
    text.chars().all(|c| c == '\n' || !phase_pipeline::engine::escape::is_hidden(c))
}

#[test]
fn no_name_and_no_message_forges_anything() {
    let repo = hostile();
    let value = json(&repo, &["--base", "base", "--uncovered"]);
    let findings = value["findings"].as_array().unwrap();
    assert!(findings.len() > 4 * HOSTILE.len(), "{}", findings.len());
    let ignored = value["ignored"].as_array().unwrap().len();
    assert!(ignored > 0);

    let github = lint(&repo, &["--base", "base", "--uncovered", "--format", "github"]).out;
    let lines: Vec<&str> = github.lines().collect();
    // One command a finding, one an ignored one, and the summary.
    assert_eq!(lines.len(), findings.len() + ignored + 1, "{github}");
    for line in &lines {
        let (properties, _) = line.strip_prefix("::").unwrap().split_once("::").unwrap();
        let (command, properties) = properties.split_once(' ').unwrap();
        assert!(["error", "warning", "notice"].contains(&command), "{line}");
        let names: Vec<&str> = properties.split(',').map(|part| part.split_once('=').unwrap().0).collect();
        let known: &[&[&str]] = &[&["file", "title"], &["file", "line", "col", "endColumn", "title"], &["title"]];
        assert!(known.contains(&names.as_slice()), "{line}");
        assert!(!properties.contains(':') && is_harmless(line) && !line.contains("##["), "{line}");
    }
    let human = lint(&repo, &["--base", "base", "--uncovered"]).out;
    for text in [&github, &human, &lint(&repo, &["--base", "base", "--format", "sarif"]).out] {
        assert!(is_harmless(text), "{text:?}");
        assert!(!text.contains("##[") && !text.contains("##vso["), "{text}");
    }
    assert!(human.lines().all(|line| !line.trim_start().starts_with("::")), "{human}");
    assert!(
        lint(&repo, &["--base", "base", "--format", "json"])
            .out
            .lines()
            .all(|line| !line.trim_start().starts_with("::"))
    );
}

#[test]
fn an_error_keeps_to_its_format() {
    let repo = project("{}", &["src/tax.rs"]);
    let bad = "x\n::error::forged";
    let github = lint(&repo, &["--range", bad, "--format", "github"]);
    assert_eq!((github.code, github.out.lines().count()), (2, 1), "{}", github.out);
    let sarif = lint(&repo, &["--range", bad, "--format", "sarif"]);
    assert_eq!(sarif.code, 2);
    assert_valid_sarif(&serde_json::from_str(&sarif.out).unwrap());
}

/// The log keeps to the published schema.
fn assert_valid_sarif(log: &Value) {
    let text = fs_err::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/sarif-2.1.0.schema.json"));
    let schema: Value = serde_json::from_str(&text.unwrap()).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let errors: Vec<String> =
        validator.iter_errors(log).map(|error| format!("{}: {error}", error.instance_path())).collect();
    assert_eq!(errors, Vec::<String>::new(), "{log}");
}

#[test]
fn the_log_is_sarif_and_holds_what_json_holds() {
    let repo = hostile();
    let options = ["--base", "base", "--uncovered"];
    let value = json(&repo, &options);
    let ran = lint(&repo, &[&options[..], &["--format", "sarif"]].concat());
    assert_eq!(ran.code, 1);
    let log: Value = serde_json::from_str(&ran.out).unwrap();
    assert_valid_sarif(&log);
    let run = &log["runs"][0];
    let results = run["results"].as_array().unwrap();
    let prints = |of: &Value| of["partialFingerprints"]["phasePipeline/v1"].as_str().unwrap().to_owned();
    let stands: Vec<String> = results.iter().filter(|result| result["suppressions"].is_null()).map(prints).collect();
    let expected: Vec<&str> =
        value["findings"].as_array().unwrap().iter().map(|finding| finding["fingerprint"].as_str().unwrap()).collect();
    assert_eq!(stands, expected);
    assert_eq!(results.len() - stands.len(), value["ignored"].as_array().unwrap().len());
    for result in results {
        let at = usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap();
        let rule = &run["tool"]["driver"]["rules"][at];
        assert_eq!(rule["id"], result["ruleId"]);
        assert!(rule["help"]["text"].as_str().is_some_and(|text| text.contains("explain lint/")));
        assert!(!result["message"]["text"].as_str().unwrap().contains("]("), "{result}");
        let region = &result["locations"][0]["physicalLocation"]["region"];
        assert!(region.is_null() || region["endColumn"].as_u64() > region["startColumn"].as_u64());
        let uri = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"].as_str().unwrap();
        assert!(uri.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._~/%".contains(&byte)), "{uri}");
    }
    let all: std::collections::BTreeSet<&str> = expected.iter().copied().collect();
    assert_eq!(all.len(), expected.len(), "two findings share a fingerprint");
}

#[test]
fn fingerprints_stay_while_lines_move() {
    let config = r#"{"surfaces": {"pay": {"globs": ["src/**", "old/**"], "gates": ["secur", "load"]}}}"#;
    let repo = project(config, &["src/tax.rs"]);
    let prints = |repo: &Repo| -> Vec<String> {
        let value = json(repo, &["--all"]);
        let findings = value["findings"].as_array().unwrap().clone();
        findings.iter().map(|finding| finding["fingerprint"].as_str().unwrap().to_owned()).collect()
    };
    let mut before = prints(&repo);
    let moved = config
        .replace("{\"surfaces\"", "\n\n{\"mode\": 1,\n\n\"surfaces\"")
        .replace("\"src/**\"", "\"lib/*\",\n\"src/**\"");
    repo.write("lib/a", "a\n").write(".planning/config.json", moved);
    repo.commit("docs: move lines");
    let mut after = prints(&repo);
    before.sort();
    after.sort();
    assert_eq!(before.len(), 3);
    assert_eq!(before, after);
}

#[test]
fn places_are_those_of_the_file() {
    let repo = project("{\n  \"surfaces\": {\n    \"é\u{301}\": {\"globs\": [\"src/**\"]}\n  }\n}\n", &["src/tax.rs"]);
    let value = json(&repo, &["--all"]);
    let finding = &value["findings"][0];
    assert_eq!(finding["name"], "bad-name");
    assert_eq!(
        (finding["line"].as_u64(), finding["column"].as_u64(), finding["end_column"].as_u64()),
        (Some(3), Some(5), Some(9))
    );
    let human = lint(&repo, &["--all"]).out;
    assert!(human.contains(" --> .planning/config.json:3:5\n"), "{human}");
}

#[test]
fn each_place_stands_in_with_a_line_or_without() {
    let repo = project(MAP, &["src/tax.rs", "web/a.rs"]);
    let shown = lint(&repo, &["--uncovered", "--all"]).out;
    let places: Vec<&str> = shown.lines().filter(|line| line.contains("--> ")).collect();
    assert!(!places.is_empty() && places.iter().all(|line| line.starts_with(' ')), "{shown}");
    assert!(shown.contains("\n --> web\n  = evidence: web/a.rs\n"), "{shown}");
}

#[test]
fn what_is_uncommitted_lies_in_a_range_whose_end_is_open() {
    let repo = project(MAP, &["src/tax.rs", ".planning/phases/07-photos/07-CONTEXT.md"]);
    repo.git(&["checkout", "--quiet", "-b", "topic"]);
    repo.write("src/tax.rs", "// changed\n").write("src/new.rs", "// new\n");
    repo.write(".planning/phases/07-photos/07-SPEC.md", "# Half");
    let shown = lint(&repo, &[]);
    assert!(shown.out.contains(", 0 commits, 0 paths, 3 uncommitted\n"), "{shown:?}");
    assert!(shown.out.contains("surfaces it touches: pay (src/new.rs)"), "{shown:?}");
    let value = json(&repo, &[]);
    assert_eq!((value["range"]["paths"].as_u64(), value["range"]["uncommitted"].as_u64()), (Some(0), Some(3)));
    // A phase at work is looked at once it commits, or is named.
    assert_eq!((&value["phases"], rules(&value)), (&serde_json::json!([]), vec![]));
    let closed = json(&repo, &["--range", "HEAD~0..HEAD"]);
    assert_eq!(closed["range"]["uncommitted"].as_u64(), Some(0));
}
