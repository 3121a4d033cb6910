//! Phases of finished milestones.

use crate::common::bin::Bin;
use crate::common::repo::Repo;

#[test]
fn a_number_that_several_archives_hold_is_of_the_newest_and_the_others_are_named() {
    let repo = Repo::new();
    repo.write(".planning/ROADMAP.md", "# Roadmap\n");
    for folder in ["v0.9-phases/03-oldest", "v9.0-phases/03-older", "v10.0-phases/03-newest", "v10.0-phases/04-alone"] {
        repo.write(&format!(".planning/milestones/{folder}/NOTES.md"), "# Notes\n");
    }
    repo.commit("docs: archive");
    let ask = |phase: &str| Bin::in_folder(repo.root()).run(&[phase]);
    let (several, alone) = (ask("3"), ask("4"));
    assert_eq!((several.code, alone.code), (12, 12), "{several:?} {alone:?}");
    assert!(several.out.contains(".planning/milestones/v10.0-phases/03-newest (archived)"), "{}", several.out);
    let others = "note: archived under the same number: .planning/milestones/v0.9-phases/03-oldest, \
                  .planning/milestones/v9.0-phases/03-older";
    assert!(several.out.contains(others), "{}", several.out);
    assert!(!alone.out.contains("same number"), "{}", alone.out);
}
