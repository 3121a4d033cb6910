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
use crate::gsd::text::spec::{Ambiguity, SpecFacts};

fn committed(kind: Kind, content: Content) -> File {
    file(kind, Tracked::Committed, content, Freshness::NotJudged)
}

fn done(kind: Kind) -> File {
    committed(kind, finished(Meaning::Done))
}

fn truncated() -> Content {
    Content::Truncated { line: 1, why: "no end".to_owned() }
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
    assert_eq!(reason(Step::Lock, &before), "the phase was begun before the project had a surface map");
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

#[test]
fn what_a_project_without_a_map_had_before_it_is_owed_by_what_lies_there() {
    let of = |step: Step, change: &dyn Fn(&mut PhaseEvidence)| {
        let mut evidence = nothing();
        change(&mut evidence);
        let owes = owing(&evidence, false).into_iter().find(|owes| owes.step == step).unwrap();
        (owes.owed, owes.gates.join(" "))
    };
    let owed = |gates: &str| (true, gates.to_owned());
    let not = || (false, String::new());
    assert_eq!(of(Step::Secure, &|_| ()), owed("secure"));
    assert_eq!(of(Step::Validate, &|_| ()), owed("validate"));
    assert_eq!(of(Step::AiSpec, &|_| ()), not());
    assert_eq!(
        (of(Step::UiSpec, &|_| ()), of(Step::UiSpec, &|one| one.marks.ui_hint = true)),
        (not(), owed("ui-spec"))
    );
    let contract = |kind| committed(kind, finished(Meaning::Done));
    let reviews = |evidence: &mut PhaseEvidence| evidence.project_has = vec![Kind::UiReview, Kind::EvalReview];
    let of = |change: &dyn Fn(&mut PhaseEvidence)| of(Step::SurfaceReviews, change);
    assert_eq!(of(&|one| one.marks.ui_hint = true), not(), "the project writes no such reviews");
    assert_eq!(of(&reviews), not(), "the phase has no contract");
    let with = |kind: Kind| {
        move |one: &mut PhaseEvidence| {
            reviews(one);
            one.files.push(contract(kind));
        }
    };
    assert_eq!((of(&with(Kind::UiSpec)), of(&with(Kind::AiSpec))), (owed("ui-review"), owed("eval-review")));
    assert_eq!(of(&with(Kind::Spec)), not());
    let hinted = |one: &mut PhaseEvidence| {
        reviews(one);
        one.marks.ui_hint = true;
    };
    assert_eq!(of(&hinted), owed("ui-review"));
    let uncommitted = |one: &mut PhaseEvidence| {
        reviews(one);
        one.files.push(File { tracked: Tracked::Untracked, in_head: false, ..contract(Kind::UiSpec) });
    };
    assert_eq!(of(&uncommitted), not());
    let edited = |one: &mut PhaseEvidence| {
        reviews(one);
        one.files.push(File { tracked: Tracked::Modified, ..contract(Kind::UiSpec) });
    };
    assert_eq!(of(&edited), owed("ui-review"), "HEAD holds the contract");
}

#[test]
fn a_phase_of_before_the_map_owes_no_spec_and_learnings_where_the_project_writes_them() {
    let of = |step: Step, before: bool, has: Vec<Kind>| {
        let mut evidence = PhaseEvidence { project_has: has, ..asking(&[], false, Depth::Deep, &[]) };
        evidence.setup.of_before = before;
        owing(&evidence, false).into_iter().find(|owes| owes.step == step).unwrap().owed
    };
    assert!(of(Step::Spec, false, Vec::new()) && !of(Step::Spec, true, Vec::new()));
    assert!(of(Step::Learnings, false, Vec::new()) && !of(Step::Learnings, true, Vec::new()));
    assert!(of(Step::Learnings, true, vec![Kind::Learnings]));
    assert!(of(Step::Verify, true, Vec::new()));
}

#[test]
fn a_gate_of_the_projects_own_is_asked_for_by_the_surface_reviews_alone() {
    let evidence = asking(&["load-test"], false, Depth::Standard, &[]);
    let by: Vec<Step> = owing(&evidence, false)
        .into_iter()
        .filter(|owes| owes.gates.contains(&"load-test".to_owned()))
        .map(|owes| owes.step)
        .collect();
    assert_eq!(by, [Step::SurfaceReviews]);
    assert!(
        !owing(&asking(&["secure"], false, Depth::Standard, &[]), false)
            .iter()
            .any(|owes| owes.step == Step::SurfaceReviews && owes.owed)
    );
}

#[test]
fn work_that_nobody_named_leaves_it_open_whether_a_plan_is_executed() {
    let plan = || with(vec![of_plan("01", done(Kind::Plan))]);
    let unattributed = PhaseEvidence { unattributed: vec![oid(1)], ..plan() };
    assert_eq!((assess(&plan()).execution, assess(&unattributed).execution), (Execution::None, Execution::Unclear));
    for (evidence, state) in [(plan(), StepState::Missing), (unattributed, StepState::Unfinished)] {
        assert_eq!(self::state(Step::Execute, &evidence), [state]);
    }
    let executed = with(vec![of_plan("01", done(Kind::Plan)), of_plan("01", done(Kind::Summary))]);
    assert_eq!(state(Step::Execute, &executed), [StepState::Done]);
}

fn told(dim: Dim, evidence: &PhaseEvidence) -> (String, Vec<String>) {
    let (told, lines) = assess(evidence).tell(dim, evidence);
    (told, lines.iter().map(|line| format!("{}: {}", line.path, line.freshness)).collect())
}

#[test]
fn each_dimension_tells_its_own() {
    let uat = |meaning| with(vec![committed(Kind::Uat, finished(meaning))]);
    assert_eq!(told(Dim::Uat, &uat(Meaning::Done)), (String::new(), Vec::new()));
    let failed = ("UAT finished".to_owned(), vec!["07-UAT.md: judges nothing".to_owned()]);
    assert_eq!(told(Dim::Uat, &uat(Meaning::Failed)), failed);
    assert_eq!(told(Dim::Execution, &nothing()), ("nothing is planned".to_owned(), Vec::new()));
    assert_eq!(told(Dim::Before, &nothing()), (String::new(), Vec::new()));
    assert!(told(Dim::Marked, &nothing()).0.starts_with("not marked complete: "));
    let mut marked = nothing();
    marked.marks.marked.marked = true;
    marked.marks.marked.witnesses = WITNESSES.iter().take(1).map(|row| row.witness).collect();
    assert_eq!(told(Dim::Marked, &marked).0, format!("marked complete: {}", WITNESSES[0].text));
    let asked = asking(&["secure"], false, Depth::Standard, &[]);
    assert_eq!(told(Dim::Step(Step::Secure), &asked).0, "SECURITY absent, owed by a");
    assert_eq!(told(Dim::Step(Step::Verify), &asked).0, "VERIFICATION absent");
    assert_eq!(told(Dim::Step(Step::Validate), &asked).0, "VALIDATION absent");
}

#[test]
fn an_artifact_is_told_by_what_git_knows_what_it_says_and_its_age() {
    let of = |tracked, freshness| {
        let review =
            File { changed_by: vec![oid(1)], ..file(Kind::Security, tracked, finished(Meaning::Done), freshness) };
        told(Dim::Step(Step::Secure), &with(vec![review]))
    };
    let told =
        |told: &str, age: &str| (format!("{told}, owed without a surface map"), vec![format!("07-SECURITY.md: {age}")]);
    let committed = |freshness| of(Tracked::Committed, freshness);
    assert_eq!(committed(Freshness::Fresh), told("SECURITY finished (0101010)", "fresh"));
    let stale = told("SECURITY finished (0101010), older than 0202020", "stale: 0202020 came after it");
    assert_eq!(committed(Freshness::Stale(oid(2).into())), stale);
    let unknown = told("SECURITY finished (0101010), its age is not known", "age not known: shallow");
    assert_eq!(committed(Freshness::Unknown("shallow".to_owned())), unknown);
    assert_eq!(of(Tracked::Untracked, Freshness::NotJudged), told("SECURITY untracked", "judges nothing"));
}

#[test]
fn an_outline_counts_once_it_is_committed() {
    let of = |tracked| {
        let facts = Facts::Outline(vec!["01".to_owned(), "02".to_owned()]);
        let outline = File { tracked, facts, ..done(Kind::PlanOutline) };
        state(Step::Plan, &with(vec![of_plan("01", done(Kind::Plan)), outline]))
    };
    assert_eq!((of(Tracked::Committed), of(Tracked::Untracked)), (vec![StepState::Unfinished], vec![StepState::Done]));
}

#[test]
fn execution_tells_what_is_next_or_what_holds_up_what_is_left() {
    let plans = |state: plans::PlanState| {
        let executed = crate::gsd::samples::plan("01", plans::PlanState::Executed);
        vec![executed, crate::gsd::samples::plan("02", state)]
    };
    let of = |state, execution| {
        let owes = owing(&nothing(), false).remove(0);
        standing(Step::Execute, &nothing(), &plans(state), execution, &owes).tell
    };
    assert_eq!(of(plans::PlanState::Ready, Execution::Partial), "1 of 2 executed; next is 02: ready");
    let blocked = of(plans::PlanState::Blocked("03".to_owned()), Execution::Blocked);
    assert_eq!(blocked, "1 of 2 executed; 02: blocked by 03, which was halted");
}

#[test]
fn the_first_review_that_is_not_done_speaks_for_all_of_them() {
    let of = |files: Vec<File>| {
        let asked = asking(&["ui-review", "full-uat"], false, Depth::Standard, &[]);
        let standing = assess(&PhaseEvidence { files, ..asked }).standings[&Step::SurfaceReviews].clone();
        (standing.states, standing.gate, standing.tell)
    };
    let gate = |gate: &str| Some(gate.to_owned());
    let (missing, ready) = (vec![StepState::Missing], vec![StepState::Done]);
    assert_eq!(of(Vec::new()), (missing.clone(), gate("full-uat"), "full-uat: no UAT".to_owned()));
    let uat = || done(Kind::Uat);
    assert_eq!(of(vec![uat()]), (missing, gate("ui-review"), "ui-review: UI-REVIEW absent".to_owned()));
    assert_eq!(of(vec![uat(), done(Kind::UiReview)]), (ready, None, "full-uat, ui-review done".to_owned()));
}

#[test]
fn a_verification_that_waits_for_a_person_is_done_once_one_accepted_it_since() {
    let of = |meaning, since: bool, uat: Meaning| {
        let files = vec![committed(Kind::Verification, finished(meaning)), committed(Kind::Uat, finished(uat))];
        let evidence = PhaseEvidence { accepted_since: since, ..with(files) };
        assert_eq!(awaits_person(&evidence), meaning == Meaning::Human);
        state(Step::Verify, &evidence)
    };
    let (ready, open) = (vec![StepState::Done], vec![StepState::Unfinished]);
    assert_eq!(of(Meaning::Human, true, Meaning::Done), ready);
    assert_eq!(of(Meaning::Human, false, Meaning::Done), open);
    assert_eq!(of(Meaning::Human, true, Meaning::Open), open);
    assert_eq!(of(Meaning::Open, true, Meaning::Done), open, "it waits for nobody");
    assert_eq!(of(Meaning::Failed, true, Meaning::Done), [StepState::Failed]);
}

#[test]
fn a_fix_is_told_by_the_review_where_that_is_clean_and_by_the_report_where_not() {
    let tell = |meaning| {
        assess(&with(vec![committed(Kind::Review, finished(meaning))])).standings[&Step::ReviewFix].tell.clone()
    };
    assert_eq!(tell(Meaning::Done), "REVIEW finished");
    assert_eq!(tell(Meaning::Issues), "REVIEW-FIX absent");
}

#[test]
fn planning_tells_how_many_plans_there_are() {
    let tell = |numbers: &[&str]| {
        let plans = numbers.iter().map(|number| of_plan(number, done(Kind::Plan))).collect();
        assess(&with(plans)).standings[&Step::Plan].tell.clone()
    };
    assert_eq!((tell(&["01"]).as_str(), tell(&["01", "02"]).as_str()), ("1 plan", "2 plans"));
}

#[test]
fn what_leaves_an_execution_unclear_is_told() {
    let tell = |own: u8, there: u8, unread: Option<&str>| {
        let mut evidence = with(vec![of_plan("01", done(Kind::Plan))]);
        evidence.unattributed = (1..=own).map(oid).collect();
        evidence.repositories.push(OtherRepository {
            name: "api".to_owned(),
            unread: unread.map(str::to_owned),
            unattributed: (1..=there).map(oid).collect(),
            ..OtherRepository::default()
        });
        assess(&evidence).standings[&Step::Execute].tell.clone()
    };
    let commits = "none of 1 executed by name, but commits touch what they declare: ";
    assert_eq!(tell(1, 1, None), format!("{commits}0101010, 0101010 of api"));
    let five = "0101010, 0202020, 0303030, 0404040, 0505050";
    assert_eq!(tell(5, 0, None), format!("{commits}{five}"));
    assert_eq!(tell(5, 2, None), format!("{commits}{five} and 2 more"));
    let hidden = "whether any of 1 is executed cannot be seen: source lies in api (no such folder)";
    assert_eq!(tell(0, 0, Some("no such folder")), hidden);
}

#[test]
fn a_discussion_is_owed_by_depth_and_by_the_gray_areas_that_the_spec_counts() {
    let reason = |spec: Option<Facts>| {
        let files = spec.map(|facts| File { facts, ..done(Kind::Spec) }).into_iter().collect();
        let evidence = PhaseEvidence { files, ..asking(&[], false, Depth::Standard, &[]) };
        owing(&evidence, false).into_iter().find(|owes| owes.step == Step::Discuss).unwrap().reason
    };
    let facts =
        SpecFacts { ambiguity: Ambiguity::Absent, below_minimum: Vec::new(), gray_areas: Some(3), touched: Vec::new() };
    assert_eq!(reason(Some(Facts::Spec(Box::new(facts)))), "depth standard, 3 gray areas");
    assert_eq!(reason(Some(Facts::None)), "depth standard, gray areas not counted");
    assert_eq!(reason(None), "depth standard, gray areas not counted");
}
