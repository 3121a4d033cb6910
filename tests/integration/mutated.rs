//! Every part of the resume table matters: whatever is changed in it (a row dropped, two neighbours swapped, one fact turned
//! round, always true or never) changes the answer in one of the situations named here, unless it changes no answer at all.

use phase_pipeline::engine::row::{Case, Cond, Dimension as _, Row, Situation, Values, walk};
use phase_pipeline::gsd::resume::{RESUME, ResumeRow, Target};
use phase_pipeline::gsd::situation::{Dim, untouched};

/// Nothing has happened, and everything is owed.
const NOTHING: &str = "";
/// Planned and reviewed.
const PLANNED: &str =
    "research done, spec done, lock done, discuss done, ui-spec done, ai-spec done, plan done, plan-review done";
/// Everything is done, and nobody has marked the phase.
const FINISHED: &str = "research done, spec done, lock done, discuss done, ui-spec done, ai-spec done, plan done, \
                        plan-review done, execution all, code-review done, review-fix done, secure done, validate done, \
                        surface-reviews done, verify done, learnings done";

/// A situation, from one of these with changes, and what it comes to: `row` or `row: target`.
const GOLDEN: &[(&str, &str, &str)] = &[
    (NOTHING, "", "research: 1 research"),
    (NOTHING, "research wip, spec stale", "research: 1 research"),
    (NOTHING, "research done", "spec: 2 spec"),
    (NOTHING, "research skipped", "spec: 2 spec"),
    (NOTHING, "research done, spec unfinished", "spec: 2 spec"),
    (NOTHING, "spec done", "lock: 3 lock"),
    (NOTHING, "discuss done", "lock: 3 lock"),
    (NOTHING, "discuss done, lock wip", "lock: 3 lock"),
    (NOTHING, "spec done, lock done", "discuss: 4 discuss"),
    (NOTHING, "spec done, lock skipped", "discuss: 4 discuss"),
    (NOTHING, "spec done, lock unfinished", "discuss: 4 discuss"),
    (NOTHING, "spec skipped", "research: 1 research"),
    (NOTHING, "spec skipped, research done", "discuss: 4 discuss"),
    (NOTHING, "spec skipped, research skipped", "discuss: 4 discuss"),
    (NOTHING, "spec skipped, lock done", "discuss: 4 discuss"),
    (NOTHING, "lock done", "otherwise: undetermined"),
    (NOTHING, "plan-review done", "otherwise: undetermined"),
    (NOTHING, "plan-review skipped", "research: 1 research"),
    (NOTHING, "plan-review stale", "research: 1 research"),
    (NOTHING, "spec done, lock done, discuss done", "pre-plan: 5 ui-spec"),
    (NOTHING, "spec done, lock done, discuss done, ui-spec done", "pre-plan: 6 ai-spec"),
    (NOTHING, "spec done, lock done, discuss done, ui-spec skipped, ai-spec skipped", "pre-plan: 7 plan"),
    (NOTHING, "spec done, lock done, discuss skipped, ui-spec done, ai-spec done", "pre-plan: 7 plan"),
    (NOTHING, "ui-spec done, ai-spec unfinished", "pre-plan: 6 ai-spec"),
    (NOTHING, "ai-spec done", "pre-plan: 5 ui-spec"),
    (NOTHING, "spec done, lock done, discuss done, plan unfinished, ui-spec done, ai-spec done", "pre-plan: 7 plan"),
    (NOTHING, "doubtful plan name yes", "unreadable-plans: undetermined"),
    (NOTHING, "doubtful plan name yes, archived yes", "complete: complete"),
    (NOTHING, "execution unclear", "otherwise: undetermined"),
    (NOTHING, "verify failed, spec done, lock done", "discuss: 4 discuss"),
    (NOTHING, "spec done, plan-review unfinished", "lock: 3 lock"),
    (NOTHING, "spec done, execution unclear", "otherwise: undetermined"),
    (NOTHING, "spec done, lock done, execution unclear", "otherwise: undetermined"),
    (NOTHING, "discuss done, lock done, execution unclear", "otherwise: undetermined"),
    (NOTHING, "research done, execution unclear", "otherwise: undetermined"),
    (NOTHING, "research done, discuss done, lock done", "pre-plan: 5 ui-spec"),
    (NOTHING, "spec done, lock done, discuss skipped", "pre-plan: 5 ui-spec"),
    (NOTHING, "research done, discuss skipped", "spec: 2 spec"),
    (NOTHING, "spec skipped, discuss skipped", "research: 1 research"),
    (NOTHING, "spec skipped, discuss skipped, research skipped", "pre-plan: 5 ui-spec"),
    (NOTHING, "spec skipped, discuss skipped, lock done", "pre-plan: 5 ui-spec"),
    (NOTHING, "spec skipped, research done, ui-spec done", "pre-plan: 6 ai-spec"),
    (PLANNED, "", "pre-execute: 9 execute"),
    (PLANNED, "plan-review skipped", "pre-execute: 9 execute"),
    (PLANNED, "plan-review missing", "plan-review: 8 plan-review"),
    (PLANNED, "plan-review stale", "plan-review: 8 plan-review"),
    (PLANNED, "plan-review unfinished", "reviews-open: 8 plan-review"),
    (PLANNED, "lock unfinished", "relock: 3 lock"),
    (PLANNED, "lock missing, plan-review missing", "relock: 3 lock"),
    (PLANNED, "lock missing, plan-review unfinished", "relock: 3 lock"),
    (PLANNED, "lock skipped", "pre-execute: 9 execute"),
    (PLANNED, "doubtful plan name yes", "pre-execute: 9 execute"),
    (PLANNED, "verify done", "unverifiable: undetermined"),
    (PLANNED, "verify failed", "unverifiable: undetermined"),
    (PLANNED, "verify unfinished", "unverifiable: undetermined"),
    (PLANNED, "verify stale", "pre-execute: 9 execute"),
    (PLANNED, "verify done, archived yes", "complete: complete"),
    (PLANNED, "marked complete yes", "pre-execute: 9 execute"),
    (PLANNED, "execution started", "between-waves: 9 execute"),
    (PLANNED, "execution started, lock missing, plan-review unfinished", "between-waves: 9 execute"),
    (PLANNED, "execution partial, verify failed", "between-waves: 9 execute"),
    (PLANNED, "execution blocked", "blocked: undetermined"),
    (PLANNED, "execution blocked, archived yes", "complete: complete"),
    (PLANNED, "execution unclear", "unclear: undetermined"),
    (PLANNED, "execution unclear, lock missing", "unclear: undetermined"),
    (PLANNED, "execution unclear, plan-review missing", "unclear: undetermined"),
    (FINISHED, "", "ship: 17 ship"),
    (FINISHED, "marked complete yes", "complete: complete"),
    (FINISHED, "marked complete yes, execution partial", "between-waves: 9 execute"),
    (FINISHED, "marked complete yes, execution unclear", "unclear: undetermined"),
    (FINISHED, "marked complete yes, verify failed", "gaps: 7 plan"),
    (FINISHED, "marked complete yes, uat failed", "gaps: 7 plan"),
    (FINISHED, "marked complete yes, secure missing, before adoption yes", "complete: complete"),
    (FINISHED, "marked complete yes, verify failed, before adoption yes", "gaps: 7 plan"),
    (FINISHED, "before adoption yes", "ship: 17 ship"),
    (FINISHED, "marked complete yes, plan missing, doubtful plan name yes", "complete: complete"),
    (FINISHED, "archived yes, execution none, plan missing", "complete: complete"),
    (FINISHED, "uat failed", "gaps: 7 plan"),
    (FINISHED, "verify failed, code-review missing", "gaps: 7 plan"),
    (FINISHED, "execution none, uat failed, verify missing", "pre-execute: 9 execute"),
    (FINISHED, "execution none, plan missing, verify failed, code-review missing", "pre-plan: 7 plan"),
    (FINISHED, "code-review stale", "post-execute: 10 code-review"),
    (FINISHED, "code-review missing, review-fix missing, verify missing", "post-execute: 10 code-review"),
    (FINISHED, "review-fix unfinished, secure missing", "review-unfinished: 11 review-fix"),
    (FINISHED, "secure unfinished, validate unfinished", "secure: 12 secure"),
    (FINISHED, "validate unfinished, surface-reviews missing", "validate: 13 validate"),
    (FINISHED, "surface-reviews missing, verify stale", "reviews-missing: 14 surface-reviews"),
    (FINISHED, "verify stale, learnings missing", "verify: 15 verify"),
    (FINISHED, "verify unfinished", "verify: 15 verify"),
    (FINISHED, "learnings missing", "learnings: 16 learnings"),
    (FINISHED, "marked complete yes, code-review missing", "post-execute: 10 code-review"),
    (FINISHED, "marked complete yes, review-fix missing", "review-unfinished: 11 review-fix"),
    (FINISHED, "marked complete yes, secure missing", "secure: 12 secure"),
    (FINISHED, "marked complete yes, validate missing", "validate: 13 validate"),
    (FINISHED, "marked complete yes, surface-reviews missing", "reviews-missing: 14 surface-reviews"),
    (FINISHED, "marked complete yes, verify missing", "verify: 15 verify"),
    (FINISHED, "marked complete yes, learnings missing", "learnings: 16 learnings"),
    (
        FINISHED,
        "code-review skipped, review-fix skipped, secure skipped, validate skipped, surface-reviews skipped, verify skipped, \
         learnings skipped",
        "ship: 17 ship",
    ),
];

/// The situation of a base with changes, each written `dimension value`.
fn situation(base: &str, changes: &str) -> Situation<Dim> {
    let words = base.split(", ").chain(changes.split(", ")).filter(|words| !words.is_empty());
    words.fold(untouched(), |situation, words| {
        let (name, value) = words.rsplit_once(' ').unwrap();
        let dim = Dim::all().into_iter().find(|dim| dim.name() == name).unwrap_or_else(|| panic!("{name}"));
        let at = dim.values().iter().position(|word| *word == value).unwrap_or_else(|| panic!("{words}"));
        situation.with(dim, Values::of(u8::try_from(at).unwrap()))
    })
}

/// What a table says of a clear situation; nothing where no row takes it.
fn answer(rows: &[ResumeRow], situation: &Situation<Dim>) -> String {
    let found = walk(rows, situation);
    found.first().map(|found| format!("{}: {}", found.row, found.target.words())).unwrap_or_default()
}

#[test]
fn each_named_situation_has_its_answer() {
    for (base, changes, expected) in GOLDEN {
        let situation = situation(base, changes);
        assert!(situation.unclear().is_empty());
        assert_eq!(answer(RESUME, &situation), *expected, "{changes}");
    }
}

/// A condition with one fact of it turned round, always true, or never; with what was done.
fn mutated(cond: &Cond<Dim>) -> Vec<(String, Cond<Dim>)> {
    let within = |parts: &'static [Cond<Dim>], whole: fn(&'static [Cond<Dim>]) -> Cond<Dim>| {
        let at = |(at, part): (usize, &Cond<Dim>)| {
            let with = move |(what, other): (String, Cond<Dim>)| {
                let mut parts = parts.to_vec();
                parts[at] = other;
                (what, whole(parts.leak()))
            };
            mutated(part).into_iter().map(with).collect::<Vec<_>>()
        };
        parts.iter().enumerate().flat_map(at).collect()
    };
    match *cond {
        Cond::Always => Vec::new(),
        Cond::Is(dim, among) => {
            let turned = Cond::Is(dim, dim.every().without(among));
            [("is turned round", turned), ("is always true", Cond::Always), ("is never true", Cond::Is(dim, Values(0)))]
                .map(|(what, other)| (format!("{} {what}", cond.words()), other))
                .to_vec()
        }
        Cond::All(parts) => within(parts, Cond::All),
        Cond::Any(parts) => within(parts, Cond::Any),
    }
}

/// Every table that differs from the real one in one thing; with what that is.
fn mutants() -> Vec<(String, Vec<ResumeRow>)> {
    let mut mutants = Vec::new();
    for (at, row) in RESUME.iter().enumerate() {
        let mut with = |what: String, row: Option<ResumeRow>| {
            let mut rows = RESUME.to_vec();
            rows.splice(at..=at, row);
            mutants.push((format!("{}: {what}", RESUME[at].id), rows));
        };
        with("dropped".to_owned(), None);
        for (what, when) in mutated(&row.when) {
            with(what, Some(Row { when, ..*row }));
        }
        for (place, case) in row.then.iter().enumerate() {
            for (what, when) in mutated(&case.when) {
                let mut then = row.then.to_vec();
                then[place] = Case { when, ..*case };
                with(format!("case {what}"), Some(Row { then: then.leak(), ..*row }));
            }
        }
        if at + 1 < RESUME.len() {
            let mut rows = RESUME.to_vec();
            rows.swap(at, at + 1);
            mutants.push((format!("{}: swapped with {}", row.id, RESUME[at + 1].id), rows));
        }
    }
    mutants
}

/// A situation in which the two tables differ; none where they are equal everywhere.
fn difference(other: &[ResumeRow]) -> Option<Situation<Dim>> {
    walk(RESUME, &Situation::anything()).into_iter().find_map(|part| {
        let is_same = |found: (&str, Target)| found == (part.row, part.target);
        let found = walk(other, &part.case);
        let taken: u128 = found.iter().map(|found| found.case.size()).sum();
        let differs = found.into_iter().find(|found| !is_same((found.row, found.target))).map(|found| found.case);
        differs.or_else(|| (taken < part.case.size()).then(|| part.case.clone()))
    })
}

#[test]
fn whatever_is_changed_in_the_table_changes_a_named_answer() {
    let golden: Vec<(Situation<Dim>, &str)> =
        GOLDEN.iter().map(|(base, changes, expected)| (situation(base, changes), *expected)).collect();
    let (mut equal, mut seen) = (0, 0);
    let mut unseen = Vec::new();
    for (what, rows) in mutants() {
        if golden.iter().any(|(situation, expected)| answer(&rows, situation) != *expected) {
            seen += 1;
        } else if let Some(differs) = difference(&rows) {
            let told: Vec<String> = Dim::all()
                .into_iter()
                .filter(|dim| differs.get(*dim) != dim.every())
                .map(|dim| differs.tell(dim))
                .collect();
            unseen.push(format!("{what}\n    {}", told.join("; ")));
        } else {
            equal += 1;
            println!("changes no answer: {what}");
        }
    }
    println!("{seen} changes are seen in {} named situations, {equal} change no answer", golden.len());
    assert!(unseen.is_empty(), "{} changes are not seen:\n{}", unseen.len(), unseen.join("\n"));
}
