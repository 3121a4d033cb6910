//! Where lines of history parted, held to what `git` says of the same history.

use phase_pipeline::engine::object::Oid;
use phase_pipeline::git::{Backend, MergeBase, Repository};

use crate::common::repo::Repo;

/// Commits without content, each with these parents by their places.
fn history(repo: &Repo, parents: &[&[usize]], dates: impl Fn(usize) -> i64) -> Vec<String> {
    let tree = repo.git(&["hash-object", "-t", "tree", "-w", "/dev/null"]);
    let mut ids: Vec<String> = Vec::new();
    for (at, of) in parents.iter().enumerate() {
        let mut command = repo.command("git");
        let date = format!("{} +0000", dates(at));
        command.args(["commit-tree", &tree, "-m", &format!("commit {at}")]);
        command.env("GIT_COMMITTER_DATE", &date).env("GIT_AUTHOR_DATE", &date);
        for parent in *of {
            command.args(["-p", &ids[*parent]]);
        }
        ids.push(String::from_utf8(command.output().unwrap().stdout).unwrap().trim().to_owned());
    }
    ids
}

/// A line with branches, merges, a criss-cross, and a root of its own.
const HISTORY: &[&[usize]] =
    &[&[], &[0], &[1], &[1], &[2, 3], &[3, 2], &[4], &[5], &[0], &[8, 6], &[], &[10], &[9, 11], &[7]];

#[test]
fn the_base_and_what_lies_behind_it_are_those_of_git() {
    // Clocks that run, that stand still, and that run backwards.
    for step in [60, 0, -60] {
        let dates = |at: usize| 1_700_000_000 + step * i64::try_from(at).unwrap();
        let is_backwards = step < 0;
        let repo = Repo::new();
        let ids = history(&repo, HISTORY, dates);
        repo.git(&["update-ref", "refs/heads/main", ids.last().unwrap()]);
        let opened = Repository::discover(repo.root(), Backend::Git2).unwrap();
        let objects = opened.objects();
        let oid = |id: &String| Oid::from_hex(id.as_bytes()).unwrap();
        let mut bases = 0;
        for one in &ids {
            for other in &ids {
                let said = repo.try_git(&["merge-base", "--all", one, other]).stdout;
                let said = String::from_utf8(said).unwrap();
                match objects.merge_base(oid(one), oid(other)).unwrap() {
                    MergeBase::At(base) => {
                        assert!(said.lines().any(|line| line == base.to_string()), "{one} {other}: {base}, not {said}");
                        bases += 1;
                    }
                    MergeBase::None => assert_eq!(said, "", "{one} {other}"),
                    MergeBase::Unknown(why) => panic!("{why}"),
                }
                if is_backwards {
                    continue;
                }
                let between = objects.commits_between(oid(one), oid(other)).unwrap();
                assert_eq!(between.cut, None, "{one}..{other}");
                let mut listed: Vec<String> = between.commits.iter().map(|commit| commit.id.to_string()).collect();
                let range = repo.git(&["rev-list", &format!("{one}..{other}")]);
                let mut expected: Vec<&str> = range.lines().collect();
                listed.sort();
                expected.sort_unstable();
                assert_eq!(listed, expected, "{one}..{other}");
            }
        }
        assert!(bases > 100, "only {bases} pairs have a base");
    }
}

#[test]
fn beyond_a_shallow_boundary_nothing_is_claimed() {
    let repo = Repo::new();
    let ids = history(&repo, &[&[], &[0], &[1], &[0], &[3]], |at| 1_700_000_000 + i64::try_from(at).unwrap());
    repo.git(&["update-ref", "refs/heads/main", &ids[2]]);
    repo.git(&["update-ref", "refs/heads/topic", &ids[4]]);
    let clone = Repo::without_git();
    let from = format!("file://{}", repo.root().display());
    clone.git(&["clone", "--quiet", "--depth", "2", "--no-single-branch", &from, "."]);
    let opened = Repository::discover(clone.root(), Backend::Git2).unwrap();
    let oid = |id: &String| Oid::from_hex(id.as_bytes()).unwrap();
    let base = opened.objects().merge_base(oid(&ids[2]), oid(&ids[4])).unwrap();
    assert!(matches!(&base, MergeBase::Unknown(why) if why.contains("shallow")), "{base:?}");
    assert_eq!(opened.objects().merge_base(oid(&ids[1]), oid(&ids[2])).unwrap(), MergeBase::At(oid(&ids[1])));
}
