//! Every part of the tables that say where work goes on matters: whatever is changed in one (a row dropped, two neighbours
//! swapped, one fact turned round, always true or never) changes the answer in one of the situations named here, unless it changes
//! no answer at all.

use phase_pipeline::engine::conclude::Goal;
use phase_pipeline::engine::row::{Case, Cond, Dimension, Row, Situation, Values, walk};

use crate::common::resume::{Gsd, Gse, Resume};

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
type Golden = (&'static str, &'static str, &'static str);

const GOLDEN: &[Golden] = &[
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
    (NOTHING, "doubtful plan name", "unreadable-plans: undetermined"),
    (NOTHING, "doubtful plan name, archived yes", "complete: complete"),
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
    (PLANNED, "doubtful plan name", "pre-execute: 9 execute"),
    (PLANNED, "doubtful plan unreadable", "unreadable-plans: undetermined"),
    (PLANNED, "doubtful plan unreadable, execution partial", "unreadable-plans: undetermined"),
    (PLANNED, "doubtful plan unreadable, verify done", "unverifiable: undetermined"),
    (PLANNED, "doubtful plan unreadable, archived yes", "complete: complete"),
    (FINISHED, "doubtful plan unreadable", "ship: 17 ship"),
    (PLANNED, "doubtful plan summary-lost, execution started", "lost-summary: undetermined"),
    (FINISHED, "doubtful plan summary-lost, marked complete yes", "lost-summary: undetermined"),
    (PLANNED, "doubtful plan summary-lost, archived yes", "complete: complete"),
    (PLANNED, "doubtful plan plan-lost", "lost-plan: undetermined"),
    (FINISHED, "doubtful plan plan-lost, marked complete yes", "lost-plan: undetermined"),
    (PLANNED, "doubtful plan plan-lost, archived yes", "complete: complete"),
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
    (FINISHED, "marked complete yes, plan missing, doubtful plan name", "complete: complete"),
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

/// The plan of the sprint is in force.
const IN_FORCE: &str = "plan active";
/// Every artifact of a sprint that has no plan.
const WRITTEN: &str = "reqs done, design done, preview skipped, test-strategy done";

/// The same of sprints.
const GOLDEN_SPRINTS: &[Golden] = &[
    (NOTHING, "", "open: 3 collect"),
    (NOTHING, "past yes", "past: complete"),
    (NOTHING, "past yes, plan active, active activity reqs, mode micro", "past: complete"),
    (NOTHING, "mode micro", "micro: undetermined"),
    (NOTHING, "mode micro, plan draft", "micro: undetermined"),
    (NOTHING, "mode micro, plan completed", "micro: undetermined"),
    (NOTHING, "plan draft", "draft: 5 plan"),
    (NOTHING, "plan draft, active activity reqs", "draft: 5 plan"),
    (NOTHING, "plan draft, mode unset", "draft: 5 plan"),
    (IN_FORCE, "", "otherwise: undetermined"),
    (IN_FORCE, "tasks delivered", "otherwise: undetermined"),
    (IN_FORCE, "active activity collect", "planning: 3 collect"),
    (IN_FORCE, "active activity assess", "planning: 4 assess"),
    (IN_FORCE, "active activity plan", "planning: 5 plan"),
    (IN_FORCE, "active activity reqs", "reqs: 6 reqs"),
    (IN_FORCE, "active activity reqs, reqs done, tasks in-progress", "reqs: 6 reqs"),
    (IN_FORCE, "active activity design", "design: 7 design"),
    (IN_FORCE, "active activity preview", "preview: 8 preview"),
    (IN_FORCE, "active activity tests", "tests: 9 tests"),
    (IN_FORCE, "active activity produce", "otherwise: undetermined"),
    (IN_FORCE, "active activity produce, tasks delivered", "otherwise: undetermined"),
    (IN_FORCE, "active activity produce, tasks in-progress", "produce-resume: 10 produce"),
    (IN_FORCE, "active activity produce, tasks planned", "produce: 10 produce"),
    (IN_FORCE, "active activity produce, tasks review", "produce-over: 11 review"),
    (IN_FORCE, "active activity produce, tasks review, mode unset", "produce-over: 11 review"),
    (IN_FORCE, "active activity produce, tasks review, mode lightweight", "produce-over: 13 deliver"),
    (IN_FORCE, "active activity produce, tasks fixing", "produce-over: 12 fix"),
    (IN_FORCE, "active activity produce, tasks ready", "produce-over: 13 deliver"),
    (IN_FORCE, "active activity review", "review: 11 review"),
    (IN_FORCE, "active activity review, tasks in-progress", "review: 11 review"),
    (IN_FORCE, "active activity review, tasks planned", "review: 11 review"),
    (IN_FORCE, "active activity review, tasks ready", "review: 11 review"),
    (IN_FORCE, "active activity fix", "fix: 12 fix"),
    (IN_FORCE, "active activity deliver", "deliver: 13 deliver"),
    (IN_FORCE, "active activity compound", "closing: 14 compound"),
    (IN_FORCE, "active activity integrate", "closing: 15 integrate"),
    (IN_FORCE, "mode unset, intent owed yes", "otherwise: undetermined"),
    (NOTHING, "plan completed", "compound: 14 compound"),
    (NOTHING, "plan completed, active activity reqs", "compound: 14 compound"),
    (NOTHING, "plan completed, active activity collect", "compound: 14 compound"),
    (NOTHING, "plan completed, active activity design", "compound: 14 compound"),
    (NOTHING, "plan completed, active activity preview", "compound: 14 compound"),
    (NOTHING, "plan completed, active activity tests", "compound: 14 compound"),
    (NOTHING, "plan completed, active activity produce, tasks in-progress", "compound: 14 compound"),
    (NOTHING, "plan completed, active activity produce, tasks planned", "compound: 14 compound"),
    (NOTHING, "plan completed, active activity produce, tasks review", "compound: 14 compound"),
    (NOTHING, "plan completed, active activity review", "compound: 14 compound"),
    (NOTHING, "plan completed, active activity fix", "compound: 14 compound"),
    (NOTHING, "plan completed, active activity deliver", "compound: 14 compound"),
    (NOTHING, "plan completed, active activity integrate", "compound: 14 compound"),
    (NOTHING, "plan completed, mode lightweight", "compound: 14 compound"),
    (NOTHING, "plan completed, after delivery compounded", "integrate: 15 integrate"),
    (NOTHING, "plan completed, after delivery integrated", "closed: complete"),
    (NOTHING, "plan abandoned", "abandoned: complete"),
    (NOTHING, "plan abandoned, after delivery compounded", "abandoned: complete"),
    (NOTHING, "intent owed yes", "intent: 1 intent"),
    (NOTHING, "intent owed yes, mode unset", "intent: 1 intent"),
    (NOTHING, "intent owed yes, reqs done", "without-plan: 7 design"),
    (NOTHING, "mode unset", "mode: 2 mode"),
    (NOTHING, "mode unset, reqs done", "without-plan: 7 design"),
    (NOTHING, "mode unset, before the plan collected", "mode: 2 mode"),
    (NOTHING, "intent owed yes, tasks planned", "without-plan: 6 reqs"),
    (NOTHING, "intent owed yes, design done", "without-plan: 6 reqs"),
    (NOTHING, "intent owed yes, preview done", "without-plan: 6 reqs"),
    (NOTHING, "intent owed yes, test-strategy done", "without-plan: 6 reqs"),
    (NOTHING, "mode unset, tasks planned", "without-plan: 6 reqs"),
    (NOTHING, "mode unset, design done", "without-plan: 6 reqs"),
    (NOTHING, "mode unset, preview done", "without-plan: 6 reqs"),
    (NOTHING, "mode unset, test-strategy done", "without-plan: 6 reqs"),
    (NOTHING, "mode lightweight", "open: 5 plan"),
    (NOTHING, "before the plan collected", "open: 4 assess"),
    (NOTHING, "before the plan assessed", "open: 5 plan"),
    (NOTHING, "reqs wip, design skipped", "open: 3 collect"),
    (NOTHING, "reqs unfinished", "without-plan: 6 reqs"),
    (NOTHING, "design done", "without-plan: 6 reqs"),
    (NOTHING, "design unfinished", "without-plan: 6 reqs"),
    (NOTHING, "preview done", "without-plan: 6 reqs"),
    (NOTHING, "test-strategy done", "without-plan: 6 reqs"),
    (NOTHING, "tasks planned", "without-plan: 6 reqs"),
    (NOTHING, "tasks planned, reqs wip", "without-plan: 6 reqs"),
    (NOTHING, "reqs done, design unfinished", "without-plan: 7 design"),
    (NOTHING, "reqs done, design done", "without-plan: 8 preview"),
    (NOTHING, "reqs done, design skipped, preview skipped", "without-plan: 9 tests"),
    (WRITTEN, "", "without-plan: undetermined"),
    (WRITTEN, "tasks in-progress", "without-plan: 10 produce"),
    (WRITTEN, "tasks planned", "without-plan: 10 produce"),
    (WRITTEN, "tasks review", "without-plan: 11 review"),
    (WRITTEN, "tasks review, mode lightweight", "without-plan: 13 deliver"),
    (WRITTEN, "tasks fixing", "without-plan: 12 fix"),
    (WRITTEN, "tasks ready", "without-plan: 13 deliver"),
    (WRITTEN, "tasks ready, after delivery compounded", "without-plan: 13 deliver"),
    (WRITTEN, "tasks none, after delivery compounded", "without-plan: undetermined"),
    (WRITTEN, "tasks none, after delivery integrated", "without-plan: undetermined"),
    (WRITTEN, "tasks delivered", "without-plan: 14 compound"),
    (WRITTEN, "tasks delivered, after delivery compounded", "without-plan: 15 integrate"),
    (WRITTEN, "tasks delivered, after delivery integrated", "without-plan: complete"),
];

/// The situation of a base with changes, each written `dimension value`.
fn situation<R: Resume>(base: &str, changes: &str) -> Situation<R::Dim> {
    let words = base.split(", ").chain(changes.split(", ")).filter(|words| !words.is_empty());
    words.fold(R::untouched(), |situation, words| {
        let (name, value) = words.rsplit_once(' ').unwrap();
        let dim = R::Dim::all().into_iter().find(|dim| dim.name() == name).unwrap_or_else(|| panic!("{name}"));
        let at = dim.values().iter().position(|word| *word == value).unwrap_or_else(|| panic!("{words}"));
        situation.with(dim, Values::of(u8::try_from(at).unwrap()))
    })
}

/// What a table says of a clear situation; nothing where no row takes it.
fn answer<D: Dimension, G: Goal>(rows: &[Row<D, G>], situation: &Situation<D>) -> String {
    let found = walk(rows, situation);
    found.first().map(|found| format!("{}: {}", found.row, found.target.words())).unwrap_or_default()
}

fn each_has_its_answer<R: Resume>(golden: &[Golden]) {
    for (base, changes, expected) in golden {
        let situation = situation::<R>(base, changes);
        assert!(situation.unclear().is_empty());
        assert_eq!(answer(R::rows(), &situation), *expected, "{changes}");
    }
}

#[test]
fn each_named_situation_has_its_answer() {
    each_has_its_answer::<Gsd>(GOLDEN);
    each_has_its_answer::<Gse>(GOLDEN_SPRINTS);
}

/// A condition with one fact of it turned round, always true, or never; with what was done.
fn mutated<D: Dimension>(cond: &Cond<D>) -> Vec<(String, Cond<D>)> {
    let within = |parts: &'static [Cond<D>], whole: fn(&'static [Cond<D>]) -> Cond<D>| {
        let at = |(at, part): (usize, &Cond<D>)| {
            let with = move |(what, other): (String, Cond<D>)| {
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
fn mutants<D: Dimension, G: Goal>(table: &'static [Row<D, G>]) -> Vec<(String, Vec<Row<D, G>>)> {
    let mut mutants = Vec::new();
    for (at, row) in table.iter().enumerate() {
        let mut with = |what: String, row: Option<Row<D, G>>| {
            let mut rows = table.to_vec();
            rows.splice(at..=at, row);
            mutants.push((format!("{}: {what}", table[at].id), rows));
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
        if at + 1 < table.len() {
            let mut rows = table.to_vec();
            rows.swap(at, at + 1);
            mutants.push((format!("{}: swapped with {}", row.id, table[at + 1].id), rows));
        }
    }
    mutants
}

/// A situation in which the two tables differ; none where they are equal everywhere.
fn difference<D: Dimension, G: Goal>(table: &[Row<D, G>], other: &[Row<D, G>]) -> Option<Situation<D>> {
    walk(table, &Situation::anything()).into_iter().find_map(|part| {
        let is_same = |found: (&str, G)| found == (part.row, part.target);
        let found = walk(other, &part.case);
        let taken: u128 = found.iter().map(|found| found.case.size()).sum();
        let differs = found.into_iter().find(|found| !is_same((found.row, found.target))).map(|found| found.case);
        differs.or_else(|| (taken < part.case.size()).then(|| part.case.clone()))
    })
}

/// Gives what a reader of the test may want to know: which changes change no answer, and how many are seen.
fn every_change_is_seen<R: Resume>(golden: &[Golden]) -> Vec<String> {
    let mut told = Vec::new();
    let golden: Vec<(Situation<R::Dim>, &str)> =
        golden.iter().map(|(base, changes, expected)| (situation::<R>(base, changes), *expected)).collect();
    let (mut equal, mut seen) = (0, 0);
    let mut unseen = Vec::new();
    for (what, rows) in mutants(R::rows()) {
        if golden.iter().any(|(situation, expected)| answer(&rows, situation) != *expected) {
            seen += 1;
        } else if let Some(differs) = difference(R::rows(), &rows) {
            let told: Vec<String> = R::Dim::all()
                .into_iter()
                .filter(|dim| differs.get(*dim) != dim.every())
                .map(|dim| differs.tell(dim))
                .collect();
            unseen.push(format!("{what}\n    {}", told.join("; ")));
        } else {
            equal += 1;
            told.push(format!("changes no answer: {what}"));
        }
    }
    told.push(format!("{seen} changes are seen in {} named situations, {equal} change no answer", golden.len()));
    assert!(unseen.is_empty(), "{} changes are not seen:\n{}", unseen.len(), unseen.join("\n"));
    told
}

#[test]
fn whatever_is_changed_in_a_table_changes_a_named_answer() {
    println!("{}", every_change_is_seen::<Gsd>(GOLDEN).join("\n"));
    println!("{}", every_change_is_seen::<Gse>(GOLDEN_SPRINTS).join("\n"));
}
