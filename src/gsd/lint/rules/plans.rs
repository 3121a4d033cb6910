//! Family P: the plans of a phase that are still to be carried out.

use super::{history, rules};

/// A plan's file with this front matter.
macro_rules! plan {
    ($front:literal) => {
        concat!("---\nphase: 07\ntype: execute\n", $front, "---\n\n<objective>\nShow photos.\n</objective>\n")
    };
}

/// A phase with two plans.
macro_rules! two_plans {
    ($one:literal, $two:literal) => {
        history! {
            "docs(07): create phase plan" {
                ".planning/phases/07-photos/07-01-PLAN.md": plan!($one),
                ".planning/phases/07-photos/07-02-PLAN.md": plan!($two),
            }
        }
    };
}

rules! {
    CIRCLE = "P001" "plans-in-a-circle", Error, Phase {
        why: "Plans that need each other wait for ever: none of them can begin.",
        fix: "Take one of the entries out of `depends_on`, or make one plan of them.",
        bad: two_plans!("depends_on: [07-02]\n", "depends_on: [07-01]\n"),
        good: two_plans!("depends_on: []\n", "depends_on: [07-01]\n"),
    }
    UNKNOWN_NEED = "P002" "unknown-dependency", Error, Phase {
        why: "The phase has no plan of that id, so nothing is waited for: GSD drops the entry, and the plan runs too early.",
        fix: "Write the id of a plan, such as `07-01`, or take the entry out.",
        bad: two_plans!("depends_on: []\n", "depends_on: [07-04]\n"),
        good: two_plans!("depends_on: []\n", "depends_on: [07-01]\n"),
    }
    OTHER_WAVE = "P003" "wave-differs", Warning, Phase {
        why: "Plans are carried out by what they need of each other, and not by the wave that they declare: whoever relies on the \
              number is wrong about what runs beside what.",
        fix: "Write the wave that follows from `depends_on`, or add the plan that this one really waits for.",
        bad: two_plans!("wave: 1\ndepends_on: []\n", "wave: 2\ndepends_on: []\n"),
        good: two_plans!("wave: 1\ndepends_on: []\n", "wave: 2\ndepends_on: [07-01]\n"),
    }
    SHARED_FILES = "P004" "files-shared-in-a-wave", Warning, Phase {
        why: "Plans of one wave may run at the same time, each in a work tree of its own: what both change has to be merged by hand.",
        fix: "Let one of them wait for the other by `depends_on`, or move the file into one plan.",
        bad: two_plans!("files_modified: [src/app.ts, src/photo.ts]\n", "files_modified: [src/app.ts]\n"),
        good: two_plans!("files_modified: [src/app.ts, src/photo.ts]\n", "depends_on: [07-01]\nfiles_modified: [src/app.ts]\n"),
    }
    SUBMODULE = "P005" "plan-in-a-submodule", Warning, Phase {
        why: "What changes in a submodule is committed there: this repository shows no execute commit of the plan, and a work tree of \
              its own has the submodule's folder empty.",
        fix: "Plan the change in the submodule's own repository, and here the step that takes the new version.",
        bad: crate::engine::lint::Example(&[crate::engine::lint::Step {
            subject: "docs(07): create phase plan",
            files: &[
                ("libs/codec/", None),
                (".planning/phases/07-photos/07-01-PLAN.md", Some(plan!("files_modified: [libs/codec/src/jpeg.c]\n"))),
            ],
        }]),
        good: crate::engine::lint::Example(&[crate::engine::lint::Step {
            subject: "docs(07): create phase plan",
            files: &[
                ("libs/codec/", None),
                (".planning/phases/07-photos/07-01-PLAN.md", Some(plan!("files_modified: [src/jpeg.c]\n"))),
            ],
        }]),
    }
    NO_PLAN = "P006" "summary-without-plan", Warning, Phase {
        why: "The summary counts for a plan that nobody can read any more: what was meant to be done, and which files, is lost.",
        fix: "Bring the plan back from git, or say in another plan that it was superseded.",
        bad: history! {
            "docs(07-01): complete plan" {
                ".planning/phases/07-photos/07-01-SUMMARY.md": "---\nphase: 07\nplan: 01\nstatus: complete\n---\n\n# Done\n",
                ".planning/phases/07-photos/07-02-PLAN.md": plan!("depends_on: []\n"),
            }
        },
        good: history! {
            "docs(07-01): complete plan" {
                ".planning/phases/07-photos/07-01-PLAN.md": plan!("depends_on: []\n"),
                ".planning/phases/07-photos/07-01-SUMMARY.md": "---\nphase: 07\nplan: 01\nstatus: complete\n---\n\n# Done\n",
                ".planning/phases/07-photos/07-02-PLAN.md": plan!("depends_on: []\n"),
            }
        },
    }
    NO_FILES = "P007" "plan-without-files", Warning, Phase {
        why: "Surfaces follow from the files that a plan declares; this one declares none, so what it will touch is only known afterwards.",
        fix: "Add `files_modified` with the paths, or `files_modified: []` where the plan changes none.",
        bad: history! {
            "docs(07): create phase plan" {
                ".planning/config.json": "{\"surfaces\": {\"pay\": {\"globs\": [\"src/**\"], \"gates\": [\"secure\"]}}}",
                "src/app.ts": "",
                ".planning/phases/07-photos/07-01-PLAN.md": plan!("depends_on: []\n"),
            }
        },
        good: history! {
            "docs(07): create phase plan" {
                ".planning/config.json": "{\"surfaces\": {\"pay\": {\"globs\": [\"src/**\"], \"gates\": [\"secure\"]}}}",
                "src/app.ts": "",
                ".planning/phases/07-photos/07-01-PLAN.md": plan!("files_modified: [src/app.ts]\n"),
            }
        },
    }
}
