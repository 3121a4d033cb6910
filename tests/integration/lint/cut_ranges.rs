//! A range whose commits are not all here, as a build server checks out a pull request: what is missing may name phases and touch
//! surfaces that its two ends do not tell, so nobody is told that all is well. Where nothing of the range is missing, nothing changes.

use serde_json::json;

use super::{json, lint, project, rules};
use crate::common::repo::Repo;

const MAP: &str = r#"{"surfaces": {"pay": {"globs": ["src/**"], "gates": ["secure"]}}}"#;

/// Branch `pr`: `main` with `topic` merged, whose first commit names phase 7 and whose last two name none. What that commit
/// changed, a later one took back, so that the ends do not differ in it.
fn pull_request() -> Repo {
    let repo = project(MAP, &["src/tax.rs", ".planning/phases/07-photos/07-CONTEXT.md"]);
    repo.git(&["checkout", "--quiet", "-b", "topic"]);
    repo.write("src/more.rs", "// more\n").commit("feat(07-01): add more");
    repo.remove("src/more.rs").write("notes", "one\n").commit("chore: one");
    repo.write("notes", "two\n").commit("chore: two");
    repo.git(&["checkout", "--quiet", "main"]);
    repo.write("README.md", "main\n").commit("docs: go on");
    repo.git(&["checkout", "--quiet", "-b", "pr"]);
    repo.git(&["merge", "--quiet", "--no-ff", "--message", "Merge topic", "topic"]);
    repo
}

/// What a build server has of it.
fn checked_out(repo: &Repo, depth: &str) -> Repo {
    let clone = Repo::init(&[]);
    clone.git(&["remote", "add", "origin", &format!("file://{}", repo.root().display())]);
    clone.git(&["fetch", "--quiet", "--depth", depth, "origin", "pr"]);
    clone.git(&["checkout", "--quiet", "--detach", "FETCH_HEAD"]);
    clone
}

const RANGES: [&[&str]; 2] = [&["--base", "HEAD^1"], &["--range", "HEAD^1..HEAD"]];

#[test]
fn a_boundary_inside_of_the_range_is_told_with_the_command_that_helps() {
    let repo = pull_request();
    for depth in ["2", "3"] {
        let clone = checked_out(&repo, depth);
        for range in RANGES {
            let ran = lint(&clone, range);
            assert_eq!(ran.code, 13, "{depth} {range:?}: {}", ran.out);
            assert!(ran.out.contains("not every commit from"), "{}", ran.out);
            assert!(ran.out.contains("help: git fetch --unshallow origin"), "{}", ran.out);
            assert!(!ran.out.contains("clean"), "{}", ran.out);
            assert_eq!(lint(&clone, &[range, &["--exit-zero"]].concat()).code, 13);
            // Of what is here, what was asked for by name is looked at all the same.
            assert_eq!(json(&clone, &[range, &["7"]].concat())["phases"], json!(["07"]));
        }
        // Whoever asks for everything asks for no range.
        assert!(!lint(&clone, &["--all"]).out.contains("not every commit from"));
        clone.git(&["fetch", "--quiet", "--unshallow", "origin"]);
        for range in RANGES {
            let value = json(&clone, range);
            assert_eq!((&value["undetermined"], &value["phases"]), (&json!(null), &json!(["07"])), "{range:?}");
            assert_eq!(value, json(&repo, range).with_place_of(&value), "{range:?}");
        }
    }
}

/// To compare what is found in two repositories.
trait Placed {
    fn with_place_of(self, other: &Self) -> Self;
}

impl Placed for serde_json::Value {
    fn with_place_of(mut self, other: &Self) -> Self {
        self["repository"] = other["repository"].clone();
        self
    }
}

#[test]
fn a_boundary_that_the_base_has_too_cuts_nothing_off() {
    let repo = pull_request();
    // Deep enough for all of the branch, and not for what was before it.
    repo.git(&["checkout", "--quiet", "main"]);
    repo.git(&["reset", "--quiet", "--hard", "main~1"]);
    let parted = repo.id("main");
    repo.git(&["checkout", "--quiet", "--orphan", "long"]);
    let tree = format!("{parted}^{{tree}}");
    let old = repo.git(&["commit-tree", &tree, "-m", "old"]);
    let base = repo.git(&["commit-tree", &tree, "-p", &old, "-m", "base"]);
    repo.git(&["reset", "--quiet", "--hard", &base]);
    repo.git(&["checkout", "--quiet", "-B", "pr"]);
    repo.write("src/more.rs", "// more\n").commit("feat: more");
    let clone = checked_out(&repo, "2");
    assert!(clone.path(".git/shallow").exists());
    let ran = lint(&clone, &["--base", "HEAD~1"]);
    assert!(!ran.out.contains("not every commit"), "{}", ran.out);
    assert_eq!(ran.code, lint(&repo, &["--base", "HEAD~1"]).code, "{}", ran.out);
}

#[test]
fn a_first_commit_cuts_nothing_off() {
    let repo = project(MAP, &["src/tax.rs"]);
    repo.git(&["checkout", "--quiet", "-b", "pr"]);
    repo.git(&["checkout", "--quiet", "--orphan", "other"]);
    repo.write("other", "other\n").commit("docs: a history of its own");
    repo.git(&["checkout", "--quiet", "pr"]);
    repo.git(&["merge", "--quiet", "--allow-unrelated-histories", "--message", "Merge other", "other"]);
    // As deep as history is: git lists both first commits as boundaries.
    let clone = checked_out(&repo, "2");
    assert_eq!(std::fs::read_to_string(clone.path(".git/shallow")).unwrap().lines().count(), 2);
    for range in RANGES {
        assert_eq!(lint(&clone, range).out, lint(&repo, range).out);
    }
}

#[test]
fn a_grafted_commit_and_a_missing_one_cut_a_range_off() {
    let repo = pull_request();
    let inside = repo.id("pr^2~1");
    std::fs::create_dir_all(repo.path(".git/info")).unwrap();
    repo.write(".git/info/grafts", format!("{inside}\n"));
    let ran = lint(&repo, &["--base", "HEAD^1"]);
    assert_eq!(ran.code, 13, "{}", ran.out);
    assert!(ran.out.contains("a grafts file rewrites the parents"), "{}", ran.out);
    // A commit that the base has too takes nothing from the range.
    repo.write(".git/info/grafts", format!("{}\n", repo.id("main~1")));
    assert!(!lint(&repo, &["--base", "HEAD^1"]).out.contains("not every commit"));
    repo.remove(".git/info/grafts");
    assert_eq!(rules(&json(&repo, &["--base", "HEAD^1"])), Vec::<&str>::new());
    // An object that went away.
    let (folder, file) = inside.split_at(2);
    repo.remove(&format!(".git/objects/{folder}/{file}"));
    let ran = lint(&repo, &["--base", "HEAD^1"]);
    assert_eq!(ran.code, 13, "{}", ran.out);
    assert!(ran.out.contains(&format!("object {} is not in this repository", &inside[..7])), "{}", ran.out);
}
