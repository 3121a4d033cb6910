//! The sample project of the GSE style: two sprints, one closed and one in the middle of its production.

use super::script::{Change, Commit, DemoPhase, File, commit};

/// The file at `$path` of the project, its text kept at `$stored` in the folder `berths` beside this file.
macro_rules! file {
    ($path:literal, $stored:literal) => {
        Change::Write(File {
            path: $path,
            text: include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/write/demo/berths/", $stored)),
        })
    };
}

pub(super) const START: &[Commit] = &[commit(
    "chore: initialize repository",
    &[
        file!(".gitignore", "gitignore"),
        file!(".gse/config.yaml", "state/config.yaml"),
        file!(".gse/profile.yaml", "state/profile.yaml"),
        file!("docs/intent.md", "intent.md"),
    ],
)];

const BOOKING: &[Commit] = &[
    commit(
        "gse(sprint-01/feat): book a berth",
        &[file!("src/berths.py", "berths.py"), file!("docs/sprints/sprint-01/reqs.md", "sprint-01/reqs.md")],
    ),
    commit(
        "gse(deliver): berths 0.1.0",
        &[
            file!("docs/sprints/sprint-01/release.md", "sprint-01/release.md"),
            file!(".gse/plan.yaml", "state/plan-01.yaml"),
            file!(".gse/backlog.yaml", "state/backlog-01.yaml"),
        ],
    ),
    commit(
        "gse(compound): sprint 1",
        &[
            file!("docs/sprints/sprint-01/compound.md", "sprint-01/compound.md"),
            file!(".gse/status.yaml", "state/status-01.yaml"),
        ],
    ),
];

const SEARCH: &[Commit] = &[
    commit(
        "gse(plan): sprint 2, find a berth",
        &[
            file!(".gse/plan.yaml", "state/plan-02.yaml"),
            file!(".gse/status.yaml", "state/status-02.yaml"),
            file!("docs/sprints/sprint-02/reqs.md", "sprint-02/reqs.md"),
            file!("docs/sprints/sprint-02/design.md", "sprint-02/design.md"),
            file!("docs/sprints/sprint-02/test-strategy.md", "sprint-02/test-strategy.md"),
        ],
    ),
    commit(
        "gse(sprint-02/feat): find a free berth",
        &[file!("src/search.py", "search.py"), file!(".gse/backlog.yaml", "state/backlog-02.yaml")],
    ),
];

pub(super) const SPRINTS: &[DemoPhase] = &[
    DemoPhase {
        id: "01",
        about: "delivered, compounded and integrated; the plan of the next sprint is in force",
        row: "go/past",
        commits: BOOKING,
        left: &[],
    },
    DemoPhase {
        id: "02",
        about: "one TASK is produced, another is planned; a preview is not owed by a command line",
        row: "go/produce",
        commits: SEARCH,
        left: &[],
    },
];
