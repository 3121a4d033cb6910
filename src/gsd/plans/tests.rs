use super::*;
use crate::engine::evidence::Freshness;
use crate::gsd::samples::{self, oid};
use crate::gsd::text::facts::Facts;
use crate::gsd::text::plan::PlanFacts;

#[test]
fn the_first_halted_plan_blocks_all_that_need_it_at_whatever_distance() {
    // 0 and 3 are halted; 1 needs 0, 2 needs 1 and 3; 4 and 5 need each other, 5 needs 3; 6 needs nothing.
    let needs = [vec![], vec![0], vec![1, 3], vec![], vec![5], vec![4, 3], vec![]];
    let halted = [true, false, false, true, false, false, false];
    assert_eq!(blockers(&needs, &halted), [None, Some(0), Some(0), None, Some(3), Some(3), None]);
    assert_eq!(blockers(&needs, &[false; 7]), [None; 7]);
}

#[test]
fn a_plan_of_another_phase_is_none_of_this_one() {
    let id = |text: &str| PhaseId::parse(text).unwrap();
    let of = |own: &str, need: &str| elsewhere(need, &[id(own)]).map(|(phase, plan)| format!("{phase} {plan}"));
    for own in ["07-02", "7-02", "02", "2", "07-02-slug", "02-slug", "07-02-PLAN.md", "07A-02", "G1", ""] {
        assert_eq!(of("07", own), None, "{own}");
    }
    assert_eq!(of("CK-07", "CK-07-02"), None);
    assert_eq!(of("02-04", "02-04-03"), None);
    for (need, wanted) in
        [("06-02", "06 02"), ("06-02-PLAN.md", "06 02"), ("06.1-02-slug", "06.1 02"), ("CK-06-02", "CK-06 02")]
    {
        assert_eq!(of("07", need).as_deref(), Some(wanted), "{need}");
    }
}

#[test]
fn a_chain_is_as_deep_as_it_is_long_and_a_circle_has_no_depth() {
    assert_eq!(depths(&[vec![], vec![0], vec![1, 0], vec![4], vec![3], vec![4]]), [1, 2, 3, 0, 0, 0]);
}

fn plan(state: PlanState) -> Plan {
    samples::plan("01", state)
}

fn blocked() -> Plan {
    plan(PlanState::Blocked("03".to_owned()))
}

#[test]
fn how_far_plans_are_together() {
    use PlanState::{Executed, Halted, Ready, Started};
    for (plans, seen, hidden) in [
        (vec![], Execution::None, Execution::None),
        (vec![plan(Ready)], Execution::None, Execution::Unclear),
        (vec![plan(Ready), plan(Started)], Execution::Started, Execution::Started),
        (vec![plan(Ready), plan(Executed)], Execution::Partial, Execution::Partial),
        (vec![plan(Ready), plan(Halted)], Execution::Partial, Execution::Partial),
        (vec![plan(Executed), plan(Halted)], Execution::All, Execution::All),
        (vec![blocked()], Execution::Blocked, Execution::Blocked),
        (vec![blocked(), plan(Halted)], Execution::Blocked, Execution::Blocked),
        (vec![blocked(), plan(Ready)], Execution::None, Execution::Unclear),
        (vec![Plan { commits: vec![oid(1)], ..blocked() }, plan(Ready)], Execution::Started, Execution::Started),
        (vec![Plan { begun_elsewhere: true, ..blocked() }, plan(Ready)], Execution::Started, Execution::Started),
    ] {
        assert_eq!(execution(&plans, false, false), seen, "{plans:?}");
        assert_eq!(execution(&plans, true, false), hidden, "{plans:?}");
    }
}

#[test]
fn plans_that_close_gaps_go_on_from_an_execution_without_plans() {
    let gap = || Plan { gap_closure: true, ..plan(PlanState::Ready) };
    assert_eq!(execution(&[], false, true), Execution::All);
    assert_eq!(execution(&[gap(), gap()], false, true), Execution::Partial);
    assert_eq!(execution(&[gap(), gap()], false, false), Execution::None);
    assert_eq!(execution(&[gap(), plan(PlanState::Ready)], false, true), Execution::None);
}

#[test]
fn a_started_plan_is_next_before_one_that_is_ready() {
    use PlanState::{Executed, Ready, Started};
    let next_of = |states: &[PlanState]| {
        let plans: Vec<Plan> = states.iter().cloned().map(plan).collect();
        next(&plans).map(|plan| plan.state.clone())
    };
    assert_eq!(next_of(&[Executed, Ready, Started]), Some(Started));
    assert_eq!(next_of(&[Executed, Ready]), Some(Ready));
    assert_eq!(next_of(&[Executed]), None);
}

#[test]
fn a_plan_resumes_after_the_tasks_that_its_commits_may_have_done() {
    let resumes = |state: PlanState, commits: u8, tasks: usize| {
        Plan { commits: (0..commits).map(oid).collect(), tasks, ..plan(state) }.resumes()
    };
    for (commits, tasks, told) in [
        (0, 3, None),
        (0, 0, None),
        (1, 3, Some("after about task 1 of 3")),
        (3, 3, Some("after about task 3 of 3")),
        (5, 3, Some("after about task 3 of 3")),
        (2, 0, Some("after about task 2")),
    ] {
        assert_eq!(resumes(PlanState::Started, commits, tasks).as_deref(), told, "{commits} {tasks}");
        assert_eq!(resumes(PlanState::Ready, commits, tasks), None);
        assert_eq!(resumes(PlanState::Executed, commits, tasks), None);
    }
}

/// The states of plans with these needs, where those with a SUMMARY are over by its word, and the commit names these.
fn states(needs: &[(&str, &[&str])], summaries: &[(&str, Option<&str>)], begun: &[&str]) -> Vec<String> {
    let done = || samples::finished(Meaning::Done);
    let file = |kind, content| samples::file(kind, Tracked::Committed, content, Freshness::NotJudged);
    let mut evidence = samples::nothing();
    for (number, needs) in needs {
        let depends_on = needs.iter().map(|need| (*need).to_owned()).collect();
        let facts = PlanFacts { depends_on, depends_on_known: true, ..PlanFacts::default() };
        let file = samples::of_plan(number, file(Kind::Plan, done()));
        evidence.files.push(File { facts: Facts::Plan(Box::new(facts)), ..file });
    }
    for (number, word) in summaries {
        let content = Content::Finished { word: word.map(str::to_owned), meaning: Meaning::Done };
        evidence.files.push(samples::of_plan(number, file(Kind::Summary, content)));
    }
    let plans = begun.iter().filter_map(|number| PlanId::parse(number)).collect();
    evidence.commits.push(ExecuteCommit { id: oid(1), plans });
    plans_of(&evidence)
}

fn plans_of(evidence: &PhaseEvidence) -> Vec<String> {
    plans(evidence).iter().map(|plan| format!("{} {}", plan.label(), plan.state.words())).collect()
}

#[test]
fn a_need_names_the_plan_and_not_its_phase() {
    let planned = |label: &str| Plan { id: PlanId::parse(label), ..plan(PlanState::Ready) };
    let at = |labels: &[&str], phase: &str, need: &str| {
        let plans: Vec<Plan> = labels.iter().map(|label| planned(label)).collect();
        let place = position(&plans, need, &[PhaseId::parse(phase).unwrap()]);
        place.and_then(|place| labels.get(place).map(|label| (*label).to_owned()))
    };
    let few = ["01", "02", "03", "04"];
    for (labels, phase, need, expected) in [
        (&few[..], "03", "03-01", Some("01")),
        (&few[..], "03", "03-01-setup", Some("01")),
        (&few[..], "02", "02-02", Some("02")),
        (&few[..], "03", "3-04", Some("04")),
        (&few[..], "01", "01-03", Some("03")),
        (&few[..], "03", "03", Some("03")),
        (&few[..], "03", "3", Some("03")),
        (&few[..], "03", "03-setup", Some("03")),
        (&few[..], "07", "03-setup", Some("03")),
        (&few[..], "07", "07-05", None),
        (&few[..], "AB-02", "AB-02-01", Some("01")),
        (&few[..], "03", "../03-cart/03-01-PLAN.md", Some("01")),
        (&few[..], "03", "03-02-PLAN.md", Some("02")),
        (&["01-02", "03"][..], "01", "01-02", Some("01-02")),
    ] {
        assert_eq!(at(labels, phase, need).as_deref(), expected, "{need} in phase {phase}");
    }
    let of_another = |need: &str| elsewhere(need, &[PhaseId::parse("03").unwrap()]);
    let two_of_one = Some((PhaseId::parse("01").unwrap(), PlanId::parse("02").unwrap()));
    assert_eq!(of_another("../01-base-of-03/01-02-PLAN.md"), two_of_one);
    assert_eq!(of_another("../03-cart/03-01-PLAN.md"), None);
}

#[test]
fn a_plan_waits_for_what_it_needs_and_a_halted_one_blocks_it() {
    let needs: [(&str, &[&str]); 4] = [("01", &[]), ("02", &["01"]), ("03", &["02"]), ("04", &[])];
    assert_eq!(states(&needs, &[], &[]), ["01 ready", "02 waits for 01", "03 waits for 02", "04 ready"]);
    assert_eq!(states(&needs, &[("01", None)], &["04"]), ["01 executed", "02 ready", "03 waits for 02", "04 started"]);
    let halted = states(&needs, &[("01", Some("halted"))], &[]);
    assert_eq!(
        halted,
        ["01 halted", "02 blocked by 01, which was halted", "03 blocked by 01, which was halted", "04 ready"]
    );
    assert_eq!(states(&needs, &[("01", Some("complete"))], &["02"])[..2], ["01 executed", "02 started"]);
    assert_eq!(states(&[("02", &[]), ("05", &[])], &[], &["01-04"]), ["02 started", "05 ready"]);
    assert_eq!(states(&[("01-04", &[])], &[], &["02"]), ["01-04 started"]);
    let unnumbered =
        samples::file(Kind::Plan, Tracked::Committed, samples::finished(Meaning::Done), Freshness::NotJudged);
    assert_eq!(plans_of(&PhaseEvidence { files: vec![unnumbered], ..samples::nothing() }), ["the plan ready"]);
}

#[test]
fn a_plan_counts_unless_it_is_superseded_by_what_can_be_read_of_it() {
    let of = |tracked, in_head, content, superseded| {
        let facts = Facts::Plan(Box::new(PlanFacts { superseded, ..PlanFacts::default() }));
        let file = samples::file(Kind::Plan, tracked, content, Freshness::NotJudged);
        is_live(&File { in_head, facts, ..file })
    };
    let done = || samples::finished(Meaning::Done);
    for tracked in Tracked::ALL {
        let is_committed = matches!(tracked, Tracked::Committed | Tracked::Conflicted);
        let is_edited = matches!(tracked, Tracked::Modified | Tracked::Staged);
        assert_eq!(of(tracked, true, done(), false), is_committed || is_edited, "{tracked:?}");
        assert_eq!(of(tracked, false, done(), false), is_committed, "{tracked:?}");
        assert_eq!(of(tracked, true, done(), true), tracked == Tracked::Conflicted, "{tracked:?}");
    }
    let unreadable = Content::Unreadable { line: 1, why: String::new() };
    assert!(of(Tracked::Committed, true, unreadable, true));
}

#[test]
fn a_summary_leaves_its_plan_in_doubt_where_its_word_is_not_known() {
    let doubt = |content| {
        let of = |kind, content| {
            samples::of_plan("01", samples::file(kind, Tracked::Committed, content, Freshness::NotJudged))
        };
        let files = vec![of(Kind::Plan, samples::finished(Meaning::Done)), of(Kind::Summary, content)];
        plans(&PhaseEvidence { files, ..samples::nothing() }).remove(0).doubt
    };
    assert_eq!(doubt(samples::finished(Meaning::Done)), None);
    let unknown = Content::Unknown { word: "odd".to_owned(), line: 2 };
    assert_eq!(doubt(unknown).unwrap(), "07-01-SUMMARY.md says `odd` on line 2, which no table knows");
}

#[test]
fn a_need_is_a_plan_here_one_of_another_phase_or_nothing_known() {
    let of = |need: &str| {
        let facts = PlanFacts { depends_on: vec![need.to_owned()], ..PlanFacts::default() };
        let file =
            samples::file(Kind::Plan, Tracked::Committed, samples::finished(Meaning::Done), Freshness::NotJudged);
        let file = File { facts: Facts::Plan(Box::new(facts)), ..samples::of_plan("01", file) };
        let plan = Plan { path: Some(file.path.clone()), ..plan(PlanState::Ready) };
        let phase: Vec<PhaseId> = PhaseId::parse("07").into_iter().collect();
        let dropped = samples::of_plan("02", file.clone());
        needs(&[plan], &[file, dropped], &phase).remove(0).into_iter().map(|(_, need)| need).collect::<Vec<_>>()
    };
    assert_eq!(of("06-01"), [Need::Elsewhere]);
    for need in ["01", "1", "07-01", " 07-01-pay "] {
        assert_eq!(of(need), [Need::Here(0)], "{need}");
    }
    assert_eq!(of("07-02"), [Need::NotCounted]);
    assert_eq!(of("07-10"), [Need::Unknown]);
    assert_eq!(of("nothing"), [Need::Unknown]);
}
