//! Values that tests of several rooms start from.

use std::collections::{BTreeMap, BTreeSet};

use super::artifacts::Kind;
use super::assess::{Assessment, assess};
use super::case::Case;
use super::claims::{Current, RoadmapSays, Said, marked};
use super::evidence::{Changed, Classified, File, GateAsked, LockStanding, Marks, PhaseEvidence, Setup};
use super::ids::PlanId;
use super::names::Artifact;
use super::plans::{Plan, PlanState};
use super::situation::Execution;
use super::text::content::ContentReading;
use super::text::facts::Facts;
use super::text::state::State;
use super::wip::{SourceChange, Tie, Wip};
use crate::engine::depth::Depth;
use crate::engine::evidence::{Content, Freshness, Meaning, Tracked};
use crate::engine::object::Oid;
use crate::engine::own::Own;
use crate::engine::report::{ClassificationLine, PhaseRef, Place};

/// A phase of which nothing is there, in a project without a map.
pub(super) fn nothing() -> PhaseEvidence {
    let state = State::default();
    let said = Said {
        roadmap: RoadmapSays::Missing,
        ship_commit: false,
        current: Current::None,
        state: state.says(&[]),
        verification_passed: false,
    };
    PhaseEvidence {
        id: "07".to_owned(),
        workstream: None,
        files: Vec::new(),
        unrecognised: Vec::new(),
        commits: Vec::new(),
        reverted: Vec::new(),
        lost_plans: Vec::new(),
        other_commits: Vec::new(),
        unattributed: Vec::new(),
        fixed_findings: BTreeSet::new(),
        accepted_since: false,
        ignored_wip: BTreeSet::new(),
        repositories: Vec::new(),
        unmerged: Vec::new(),
        planned_on: Vec::new(),
        no_source_touched: false,
        concern: None,
        changed: Changed::Source,
        history_cut: None,
        archived: false,
        marks: Marks {
            marked: marked(&said),
            said,
            state,
            ids: Vec::new(),
            shipped: false,
            ui_hint: false,
            name: String::new(),
            torn: Vec::new(),
        },
        project_has: Vec::new(),
        setup: Setup { of_before: true, ..Setup::default() },
        wip: Wip::default(),
    }
}

/// A file of the phase.
pub(super) fn file(kind: Kind, tracked: Tracked, content: Content, freshness: Freshness) -> File {
    File {
        path: format!("07-{}.md", kind.name()).as_str().into(),
        name: Artifact { kind, plan: None, slug: None, drift: Vec::new() },
        tracked,
        reading: ContentReading { content, salvaged: None, notes: Vec::new(), may_be_cut: None },
        head_says: None,
        head_facts: None,
        facts: Facts::None,
        in_head: tracked == Tracked::Committed,
        changed_by: Vec::new(),
        added_by: None,
        freshness,
    }
}

/// Finished, without a word.
pub(super) fn finished(meaning: Meaning) -> Content {
    Content::Finished { word: None, meaning }
}

/// A phase whose surfaces ask for these gates, at this depth.
pub(super) fn asking(gates: &[&str], pinned: bool, depth: Depth, switched_off: &[&'static str]) -> PhaseEvidence {
    let asked = |gate: &&str| {
        let asked = GateAsked { surfaces: vec!["a".to_owned()], pinned, assumed: false };
        ((*gate).to_owned(), asked)
    };
    let line = ClassificationLine {
        depth,
        depth_reasons: Vec::new(),
        locked: true,
        locks: Vec::new(),
        raised: Vec::new(),
        block: Vec::new(),
        refused: None,
        surfaces: Vec::new(),
        waived: Vec::new(),
    };
    let classified = Classified {
        gates: gates.iter().map(asked).collect(),
        lock: LockStanding::Held,
        waived: BTreeMap::new(),
        line,
    };
    let setup = Setup { classified: Some(classified), switched_off: switched_off.to_vec(), ..Setup::default() };
    PhaseEvidence { setup, ..nothing() }
}

/// An id of a commit.
pub(super) fn oid(byte: u8) -> Oid {
    Oid::from_bytes(&[byte; 20]).unwrap()
}

/// The file as one of a plan.
pub(super) fn of_plan(number: &str, mut file: File) -> File {
    file.name.plan = PlanId::parse(number);
    file.path = format!("07-{number}-{}.md", file.name.kind.name()).as_str().into();
    file
}

/// A plan by its number.
pub(super) fn plan(number: &str, state: PlanState) -> Plan {
    Plan {
        id: PlanId::parse(number),
        path: None,
        summary: None,
        summary_added_by: None,
        state,
        commits: Vec::new(),
        begun_elsewhere: false,
        depth: 1,
        tasks: 0,
        gap_closure: false,
        doubt: None,
        is_cut: false,
    }
}

/// The assessment of a phase with these plans.
pub(super) fn assessed(plans: Vec<Plan>, execution: Execution) -> Assessment {
    Assessment { plans, execution, ..assess(&nothing()) }
}

/// An uncommitted file of source, tied to the phase by these.
pub(super) fn change(path: &str, ties: &[Tie]) -> SourceChange {
    SourceChange { path: path.into(), tracked: Tracked::Modified, ties: ties.to_vec() }
}

/// A case of the evidence, and nothing else that was asked or read.
pub(super) fn case(evidence: PhaseEvidence) -> Case {
    let place = Place {
        repository: "/r".to_owned(),
        git_backend: String::new(),
        planning: ".planning".into(),
        committed: true,
        config: None,
        workstream: evidence.workstream.clone(),
    };
    let phase = PhaseRef { id: "07".to_owned(), dir: None, name: String::new(), archived: None, begin: None };
    Case {
        place,
        phase,
        evidence,
        step: None,
        operation: None,
        recovery: None,
        ack: None,
        context: None,
        own: Own::default(),
        head: None,
        states: Vec::new(),
        in_the_way: None,
        notes: vec!["a note".to_owned()],
        warnings: vec!["a warning".to_owned()],
        moved: false,
    }
}
