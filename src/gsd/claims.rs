//! Claims: what ROADMAP.md, STATE.md and commits say of a phase, whether together they mark it complete, and which of them
//! git denies.
//!
//! A claim is never evidence of work. It takes two kinds of them to mark a phase, because each alone is often wrong: in public
//! projects nearly every second box is ticked before the phase is verified, and STATE speaks of one phase and is often stale.

use serde::{Deserialize, Serialize};

use super::ids::PhaseId;
use super::text::roadmap::{At, Roadmap, RowStatus, Tick};
use super::text::state::{Says, State, StateSays};

/// What ROADMAP.md says of a phase.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum RoadmapSays {
    /// There is no ROADMAP.md, or none from which it can be told what it leaves out ([`Roadmap::tells_absence`]).
    Missing,
    /// It names other phases and this one in no heading, box or row: after a milestone a phase vanishes from it.
    Nothing,
    /// It names the phase.
    Listed {
        /// Its checkbox.
        tick: Option<At<Tick>>,
        /// Its table row.
        row: Option<At<RowStatus>>,
    },
}

impl RoadmapSays {
    /// What ROADMAP.md says of the phase that may be written as any of `ids`.
    pub fn of(roadmap: Option<&Roadmap>, ids: &[PhaseId]) -> Self {
        match roadmap.map(|roadmap| (roadmap, roadmap.entry(ids))) {
            Some((_, Some(entry))) => Self::Listed { tick: entry.tick, row: entry.row },
            Some((roadmap, None)) if roadmap.tells_absence() => Self::Nothing,
            _ => Self::Missing,
        }
    }

    /// The line of the ticked box, if the box is ticked.
    fn ticked(self) -> Option<usize> {
        match self {
            Self::Listed { tick: Some(tick), .. } if tick.value == Tick::Ticked => Some(tick.line),
            _ => None,
        }
    }

    /// The line of the row that says complete.
    fn row_complete(self) -> Option<usize> {
        match self {
            Self::Listed { row: Some(row), .. } if row.value == RowStatus::Complete => Some(row.line),
            _ => None,
        }
    }

    /// The line that says that the phase is to be done, where none marks it.
    fn open(self) -> Option<usize> {
        let Self::Listed { tick, row } = self else { return None };
        let tick = tick.filter(|tick| tick.value == Tick::Open).map(|tick| tick.line);
        let row = row.filter(|row| row.value == RowStatus::Open).map(|row| row.line);
        tick.or(row).filter(|_| !self.marks())
    }

    /// True when it marks the phase as complete.
    pub fn marks(self) -> bool {
        self == Self::Nothing || self.ticked().is_some() || self.row_complete().is_some()
    }
}

/// How the phase that STATE.md names as current lies to the phase asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Current {
    /// It names none.
    None,
    /// It names this one.
    This,
    /// It names a later one of the same letter prefix (the backlog's 999.x is none).
    Later,
    /// It names an earlier one, or one that cannot be compared.
    Other,
}

impl Current {
    /// How `state`'s current phase lies to the one that may be written as any of `ids`.
    pub fn of(state: &State, ids: &[PhaseId]) -> Self {
        let Some(current) = state.current.as_ref().map(|current| &current.value) else { return Self::None };
        let is_later = |id: &PhaseId| id.prefix() == current.prefix() && current > id;
        if ids.contains(current) {
            Self::This
        } else if !current.is_backlog() && ids.iter().any(is_later) {
            Self::Later
        } else {
            Self::Other
        }
    }
}

/// Everything that the mark is decided from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Said {
    /// What ROADMAP.md says.
    pub roadmap: RoadmapSays,
    /// A commit `docs(P): ship phase P …` exists.
    pub ship_commit: bool,
    /// Which phase STATE.md names as current.
    pub current: Current,
    /// What STATE.md says of the phase and of the milestone.
    pub state: StateSays,
    /// VERIFICATION is committed and says passed.
    pub verification_passed: bool,
}

/// One witness for the mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Witness {
    /// ROADMAP's box is ticked.
    Box,
    /// ROADMAP's row says complete.
    Row,
    /// ROADMAP no longer names the phase.
    NotInRoadmap,
    /// A ship commit.
    ShipCommit,
    /// STATE calls the phase finished.
    StatePhase,
    /// STATE calls the milestone finished.
    StateMilestone,
    /// STATE names a later phase as current.
    LaterPhase,
    /// VERIFICATION passed.
    Verification,
}

/// One row of the table of witnesses.
#[derive(Debug, Clone, Copy)]
pub struct WitnessRow {
    /// The witness.
    pub witness: Witness,
    /// True for one that may come first: it marks the phase. False for one that can only agree.
    pub marks: bool,
    /// What it says, for a reader.
    pub text: &'static str,
    /// Whether it speaks.
    speaks: fn(&Said) -> bool,
}

/// The witnesses. A ship commit needs no second one.
pub const WITNESSES: &[WitnessRow] = &[
    WitnessRow {
        witness: Witness::Box,
        marks: true,
        text: "ROADMAP's box is ticked",
        speaks: |said| said.roadmap.ticked().is_some(),
    },
    WitnessRow {
        witness: Witness::Row,
        marks: true,
        text: "ROADMAP's row says complete",
        speaks: |said| said.roadmap.row_complete().is_some(),
    },
    WitnessRow {
        witness: Witness::NotInRoadmap,
        marks: true,
        text: "ROADMAP names the phase in no heading, box or row",
        speaks: |said| said.roadmap == RoadmapSays::Nothing,
    },
    WitnessRow {
        witness: Witness::ShipCommit,
        marks: true,
        text: "a ship commit names the phase",
        speaks: |said| said.ship_commit,
    },
    WitnessRow {
        witness: Witness::StatePhase,
        marks: false,
        text: "STATE calls the phase finished",
        speaks: |said| said.state.phase == Says::Finished,
    },
    WitnessRow {
        witness: Witness::StateMilestone,
        marks: false,
        text: "STATE calls the milestone finished",
        speaks: |said| said.state.milestone == Says::Finished,
    },
    WitnessRow {
        witness: Witness::LaterPhase,
        marks: false,
        text: "STATE names a later phase as current",
        speaks: |said| said.current == Current::Later,
    },
    WitnessRow {
        witness: Witness::Verification,
        marks: false,
        text: "VERIFICATION passed",
        speaks: |said| said.verification_passed,
    },
];

/// Why a phase is marked complete, or is not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Why {
    /// The witnesses agree.
    Agreed,
    /// Neither ROADMAP nor a ship commit marks it.
    NoMark,
    /// STATE names it as current and unfinished.
    CurrentUnfinished,
    /// ROADMAP marks it, and nothing else does.
    MarkAlone,
}

impl Why {
    /// The reason, for a reader.
    pub fn text(self) -> &'static str {
        match self {
            Self::Agreed => "the witnesses agree",
            Self::NoMark => "neither ROADMAP's box or row nor a ship commit marks it",
            Self::CurrentUnfinished => "STATE names it as current and does not call it finished",
            Self::MarkAlone => "ROADMAP alone marks it: neither STATE nor VERIFICATION agrees",
        }
    }
}

/// Whether a phase is marked complete, by whom, and why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Marked {
    /// True when the claims together mark it.
    pub marked: bool,
    /// Every witness that speaks for the mark, whether or not it is enough.
    pub witnesses: Vec<Witness>,
    /// What decided.
    pub why: Why,
}

/// Decides whether the claims mark a phase complete: ROADMAP or a ship commit does; STATE does not name it as current and
/// unfinished; and, without a ship commit, one more witness agrees.
pub fn marked(said: &Said) -> Marked {
    let speaking: Vec<&WitnessRow> = WITNESSES.iter().filter(|row| (row.speaks)(said)).collect();
    let why = if !speaking.iter().any(|row| row.marks) {
        Why::NoMark
    } else if said.current == Current::This && said.state.phase != Says::Finished {
        Why::CurrentUnfinished
    } else if said.ship_commit || speaking.iter().any(|row| !row.marks) {
        Why::Agreed
    } else {
        Why::MarkAlone
    };
    let witnesses = speaking.into_iter().map(|row| row.witness).collect();
    Marked { marked: why == Why::Agreed, witnesses, why }
}

/// The file that a claim stands in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ledger {
    /// ROADMAP.md.
    Roadmap,
    /// STATE.md.
    State,
}

impl Ledger {
    /// The file's name below the planning folder (or the workstream).
    pub fn file_name(self) -> &'static str {
        match self {
            Self::Roadmap => "ROADMAP.md",
            Self::State => "STATE.md",
        }
    }
}

/// What a ledger says of a phase.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Saying {
    /// ROADMAP's box is ticked.
    Ticked,
    /// ROADMAP's row says complete.
    RowComplete,
    /// ROADMAP says that it is to be done.
    Open,
    /// STATE calls the phase finished.
    Finished,
    /// STATE names it as current, and does not call it finished.
    Current,
    /// STATE calls the milestone finished, and says nothing of the phase.
    MilestoneFinished,
    /// STATE calls it shipped.
    Shipped,
}

impl Saying {
    /// The same in words.
    pub fn words(self) -> &'static str {
        match self {
            Self::Ticked => "the box is ticked",
            Self::RowComplete => "the row says complete",
            Self::Open => "the phase is open",
            Self::Finished => "the phase is finished",
            Self::Current => "the phase is current and unfinished",
            Self::MilestoneFinished => "the milestone is finished",
            Self::Shipped => "the phase is shipped",
        }
    }
}

/// A claim that git denies.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Claim {
    /// The file it stands in.
    pub file: Ledger,
    /// Its line, counted from 1; 0 where it stands on no line of its own.
    pub line: usize,
    /// What the file says.
    pub says: Saying,
    /// What git says.
    pub git_says: String,
}

/// How far git has a phase's VERIFICATION.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Verified {
    /// The project has switched the step off.
    NotOwed,
    /// There is none.
    Missing,
    /// It passed, and nothing came after it.
    Passed,
    /// It did not pass.
    Failed,
    /// It waits for a person, is stale, a draft, or not committed.
    Open,
    /// It passed, and whether anything came after it lies where history is cut off.
    Unknown,
}

/// What git says of a phase, as far as claims are checked against it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GitSays {
    /// A folder of the phase holds anything, live or archived.
    pub has_folder: bool,
    /// How many plans are live.
    pub plans: usize,
    /// How many of them are executed.
    pub executed: usize,
    /// How far its VERIFICATION is.
    pub verified: Verified,
    /// A commit `docs(P): ship phase P …` exists, or may: history is cut off.
    pub ship_commit: bool,
}

impl GitSays {
    /// True where a plan is not executed.
    pub fn has_plans_left(&self) -> bool {
        self.executed < self.plans
    }

    /// Why the phase is not complete; none when git does not deny that it is.
    pub fn denial(&self) -> Option<String> {
        if !self.has_folder {
            return Some("no folder holds a file of the phase".to_owned());
        }
        if self.has_plans_left() {
            return Some(format!("{} of {} plans executed", self.executed, self.plans));
        }
        match self.verified {
            Verified::Missing => Some("no VERIFICATION".to_owned()),
            Verified::Failed => Some("VERIFICATION did not pass".to_owned()),
            Verified::Open => Some("VERIFICATION is not settled".to_owned()),
            Verified::NotOwed | Verified::Passed | Verified::Unknown => None,
        }
    }

    /// What shows that the phase is complete; none when git does not show it.
    fn proof(&self) -> Option<String> {
        let all = self.has_folder && self.plans > 0 && self.executed >= self.plans && self.verified == Verified::Passed;
        all.then(|| format!("all {} plans executed, VERIFICATION passed", self.plans))
    }
}

/// The claims about a phase that git denies, by file and line. `state` is what `said` was read from.
pub fn denied(said: &Said, state: &State, ids: &[PhaseId], git: &GitSays) -> Vec<Claim> {
    let mut claims = Vec::new();
    let mut claim = |file: Ledger, line: usize, says: Saying, git_says: &Option<String>| {
        if let Some(git_says) = git_says {
            claims.push(Claim { file, line, says, git_says: git_says.clone() });
        }
    };
    let (denial, proof) = (git.denial(), git.proof());
    if let Some(line) = said.roadmap.ticked() {
        claim(Ledger::Roadmap, line, Saying::Ticked, &denial);
    }
    if let Some(line) = said.roadmap.row_complete() {
        claim(Ledger::Roadmap, line, Saying::RowComplete, &denial);
    }
    if let Some(line) = said.roadmap.open() {
        claim(Ledger::Roadmap, line, Saying::Open, &proof);
    }
    match said.state.phase {
        Says::Finished => claim(Ledger::State, state.finished_line(ids), Saying::Finished, &denial),
        Says::Unfinished => claim(Ledger::State, state.current_line(), Saying::Current, &proof),
        Says::Silent if said.state.milestone == Says::Finished => {
            claim(Ledger::State, state.milestone_line(), Saying::MilestoneFinished, &denial);
        }
        Says::Silent => {}
    }
    let no_ship = (!git.ship_commit).then(|| "no ship commit".to_owned());
    for shipped in state.shipped.iter().filter(|shipped| ids.contains(&shipped.value)) {
        claim(Ledger::State, shipped.line, Saying::Shipped, &no_ship);
    }
    claims.sort();
    claims.dedup();
    claims
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAYS: [Says; 3] = [Says::Finished, Says::Unfinished, Says::Silent];
    const CURRENTS: [Current; 4] = [Current::None, Current::This, Current::Later, Current::Other];

    fn roadmaps() -> Vec<RoadmapSays> {
        let ticks = [None, Some(Tick::Ticked), Some(Tick::Open), Some(Tick::Other)];
        let rows = [None, Some(RowStatus::Complete), Some(RowStatus::Open), Some(RowStatus::Gone)];
        let listed = ticks.iter().flat_map(|tick| {
            rows.iter().map(|row| RoadmapSays::Listed {
                tick: tick.map(|value| At { value, line: 3 }),
                row: row.map(|value| At { value, line: 9 }),
            })
        });
        [RoadmapSays::Missing, RoadmapSays::Nothing].into_iter().chain(listed).collect()
    }

    #[test]
    fn a_box_or_a_row_alone_marks_and_what_marks_is_not_open() {
        for roadmap in roadmaps() {
            let (tick, row) = match roadmap {
                RoadmapSays::Listed { tick, row } => (tick.map(|tick| tick.value), row.map(|row| row.value)),
                _ => (None, None),
            };
            let is_marked = tick == Some(Tick::Ticked) || row == Some(RowStatus::Complete);
            assert_eq!(roadmap.marks(), is_marked || roadmap == RoadmapSays::Nothing, "{roadmap:?}");
            let is_open = tick == Some(Tick::Open) || row == Some(RowStatus::Open);
            assert_eq!(roadmap.open().is_some(), is_open && !is_marked, "{roadmap:?}");
        }
    }

    #[test]
    fn a_roadmap_says_by_silence_only_where_it_names_others_and_is_whole() {
        let says = |text: &str| RoadmapSays::of(Some(&Roadmap::parse(text)), &ids(&["07"]));
        assert_eq!(says("- [ ] **Phase 8: B**\n"), RoadmapSays::Nothing);
        for torn in ["", "# Roadmap\n- [", "\0\0", "- [ ] **Phase 8: B**\n\0\0"] {
            assert_eq!(says(torn), RoadmapSays::Missing, "{torn:?}");
        }
        assert!(matches!(says("\0\n- [x] **Phase 7: A**\n"), RoadmapSays::Listed { .. }));
        assert_eq!(RoadmapSays::of(None, &ids(&["07"])), RoadmapSays::Missing);
    }

    fn all_said() -> Vec<Said> {
        let mut all = Vec::new();
        for roadmap in roadmaps() {
            for ship_commit in [false, true] {
                for current in CURRENTS {
                    for (phase, milestone) in SAYS.into_iter().flat_map(|one| SAYS.map(|other| (one, other))) {
                        for verification_passed in [false, true] {
                            let state = StateSays { phase, milestone };
                            all.push(Said { roadmap, ship_commit, current, state, verification_passed });
                        }
                    }
                }
            }
        }
        all
    }

    #[test]
    fn the_whole_truth_table_of_the_mark() {
        let all = all_said();
        assert_eq!(all.len(), 18 * 2 * 4 * 9 * 2);
        for said in &all {
            let by_roadmap = match said.roadmap {
                RoadmapSays::Missing => false,
                RoadmapSays::Nothing => true,
                RoadmapSays::Listed { tick, row } => {
                    tick.map(|at| at.value) == Some(Tick::Ticked) || row.map(|at| at.value) == Some(RowStatus::Complete)
                }
            };
            let denied = said.current == Current::This && said.state.phase != Says::Finished;
            let second = said.state.phase == Says::Finished
                || said.state.milestone == Says::Finished
                || said.current == Current::Later
                || said.verification_passed;
            let expected = (by_roadmap || said.ship_commit) && !denied && (said.ship_commit || second);
            let marked = marked(said);
            assert_eq!(marked.marked, expected, "{said:?}");
            assert_eq!(marked.marked, marked.why == Why::Agreed, "{said:?}");
            assert!(!marked.marked || !marked.witnesses.is_empty(), "{said:?}");
            assert_eq!(marked.why == Why::NoMark, !by_roadmap && !said.ship_commit, "{said:?}");
        }
        let of = |why: Why| all.iter().filter(|said| marked(said).why == why).count();
        let counts = [Why::Agreed, Why::NoMark, Why::CurrentUnfinished, Why::MarkAlone].map(of);
        assert!(counts.iter().all(|count| *count > 0), "{counts:?}");
        assert_eq!(counts.iter().sum::<usize>(), all.len());
    }

    #[test]
    fn one_more_witness_never_takes_a_mark_away_unless_it_names_the_phase_as_current() {
        for said in all_said() {
            let before = marked(&said).marked;
            let more = [
                Said { ship_commit: true, ..said },
                Said { verification_passed: true, ..said },
                Said { state: StateSays { phase: Says::Finished, ..said.state }, ..said },
                Said { state: StateSays { milestone: Says::Finished, ..said.state }, ..said },
            ];
            for more in more {
                assert!(marked(&more).marked || !before, "{said:?} {more:?}");
            }
        }
    }

    #[test]
    fn every_witness_has_one_row_and_a_text() {
        for (at, row) in WITNESSES.iter().enumerate() {
            assert!(!row.text.is_empty());
            assert!(WITNESSES.iter().skip(at + 1).all(|other| other.witness != row.witness), "{:?}", row.witness);
            assert!(all_said().iter().any(|said| marked(said).witnesses.contains(&row.witness)), "{:?}", row.witness);
        }
    }

    fn ids(texts: &[&str]) -> Vec<PhaseId> {
        texts.iter().map(|text| PhaseId::parse(text).unwrap()).collect()
    }

    #[test]
    fn a_later_phase_has_the_same_letters_and_is_not_of_the_backlog() {
        for (current, asked, expected) in [
            ("", "7", Current::None),
            ("7", "7", Current::This),
            ("07", "7", Current::This),
            ("8", "7", Current::Later),
            ("7.1", "7", Current::Later),
            ("3.10", "3.2", Current::Later),
            ("7", "7.1", Current::Other),
            ("6", "7", Current::Other),
            ("999.1", "7", Current::Other),
            ("999.2", "999.1", Current::Other),
            ("A8", "7", Current::Other),
            ("8", "A7", Current::Other),
            ("A8", "A7", Current::Later),
            ("CK-08", "CK-07", Current::Later),
            ("CP-08", "CK-07", Current::Other),
        ] {
            let state = State::parse(&format!("Phase: {current}\n"));
            assert_eq!(Current::of(&state, &ids(&[asked])), expected, "{current} {asked}");
        }
        // The project's own code may be left out.
        let state = State::parse("Phase: 8\n");
        assert_eq!(Current::of(&state, &ids(&["CK-07", "7"])), Current::Later);
        assert_eq!(Current::of(&state, &ids(&["CK-08", "8"])), Current::This);
    }

    #[test]
    fn what_is_said_and_not_done_is_denied_and_the_other_way_round() {
        let done = GitSays { has_folder: true, plans: 3, executed: 3, verified: Verified::Passed, ship_commit: true };
        let unfinished = [
            GitSays { has_folder: false, plans: 0, executed: 0, verified: Verified::Missing, ship_commit: false },
            GitSays { executed: 2, ..done },
            GitSays { verified: Verified::Missing, ..done },
            GitSays { verified: Verified::Failed, ..done },
            GitSays { verified: Verified::Open, ..done },
        ];
        let state = State::parse("Phase: 7\nStatus: Complete\n");
        for said in all_said() {
            let texts = |git: &GitSays| -> Vec<(Ledger, usize, String)> {
                denied(&said, &state, &ids(&["7"]), git)
                    .into_iter()
                    .map(|one| (one.file, one.line, one.says.words().to_owned()))
                    .collect()
            };
            let marking = said.roadmap.ticked().is_some() || said.roadmap.row_complete().is_some();
            let finished = said.state.phase == Says::Finished
                || (said.state.phase == Says::Silent && said.state.milestone == Says::Finished);
            for git in &unfinished {
                let claims = texts(git);
                assert_eq!(claims.iter().any(|claim| claim.0 == Ledger::Roadmap), marking, "{said:?} {git:?}");
                assert_eq!(claims.iter().any(|claim| claim.0 == Ledger::State), finished, "{said:?} {git:?}");
            }
            let claims = texts(&done);
            assert_eq!(
                claims.iter().any(|claim| claim.0 == Ledger::Roadmap),
                said.roadmap.open().is_some(),
                "{said:?}"
            );
            assert_eq!(
                claims.iter().any(|claim| claim.0 == Ledger::State),
                said.state.phase == Says::Unfinished,
                "{said:?}"
            );
            // A project that does not verify has nothing to deny with.
            assert!(texts(&GitSays { verified: Verified::NotOwed, ..done }).is_empty(), "{said:?}");
        }
    }

    #[test]
    fn a_denied_claim_names_its_line_and_what_git_has() {
        let state = State::parse("Phase: 7\nStatus: Phase 7 shipped — PR #12\n");
        let ids = ids(&["7"]);
        let said = Said {
            roadmap: RoadmapSays::Listed { tick: Some(At { value: Tick::Ticked, line: 12 }), row: None },
            ship_commit: false,
            current: Current::of(&state, &ids),
            state: state.says(&ids),
            verification_passed: false,
        };
        let git = GitSays { has_folder: true, plans: 3, executed: 2, verified: Verified::Missing, ship_commit: false };
        let claims: Vec<String> = denied(&said, &state, &ids, &git)
            .iter()
            .map(|claim| {
                format!("{}:{} {} | {}", claim.file.file_name(), claim.line, claim.says.words(), claim.git_says)
            })
            .collect();
        assert_eq!(
            claims,
            [
                "ROADMAP.md:12 the box is ticked | 2 of 3 plans executed",
                "STATE.md:2 the phase is finished | 2 of 3 plans executed",
                "STATE.md:2 the phase is shipped | no ship commit",
            ]
        );
    }

    #[test]
    fn no_plan_proves_nothing() {
        let done = GitSays { has_folder: true, plans: 3, executed: 3, verified: Verified::Passed, ship_commit: true };
        assert!(done.proof().is_some());
        for git in [GitSays { plans: 0, executed: 0, ..done }, GitSays { has_folder: false, ..done }] {
            assert_eq!(git.proof(), None, "{git:?}");
        }
    }

    #[test]
    fn every_reason_has_words_of_its_own() {
        let texts = [Why::Agreed, Why::NoMark, Why::CurrentUnfinished, Why::MarkAlone].map(Why::text);
        for (at, text) in texts.iter().enumerate() {
            assert!(!text.is_empty() && !texts.iter().skip(at + 1).any(|other| other == text), "{text}");
        }
    }
}
