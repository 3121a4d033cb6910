//! History: ancestry, lives and changes over random graphs, against the `git` program and a model.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use phase_pipeline::engine::escape::escape_bytes;
use phase_pipeline::engine::life::Life;
use phase_pipeline::engine::moves::Changed;
use phase_pipeline::engine::object::Oid;
use phase_pipeline::engine::path::RepoPath;
use phase_pipeline::git::{Ancestry, Backend, Head, Repository, walk, walk_following, walk_many};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

use crate::common::repo::Repo;

/// Files in the folder whose life is told, in one inside it, in one beside it; and a file that takes a folder's name.
const FILES: [&str; 6] = ["p/x", "p/y", "p/s/z", "q/w", "p/s", "other"];

/// One commit to make: how far back its parents lie, its date, and what it does to the files.
#[derive(Debug, Clone)]
struct Step {
    parents: Vec<usize>,
    time: i64,
    edits: Vec<(usize, Option<u8>)>,
}

/// A commit that was made.
struct Made {
    id: Oid,
    parents: Vec<usize>,
    files: BTreeMap<&'static str, u8>,
}

impl Made {
    fn holds(&self, folder: &str) -> bool {
        self.files.keys().any(|file| file.starts_with(&format!("{folder}/")))
    }
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let edit = (0..FILES.len(), proptest::option::weighted(0.65, 0..3u8));
    let time = prop_oneof![Just(1_700_000_000_i64), 1_600_000_000..1_800_000_000_i64];
    let parents = prop_oneof![
        1 => Just(vec![]),
        8 => Just(vec![0]),
        4 => proptest::collection::vec(0..4usize, 1),
        4 => proptest::collection::vec(0..6usize, 2),
        1 => proptest::collection::vec(0..6usize, 3),
    ];
    let step = (parents, time, proptest::collection::vec(edit, 0..4));
    let step = step.prop_map(|(parents, time, edits)| Step { parents, time, edits });
    proptest::collection::vec(step, 2..14)
}

/// Makes the commits with `git fast-import` and HEAD the last of them.
fn make(repo: &Repo, steps: &[Step]) -> Vec<Made> {
    let mut made: Vec<Made> = Vec::new();
    let mut stream = String::new();
    for (place, step) in steps.iter().enumerate() {
        let mut parents: Vec<usize> = Vec::new();
        for back in &step.parents {
            let parent = place.checked_sub(back + 1);
            parents.extend(parent.filter(|parent| !parents.contains(parent)));
        }
        let mut files = parents.first().map(|first| made[*first].files.clone()).unwrap_or_default();
        let _ = writeln!(stream, "commit refs/heads/b{place}\nmark :{}", place + 1);
        let _ = writeln!(stream, "committer C <c@example.com> {} +0000\ndata 2\n{:02}", step.time, place);
        for (number, parent) in parents.iter().enumerate() {
            let _ = writeln!(stream, "{} :{}", if number == 0 { "from" } else { "merge" }, parent + 1);
        }
        for (number, content) in &step.edits {
            let (number, file) = (*number, FILES[*number]);
            if let Some(content) = content {
                // No two files have the same content: none is another's former name.
                let content = &(b'a' + u8::try_from(number).unwrap() * 3 + content);
                // A file and a folder of one name: the later one wins, as it does in git.
                files.retain(|other, _| !is_below(other, file) && !is_below(file, other));
                files.insert(file, *content);
                let _ = writeln!(stream, "M 100644 inline {file}\ndata 1\n{}", char::from(*content));
            } else {
                files.retain(|other, _| *other != file && !is_below(other, file));
                let _ = writeln!(stream, "D {file}");
            }
        }
        made.push(Made { id: Oid::from_bytes(&[0; 20]).unwrap(), parents, files });
    }
    repo.git_with_input(&["fast-import", "--quiet", "--force"], stream.as_bytes());
    let heads: Vec<String> = (0..made.len()).map(|place| format!("refs/heads/b{place}")).collect();
    let ids = repo.git(&[vec!["rev-parse".to_owned()], heads].concat());
    for (commit, id) in made.iter_mut().zip(ids.lines()) {
        commit.id = Oid::from_hex(id.as_bytes()).unwrap();
    }
    repo.git(&["symbolic-ref", "HEAD", &format!("refs/heads/b{}", made.len() - 1)]);
    made
}

fn is_below(path: &str, folder: &str) -> bool {
    path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'))
}

/// The commits at or before `new`, going only through those that `may` allows.
fn reachable(made: &[Made], new: usize, may: &dyn Fn(&Made) -> bool) -> BTreeSet<usize> {
    let mut seen = BTreeSet::new();
    let mut open = vec![new];
    while let Some(place) = open.pop() {
        if may(&made[place]) && seen.insert(place) {
            open.extend(&made[place].parents);
        }
    }
    seen
}

fn check_life(repo: &Repo, made: &[Made], folder: &str, life: &Life) {
    let head = made.len() - 1;
    let members = reachable(made, head, &|commit| commit.holds(folder));
    let expected: BTreeSet<Oid> = members.iter().map(|place| made[*place].id).collect();
    let order: Vec<Oid> = life.commits().map(|(_, commit)| commit.id).collect();
    assert_eq!(order.iter().copied().collect::<BTreeSet<_>>(), expected, "life of {folder}");
    assert_eq!(order.len(), expected.len());
    assert_eq!(life.cut, None);
    for (at, (place, commit)) in life.commits().enumerate() {
        assert_eq!((life.rank(place), life.rank_of(commit.id)), (Some(at), Some(at)));
        for parent in &commit.parents {
            assert!(order.iter().position(|id| id == parent).is_none_or(|place| place > at), "children come first");
        }
    }
    let begin: BTreeSet<Oid> = life.begin().into_iter().collect();
    let begins = members.iter().filter(|place| made[**place].parents.iter().all(|parent| !members.contains(parent)));
    assert_eq!(begin, begins.map(|place| made[*place].id).collect(), "begin of {folder}");

    for file in FILES.iter().filter(|file| is_below(file, folder)) {
        let below = RepoPath::from(file.strip_prefix(folder).unwrap());
        // A merge is in git's log when it differs from any parent; it changes a file when it differs from all of them.
        let log =
            repo.git(&["log", "--full-history", "--no-merges", "--format=%H", "--", &format!(":(literal){file}")]);
        let mut told: BTreeSet<Oid> = log.lines().filter_map(|id| Oid::from_hex(id.as_bytes())).collect();
        let merges = members.iter().map(|place| &made[*place]).filter(|commit| commit.parents.len() > 1);
        told.extend(merges.map(|commit| commit.id).filter(|id| changed_by_git(repo, *id).contains(*file)));
        let changing: BTreeSet<usize> =
            members.iter().copied().filter(|place| told.contains(&made[*place].id)).collect();
        let found = life.changed().filter(|(_, _, changes)| changes.contains_key(&below));
        // A path that is a folder in one commit and a file in another: git's log follows both, we follow the file.
        if !FILES.iter().any(|other| is_below(other, file)) {
            let found: BTreeSet<Oid> = found.map(|(_, id, _)| id).collect();
            assert_eq!(found, changing.iter().map(|place| made[*place].id).collect(), "changes of {file}");
            let is_covered = |place: &usize| {
                changing.iter().any(|newer| {
                    newer != place && reachable(made, *newer, &|commit| commit.holds(folder)).contains(place)
                })
            };
            let newest: BTreeSet<Oid> =
                changing.iter().filter(|place| !is_covered(place)).map(|place| made[*place].id).collect();
            assert_eq!(
                life.last_changes(&below).into_iter().collect::<BTreeSet<_>>(),
                newest,
                "last changes of {file}"
            );
        }
    }
}

/// A life in plain values: its commits in order, each with what it changed, and the cut.
fn told(life: &Life) -> (Vec<(Oid, Changed)>, Option<String>) {
    let changed: BTreeMap<Oid, &Changed> = life.changed().map(|(_, id, changes)| (id, changes)).collect();
    let of = |id: Oid| changed.get(&id).map(|changes| (*changes).clone()).unwrap_or_default();
    (life.commits().map(|(_, commit)| (commit.id, of(commit.id))).collect(), life.cut.clone())
}

/// The paths that git calls changed: against the parent, or against all of them.
fn changed_by_git(repo: &Repo, id: Oid) -> BTreeSet<String> {
    let id = id.to_string();
    let output = repo.git_bytes(&[
        "diff-tree",
        "-r",
        "-c",
        "--root",
        "--no-renames",
        "--no-commit-id",
        "--name-only",
        "-z",
        &id,
    ]);
    output.split(|byte| *byte == 0).filter(|path| !path.is_empty()).map(escape_bytes).collect()
}

proptest! {
    // The same cases on every run; PROPTEST_RNG_SEED and PROPTEST_CASES go hunting for others.
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, rng_seed: RngSeed::Fixed(1), ..ProptestConfig::default() })]
    #[test]
    fn history_reads_as_git_reads_it(steps in steps(), pairs in proptest::collection::vec((0..14usize, 0..14usize), 4)) {
        let repo = Repo::new();
        let made = make(&repo, &steps);
        let head = made.last().unwrap().id;
        let folders = ["p", "q", "p/s", "absent"].map(RepoPath::from);
        for backend in [Backend::Git2, Backend::Child] {
            let opened = Repository::discover(repo.root(), backend).unwrap();
            let objects = opened.objects();
            prop_assert_eq!(opened.head().unwrap(), Head::Commit { id: head, branch: Some(format!("b{}", made.len() - 1).into_bytes()) });
            let lives = walk_many(objects, head, &folders).unwrap();
            for (number, folder) in folders.iter().enumerate() {
                let alone = walk(objects, head, folder).unwrap();
                prop_assert_eq!(told(&lives.life(objects, number).unwrap()), told(&alone));
                if backend == Backend::Git2 {
                    check_life(&repo, &made, folder.as_str().unwrap(), &alone);
                }
            }
            // Any sibling may be a former name, so that all folders have several; each is told as it is told alone.
            let following = |folders: &[RepoPath]| walk_following(objects, head, folders, &|_, _| true).unwrap();
            let together = following(&folders);
            for (number, folder) in folders.iter().enumerate() {
                let alone = following(std::slice::from_ref(folder)).life(objects, 0).unwrap();
                prop_assert_eq!(told(&together.life(objects, number).unwrap()), told(&alone));
            }
            for (new, commit) in made.iter().enumerate() {
                let before = reachable(&made, new, &|_| true);
                for (old, other) in made.iter().enumerate() {
                    let expected = if before.contains(&old) { Ancestry::Yes } else { Ancestry::No };
                    prop_assert_eq!(objects.is_ancestor(other.id, commit.id).unwrap(), expected);
                }
                let read = objects.commit(commit.id).unwrap();
                let changed = objects.changed_paths(&read).unwrap().unwrap();
                let changed: BTreeSet<String> = changed.keys().map(|path| escape_bytes(path.as_bytes())).collect();
                for folder in &folders {
                    let is_below = |path: &&String| RepoPath::from(path.as_str()).is_in(folder);
                    let below = objects.changed_below(&read, folder).unwrap().unwrap();
                    prop_assert_eq!(below.len(), changed.iter().filter(|path| is_below(path) && **path != escape_bytes(folder.as_bytes())).count());
                    prop_assert!(below.keys().all(|path| changed.contains(&escape_bytes(path.as_bytes()))));
                    let beside = objects.changes_beside(&read, folder).unwrap().unwrap();
                    prop_assert_eq!(beside, changed.iter().any(|path| !is_below(&path)));
                }
                if backend == Backend::Git2 {
                    prop_assert_eq!(changed, changed_by_git(&repo, commit.id));
                }
            }
        }
        let opened = Repository::discover(repo.root(), Backend::Auto).unwrap();
        for (old, new) in pairs {
            let [old, new] = [old, new].map(|place| made[place % made.len()].id);
            let told = repo.try_git(&["merge-base", "--is-ancestor", &old.to_string(), &new.to_string()]);
            let answer = opened.objects().is_ancestor(old, new).unwrap();
            prop_assert_eq!(answer == Ancestry::Yes, told.status.success());
        }
    }
}
