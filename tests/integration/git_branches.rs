//! Other branches and other work trees, and what they hold that HEAD does not.

use std::fmt::Write as _;
use std::fs;

use phase_pipeline::engine::object::Oid;
use phase_pipeline::git::{Backend, Repository, recent, unmerged};

use crate::common::repo::Repo;

fn oid(hex: &str) -> Oid {
    Oid::from_hex(hex.as_bytes()).unwrap()
}

/// Three commits on `main`; `topic/a` with two more than the second, one of them a merge of `side`; `old`, which is merged; a
/// work tree for `topic/a`, and one without a branch that has a commit of its own.
fn lines_of_work(options: &[&str]) -> Repo {
    let repo = Repo::init(options);
    repo.commit("one");
    repo.commit("two");
    repo.git(&["branch", "old"]);
    repo.git(&["switch", "--quiet", "-c", "side"]);
    repo.commit("side");
    repo.git(&["switch", "--quiet", "-c", "topic/a", "main"]);
    repo.commit("a");
    repo.git(&["merge", "--quiet", "--no-ff", "--message", "merge side", "side"]);
    repo.git(&["switch", "--quiet", "main"]);
    repo.commit("three");
    let place = |name: &str| repo.root().with_file_name(name).to_str().unwrap().to_owned();
    repo.git(&["worktree", "add", "--quiet", &place("for-a"), "topic/a"]);
    repo.git(&["worktree", "add", "--quiet", "--detach", &place("loose"), "main"]);
    repo.git(&["-C", &place("loose"), "commit", "--quiet", "--allow-empty", "--message", "loose"]);
    repo.git(&["update-ref", "refs/remotes/origin/main", "main~1"]);
    repo.git(&["symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/main"]);
    repo
}

#[test]
fn branches_and_work_trees_are_the_same_for_every_reader() {
    for (options, backends) in [
        (&[][..], &[Backend::Auto, Backend::Child, Backend::Git2][..]),
        (&["--ref-format=reftable"], &[Backend::Auto, Backend::Child]),
    ] {
        let repo = lines_of_work(options);
        repo.git(&["pack-refs", "--all"]);
        repo.git(&["branch", "loose-reference"]);
        let beside = |name: &str| repo.root().with_file_name(name);
        for backend in backends {
            let opened = Repository::discover(repo.root(), *backend).unwrap();
            let told = |folder: &std::path::Path| {
                let branches = Repository::discover(folder, *backend).unwrap().local_branches().unwrap();
                let named = branches.into_iter().map(|branch| {
                    let name = branch.name.map_or("?".to_owned(), |name| String::from_utf8(name).unwrap());
                    (name, branch.tip.to_string(), branch.work_tree)
                });
                named.collect::<Vec<_>>()
            };
            let loose = repo.git(&["-C", beside("loose").to_str().unwrap(), "rev-parse", "HEAD"]);
            let row = |name: &str, work_tree: Option<&str>| (name.to_owned(), repo.id(name), work_tree.map(beside));
            let expected = [
                row("loose-reference", None),
                row("main", None),
                row("old", None),
                row("side", None),
                row("topic/a", Some("for-a")),
                ("?".to_owned(), loose.clone(), Some(beside("loose"))),
            ];
            assert_eq!(told(repo.root()), expected, "{backend:?} {options:?}");
            // Seen from another work tree, the main one is another.
            let from_there = told(&beside("loose"));
            assert!(from_there.contains(&row("main", Some("work"))), "{from_there:?}");
            assert!(!from_there.iter().any(|(name, ..)| name == "?"), "{from_there:?}");
            let from_there = told(&beside("for-a"));
            assert!(from_there.contains(&("?".to_owned(), loose, Some(beside("loose")))), "{from_there:?}");
            let remote = opened.remote_branches().unwrap();
            assert_eq!(remote.len(), 1, "{remote:?}");
            assert_eq!(remote[0].name.as_deref(), Some(&b"origin/main"[..]));
            assert_eq!(remote[0].tip, oid(&repo.id("main~1")));
        }
        fs::remove_dir_all(beside("loose")).unwrap();
        let opened = Repository::discover(repo.root(), Backend::Auto).unwrap();
        assert_eq!(opened.local_branches().unwrap().len(), 6, "a work tree that was moved away still holds its commit");
    }
}

#[test]
fn what_head_does_not_hold_is_what_git_says() {
    let repo = lines_of_work(&[]);
    let tips: Vec<String> = ["topic/a", "old", "main", "side"].map(|name| repo.id(name)).into();
    for backend in [Backend::Auto, Backend::Child] {
        let opened = Repository::discover(repo.root(), backend).unwrap();
        let found = |since: i64| {
            let tips: Vec<Oid> = tips.iter().map(|tip| oid(tip)).collect();
            unmerged(opened.objects(), oid(&repo.id("main")), &tips, since).unwrap()
        };
        let all = found(0);
        assert!(!all.given_up && all.passed_over == 0);
        for (place, tip) in tips.iter().enumerate() {
            let held =
                all.commits.iter().filter(|(_, by)| by.contains(&place)).map(|(commit, _)| commit.id.to_string());
            let git = repo.git(&["rev-list", tip, "^main"]);
            let mut told: Vec<&str> = git.lines().collect();
            let mut held: Vec<String> = held.collect();
            told.sort_unstable();
            held.sort();
            assert_eq!(held, told, "{tip} {backend:?}");
        }
        let merge = opened.objects().commit(oid(&tips[0])).unwrap();
        let newest: Vec<Oid> = found(merge.time).commits.iter().map(|(commit, _)| commit.id).collect();
        assert_eq!(newest, [merge.id]);
        assert!(found(merge.time + 1).commits.is_empty());
    }
}

#[test]
fn of_too_many_branches_the_newest_are_looked_at_and_the_others_counted() {
    let repo = Repo::new();
    repo.commit("one");
    for at in 0..66 {
        repo.git(&["switch", "--quiet", "-c", &format!("b{at:02}"), "main"]);
        repo.commit("more");
    }
    repo.git(&["switch", "--quiet", "main"]);
    let opened = Repository::discover(repo.root(), Backend::Auto).unwrap();
    let tips: Vec<Oid> = opened.local_branches().unwrap().into_iter().map(|branch| branch.tip).collect();
    let found = unmerged(opened.objects(), oid(&repo.id("main")), &tips, 0).unwrap();
    assert_eq!((found.commits.len(), found.passed_over, found.given_up), (64, 2, false));
    assert!(!found.commits.iter().any(|(commit, _)| commit.id == oid(&repo.id("b01"))));
}

#[test]
fn a_history_without_end_is_given_up_and_said_to_be() {
    let repo = Repo::new();
    repo.commit("one");
    let mut stream = String::new();
    for at in 0..20_100 {
        let from = if at == 0 { "from refs/heads/main^0" } else { "" };
        let time = repo.tick();
        writeln!(stream, "commit refs/heads/long\ncommitter A <a@example.com> {time} +0000\ndata 1\nx\n{from}")
            .unwrap();
    }
    repo.git_with_input(&["fast-import", "--quiet"], stream.as_bytes());
    let opened = Repository::discover(repo.root(), Backend::Auto).unwrap();
    let (head, long) = (oid(&repo.id("main")), oid(&repo.id("long")));
    let found = unmerged(opened.objects(), head, &[long], 0).unwrap();
    assert!(found.given_up && found.commits.len() < 20_100, "{}", found.commits.len());
    let newest = opened.objects().commit(long).unwrap().time;
    let bounded = unmerged(opened.objects(), head, &[long], newest - 600).unwrap();
    assert_eq!((bounded.given_up, bounded.commits.len()), (false, 11));
    // The same history, merged: HEAD's own commits are as many.
    assert!(unmerged(opened.objects(), long, &[head], 0).unwrap().commits.is_empty());
}

#[test]
fn work_that_waited_on_a_branch_is_as_new_as_its_merge() {
    let repo = lines_of_work(&[]);
    let opened = Repository::discover(repo.root(), Backend::Auto).unwrap();
    let head = oid(&repo.id("topic/a"));
    let found = recent(opened.objects(), head, 0).unwrap();
    let time = |revision: &str| opened.objects().commit(oid(&repo.id(revision))).unwrap().time;
    let taken = |revision: &str| found.since[found.commits.place(oid(&repo.id(revision))).unwrap()];
    assert_eq!(taken("side"), time("topic/a"), "the merge brought it");
    for revision in ["topic/a", "topic/a~1", "topic/a~2", "topic/a~3"] {
        assert_eq!(taken(revision), time(revision), "{revision}");
    }
    assert_eq!((found.commits.list().len(), found.cut), (5, None));
    let later = recent(opened.objects(), head, time("topic/a~1")).unwrap();
    assert_eq!((later.commits.list().len(), later.cut), (2, None));
}
