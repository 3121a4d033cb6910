//! Rewrites the files of a whole repository in place, for tests that ask whether a change of form changes an answer.

use std::collections::HashMap;
use std::path::Path;

use git2::{ObjectType, Oid, Repository, Sort, Tree};

/// Gives every file (its path below the root, its bytes) to `change`: those of every commit, of the index and of the work tree.
/// Commits keep everything but their trees, and nothing becomes clean or dirty by it. Gives the new id of every commit.
pub(crate) fn rewrite(root: &Path, change: &dyn Fn(&str, &[u8]) -> Vec<u8>) -> HashMap<String, String> {
    let repository = Repository::open(root).unwrap();
    let mut trees = HashMap::new();
    let mut commits: HashMap<Oid, Oid> = HashMap::new();
    let mut walk = repository.revwalk().unwrap();
    walk.push_head().unwrap();
    walk.set_sorting(Sort::TOPOLOGICAL | Sort::REVERSE).unwrap();
    let head = repository.head().unwrap().resolve().unwrap();
    for id in walk.map(Result::unwrap) {
        let commit = repository.find_commit(id).unwrap();
        let tree = rewritten(&repository, &commit.tree().unwrap(), "", change, &mut trees);
        let tree = repository.find_tree(tree).unwrap();
        let parents: Vec<_> =
            commit.parent_ids().map(|parent| repository.find_commit(commits[&parent]).unwrap()).collect();
        let new = repository.commit(
            None,
            &commit.author(),
            &commit.committer(),
            commit.message().unwrap(),
            &tree,
            &parents.iter().collect::<Vec<_>>(),
        );
        commits.insert(id, new.unwrap());
    }
    let branch = head.name().unwrap().to_owned();
    repository.reference(&branch, commits[&head.target().unwrap()], true, "rewritten").unwrap();
    rewrite_index(&repository, change);
    rewrite_work_tree(root, root, change);
    commits.into_iter().map(|(old, new)| (old.to_string(), new.to_string())).collect()
}

fn rewrite_index(repository: &Repository, change: &dyn Fn(&str, &[u8]) -> Vec<u8>) {
    let mut index = repository.index().unwrap();
    let entries: Vec<_> = index.iter().collect();
    for mut entry in entries.into_iter().filter(|entry| entry.mode & 0o170_000 == 0o100_000) {
        let path = std::str::from_utf8(&entry.path).unwrap().to_owned();
        let Ok(blob) = repository.find_blob(entry.id) else { continue };
        entry.id = repository.blob(&change(&path, blob.content())).unwrap();
        // Whatever was known of the file on disk no longer holds.
        (entry.file_size, entry.mtime, entry.ino) = (0, git2::IndexTime::new(0, 0), 0);
        index.add(&entry).unwrap();
    }
    index.write().unwrap();
}

fn rewrite_work_tree(root: &Path, folder: &Path, change: &dyn Fn(&str, &[u8]) -> Vec<u8>) {
    for entry in std::fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let path = entry.path();
        if entry.file_name() == ".git" {
            continue;
        }
        if path.is_dir() {
            rewrite_work_tree(root, &path, change);
        } else {
            let below = path.strip_prefix(root).unwrap().to_str().unwrap();
            std::fs::write(&path, change(below, &std::fs::read(&path).unwrap())).unwrap();
        }
    }
}

fn rewritten(
    repository: &Repository,
    tree: &Tree<'_>,
    at: &str,
    change: &dyn Fn(&str, &[u8]) -> Vec<u8>,
    known: &mut HashMap<(String, Oid), Oid>,
) -> Oid {
    if let Some(known) = known.get(&(at.to_owned(), tree.id())) {
        return *known;
    }
    let mut builder = repository.treebuilder(None).unwrap();
    for entry in tree {
        let path = format!("{at}{}", entry.name().unwrap());
        let id = match entry.kind() {
            Some(ObjectType::Tree) => {
                let below = repository.find_tree(entry.id()).unwrap();
                rewritten(repository, &below, &format!("{path}/"), change, known)
            }
            Some(ObjectType::Blob) => {
                let blob = repository.find_blob(entry.id()).unwrap();
                repository.blob(&change(&path, blob.content())).unwrap()
            }
            _ => entry.id(),
        };
        builder.insert(entry.name_bytes(), id, entry.filemode()).unwrap();
    }
    let new = builder.write().unwrap();
    known.insert((at.to_owned(), tree.id()), new);
    new
}
