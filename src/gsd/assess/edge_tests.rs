//! What several files say together, and what a reader is told of it.

use super::*;
use crate::engine::activate::State as Activity;
use crate::engine::depth::Depth;
use crate::engine::evidence::Freshness;
use crate::engine::report::SurfaceLine;
use crate::gsd::evidence::{Changed, Concern, File};
use crate::gsd::samples::{asking, file, finished, nothing, of_plan, oid};
use crate::gsd::text::facts::Facts;
use crate::gsd::text::review::{ReviewFacts, Severity};

fn committed(kind: Kind, content: Content) -> File {
    file(kind, Tracked::Committed, content, Freshness::NotJudged)
}

fn done(kind: Kind) -> File {
    committed(kind, finished(Meaning::Done))
}

fn truncated() -> Content {
    Content::Truncated { why: "no end".to_owned() }
}

fn with(files: Vec<File>) -> PhaseEvidence {
    PhaseEvidence { files, ..nothing() }
}

fn state(step: Step, evidence: &PhaseEvidence) -> Vec<StepState> {
    assess(evidence).standings[&step].states.clone()
}

#[test]
fn of_two_acceptances_the_worse_counts_and_of_equals_the_first() {
    for (uat, human, told) in [
        (Meaning::Failed, Meaning::Failed, Kind::Uat),
        (Meaning::Done, Meaning::Done, Kind::Uat),
        (Meaning::Failed, Meaning::Done, Kind::Uat),
        (Meaning::Done, Meaning::Failed, Kind::HumanUat),
        (Meaning::Open, Meaning::Failed, Kind::HumanUat),
    ] {
        let files = [committed(Kind::Uat, finished(uat)), committed(Kind::HumanUat, finished(human))];
        let standing = acceptance(&with(files.to_vec()));
        assert_eq!(standing.files[0].path, done(told).path, "{uat:?} {human:?}");
    }
}

#[test]
fn a_plan_that_is_cut_short_leaves_planning_unfinished_until_it_is_executed() {
    let broken = || of_plan("01", committed(Kind::Plan, truncated()));
    let (other, summary) = (|| of_plan("02", done(Kind::Plan)), |number| of_plan(number, done(Kind::Summary)));
    for (files, expected) in [
        (vec![broken(), other()], StepState::Unfinished),
        (vec![broken(), other(), summary("02")], StepState::Unfinished),
        (vec![broken(), other(), summary("01")], StepState::Done),
        (vec![other()], StepState::Done),
    ] {
        assert_eq!(state(Step::Plan, &with(files.clone())), [expected], "{files:?}");
    }
}

#[test]
fn planning_is_unfinished_while_the_outline_lists_more_plans_than_there_are() {
    for (listed, tracked, expected) in [
        (1, Tracked::Committed, StepState::Done),
        (2, Tracked::Committed, StepState::Done),
        (3, Tracked::Committed, StepState::Unfinished),
        (3, Tracked::Untracked, StepState::Done),
    ] {
        let mut outline = file(Kind::PlanOutline, tracked, finished(Meaning::Done), Freshness::NotJudged);
        outline.facts = Facts::Outline((1..=listed).map(|number| format!("0{number}")).collect());
        let files = vec![outline, of_plan("01", done(Kind::Plan)), of_plan("02", done(Kind::Plan))];
        assert_eq!(state(Step::Plan, &with(files)), [expected], "{listed} {tracked:?}");
    }
}

#[test]
fn a_serious_concern_that_no_plan_answers_leaves_the_plan_review_unfinished() {
    for (answered, reviews, expected) in
        [(false, true, StepState::Unfinished), (true, true, StepState::Done), (false, false, StepState::Missing)]
    {
        let files = if reviews { vec![done(Kind::Reviews)] } else { Vec::new() };
        let concern = Some(Concern { raised_by: oid(7), answered });
        assert_eq!(
            state(Step::PlanReview, &PhaseEvidence { concern, ..with(files) }),
            [expected],
            "{answered} {reviews}"
        );
    }
}

#[test]
fn a_clean_review_needs_no_fix_however_old_it_is() {
    let review = |meaning| file(Kind::Review, Tracked::Committed, finished(meaning), Freshness::Stale(oid(7).into()));
    assert_eq!(state(Step::ReviewFix, &with(vec![review(Meaning::Done)])), [StepState::Done]);
    assert_eq!(state(Step::ReviewFix, &with(vec![review(Meaning::Issues)])), [StepState::Missing]);
}

#[test]
fn findings_are_fixed_by_commits_that_name_all_of_the_depths_scope() {
    let answered = |depth: Depth, fixed: &[&str]| {
        let mut review = committed(Kind::Review, finished(Meaning::Issues));
        let ids = [(Severity::Critical, "CR-01"), (Severity::Warning, "WR-01"), (Severity::Info, "IN-01")];
        let ids = ids.into_iter().map(|(severity, id)| (severity, id.to_owned())).collect();
        review.facts = Facts::Review(Box::new(ReviewFacts { ids, ..ReviewFacts::default() }));
        let mut evidence = asking(&[], false, depth, &[]);
        evidence.files.push(review);
        evidence.fixed_findings = fixed.iter().filter_map(|id| crate::gsd::findings::leading(id)).collect();
        state(Step::ReviewFix, &evidence) == [StepState::Done]
    };
    let (critical, warning, info) = ("CR-01", "WR-01", "IN-01");
    for (depth, enough, too_few) in [
        (Depth::Shallow, vec![critical], vec![warning, info]),
        (Depth::Standard, vec![critical, warning], vec![critical, info]),
        (Depth::Deep, vec![critical, warning, info], vec![critical, warning]),
    ] {
        assert!(answered(depth, &enough), "{depth} {enough:?}");
        assert!(!answered(depth, &too_few), "{depth} {too_few:?}");
    }
}

#[test]
fn a_review_without_ids_is_answered_by_no_commit() {
    let mut review = committed(Kind::Review, finished(Meaning::Issues));
    review.facts = Facts::Review(Box::default());
    assert_eq!(state(Step::ReviewFix, &with(vec![review])), [StepState::Missing]);
}

#[test]
fn documents_alone_are_not_reviewed_once_they_are_executed() {
    let plan = || of_plan("01", done(Kind::Plan));
    let owes = |evidence: &PhaseEvidence| {
        let owing = assess(evidence).owing;
        owing.iter().find(|owes| owes.step == Step::CodeReview).unwrap().owed
    };
    let executed = || with(vec![plan(), of_plan("01", done(Kind::Summary))]);
    assert!(owes(&executed()));
    assert!(!owes(&PhaseEvidence { changed: Changed::DocumentsAlone, ..executed() }));
    assert!(owes(&PhaseEvidence { changed: Changed::DocumentsAlone, ..with(vec![plan()]) }));
}

#[test]
fn a_history_that_is_cut_may_hide_the_begin_of_planned_work() {
    let started =
        |evidence: &PhaseEvidence| Execution::Started.value().is_within(assess(evidence).situation.get(Dim::Execution));
    let cut = |files| PhaseEvidence { history_cut: Some("shallow".to_owned()), ..with(files) };
    let plan = || of_plan("01", done(Kind::Plan));
    assert!(started(&cut(vec![plan()])));
    assert!(!started(&with(vec![plan()])));
    assert!(!started(&cut(Vec::new())));
    assert!(!started(&cut(vec![plan(), of_plan("01", done(Kind::Summary))])));
}

#[test]
fn a_summary_that_nobody_can_read_leaves_two_executions_possible() {
    let unknown = Content::Unknown { word: "shiny".to_owned(), line: 3 };
    let possible = |other: &[File]| {
        let plans = ["01", "02"].map(|number| of_plan(number, done(Kind::Plan)));
        let summary = of_plan("01", committed(Kind::Summary, unknown.clone()));
        let files = plans.into_iter().chain([summary]).chain(other.iter().cloned()).collect();
        assess(&with(files)).situation.get(Dim::Execution)
    };
    assert_eq!(possible(&[of_plan("02", done(Kind::Summary))]), Execution::Partial.value().or(Execution::All.value()));
    assert_eq!(possible(&[]), Execution::Started.value().or(Execution::Partial.value()));
}

#[test]
fn a_verification_shows_an_execution_without_plans_unless_some_file_may_be_one() {
    let verified = || with(vec![done(Kind::Verification)]);
    assert_eq!(assess(&verified()).execution, Execution::All);
    let unrecognised = vec![("07-words.md".into(), Tracked::Committed)];
    let doubtful = PhaseEvidence { unrecognised, ..verified() };
    let assessment = assess(&doubtful);
    assert_eq!(assessment.execution, Execution::None);
    assert_eq!(assessment.tell(Dim::PlanNames, &doubtful).0, "may be plans: 07-words.md");
}

#[test]
fn an_archived_phase_is_told_as_one() {
    let told = |archived| {
        let evidence = PhaseEvidence { archived, ..nothing() };
        assess(&evidence).tell(Dim::Archived, &evidence).0
    };
    assert_eq!((told(true).as_str(), told(false).as_str()), ("archived", ""));
}

#[test]
fn why_a_step_is_owed_or_not_is_told() {
    let reason = |step: Step, evidence: &PhaseEvidence| {
        owing(evidence, false).into_iter().find(|owes| owes.step == step).unwrap().reason
    };
    let pinned = asking(&["secure"], true, Depth::Deep, &["security_enforcement"]);
    assert_eq!(
        reason(Step::Secure, &pinned),
        "owed by a; workflow.security_enforcement cannot switch off a gate of a pinned surface: remove it from config.json"
    );
    assert_eq!(reason(Step::Research, &pinned), "depth is deep");
    assert_eq!(reason(Step::Research, &nothing()), "without a surface map depth is deep");
    assert_eq!(reason(Step::Lock, &nothing()), "the project has no surface map");
    let mut before = pinned.clone();
    before.setup.of_before = true;
    assert_eq!(reason(Step::Lock, &before), "the phase was executed before the project had a surface map");
    for (state, pinned, told) in [
        (Activity::Active, false, "owed by a"),
        (Activity::Active, true, "owed by a (pinned)"),
        (Activity::Assumed, false, "owed by a (assumed)"),
        (Activity::Assumed, true, "owed by a (pinned, assumed)"),
    ] {
        let mut evidence = asking(&["secure"], false, Depth::Deep, &[]);
        let line = |name: &str, state, pinned| SurfaceLine {
            name: name.to_owned(),
            state,
            pinned,
            gates: Vec::new(),
            reason: String::new(),
            matches: Vec::new(),
        };
        let surfaces = vec![line("a", state, pinned), line("b", Activity::Inactive, true)];
        let classified = evidence.setup.classified.as_mut().unwrap();
        classified.line.surfaces = surfaces;
        assert_eq!(reason(Step::Secure, &evidence), told);
        assert_eq!(reason(Step::UiSpec, &evidence), "no active surface asks for it (inactive: b)");
    }
}
