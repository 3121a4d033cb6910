//! Which uncommitted source counts, what it belongs to, and what is said and done about it.

use super::*;
use crate::engine::evidence::{Freshness, Tracked};
use crate::gsd::evidence::ExecuteCommit;
use crate::gsd::samples::{assessed, change, file, finished, nothing, of_plan, oid, plan};
use crate::gsd::situation::{DONE, MISSING};

fn task(number: &str, task: usize) -> Tie {
    Tie::Task { plan: PlanId::parse(number), task }
}

fn whole(number: &str) -> Tie {
    Tie::Plan(PlanId::parse(number))
}

fn with(source: Vec<SourceChange>) -> PhaseEvidence {
    let mut evidence = nothing();
    evidence.wip.source = source;
    evidence
}

/// A SUMMARY of a plan that nobody committed.
fn summary(number: &str) -> File {
    of_plan(number, file(Kind::Summary, Tracked::Untracked, finished(Meaning::Done), Freshness::NotJudged))
}

/// Plan 01 is begun, 02 and 04 are not, 03 is executed.
fn plans() -> Vec<Plan> {
    let started = Plan { commits: vec![oid(1)], tasks: 4, ..plan("01", PlanState::Started) };
    vec![started, plan("02", PlanState::Ready), plan("03", PlanState::Executed), plan("04", PlanState::Ready)]
}

#[test]
fn untied_source_counts_while_the_phase_is_carried_out_and_tied_source_always() {
    let mut evidence = with(vec![change("any", &[]), change("tied", &[whole("01")])]);
    for (execution, has_commits, review, is_underway) in [
        (Execution::None, true, MISSING, false),
        (Execution::Unclear, true, MISSING, false),
        (Execution::Started, false, DONE, true),
        (Execution::Partial, false, DONE, true),
        (Execution::Blocked, false, DONE, true),
        (Execution::All, true, MISSING, true),
        (Execution::All, true, MISSING.or(DONE), true),
        (Execution::All, true, DONE, false),
        (Execution::All, false, MISSING, false),
        (Execution::All, false, DONE, false),
    ] {
        evidence.commits = if has_commits { vec![ExecuteCommit { id: oid(1), plans: Vec::new() }] } else { Vec::new() };
        let mut assessment = assessed(Vec::new(), execution);
        assessment.situation = assessment.situation.with(Dim::Step(Step::ReviewFix), review);
        let source = source_left(&evidence, &assessment).unwrap();
        let case = format!("{execution:?} {has_commits} {review:?}");
        assert_eq!((source.takes_untied(), source.changes().len() == 2), (is_underway, is_underway), "{case}");
    }
    assert!(source_left(&with(vec![change("any", &[])]), &assessed(plans(), Execution::None)).is_none());
}

#[test]
fn a_finished_summary_without_a_commit_begins_a_phase_and_no_other_does() {
    let truncated = Content::Truncated { why: String::new() };
    let ends = |file: File, content: Content| File {
        reading: crate::gsd::text::content::ContentReading { content, ..file.reading.clone() },
        ..file
    };
    for (file, begins) in [
        (summary("01"), true),
        (File { tracked: Tracked::Committed, ..summary("01") }, false),
        (File { in_head: true, ..summary("01") }, false),
        (ends(summary("01"), truncated), false),
        (ends(summary("01"), finished(Meaning::Failed)), false),
        (of_plan("01", file(Kind::Plan, Tracked::Untracked, finished(Meaning::Done), Freshness::NotJudged)), false),
    ] {
        let mut evidence = with(vec![change("any", &[])]);
        evidence.files.push(file.clone());
        let counts = |evidence: &PhaseEvidence| source_left(evidence, &assessed(plans(), Execution::None)).is_some();
        assert_eq!(counts(&evidence), begins, "{file:?}");
        evidence.ignored_wip.insert(file.path);
        assert!(!counts(&evidence), "what the project ignores begins nothing");
    }
}

#[test]
fn source_belongs_to_one_task_or_to_the_one_plan_that_wrote_its_summary() {
    let none: &[&str] = &[];
    let commit = Tie::Commit(oid(1));
    for (files, summaries, expected) in [
        (vec![vec![task("01", 2)]], none, "task 2 of plan 07-01"),
        (vec![vec![task("01", 2), task("01", 1)]], none, "task 1 of plan 07-01"),
        (vec![vec![task("01", 2)], vec![task("01", 2), task("01", 1)]], none, "task 2 of plan 07-01"),
        (vec![vec![whole("01"), task("01", 2)]], none, "task 2 of plan 07-01"),
        (vec![vec![whole("02")]], none, "plan 07-02"),
        (vec![vec![commit.clone(), task("02", 1)]], none, "task 1 of plan 07-02"),
        (vec![vec![task("01", 1)], vec![task("01", 2)]], none, ""),
        (vec![vec![task("01", 1)], vec![]], none, ""),
        (vec![vec![commit]], none, ""),
        (vec![vec![task("03", 1)]], none, ""),
        (vec![vec![task("03", 1), task("02", 1)]], none, "task 1 of plan 07-02"),
        // What two plans share belongs to the one that has begun and is not done by its SUMMARY.
        (vec![vec![task("01", 3), task("02", 1)]], none, "task 3 of plan 07-01"),
        (vec![vec![task("02", 1), task("04", 1)]], none, ""),
        (vec![vec![task("01", 3), task("02", 1)]], &["01"], ""),
        (vec![vec![task("01", 1)], vec![task("01", 2)]], &["01"], "plan 07-01"),
        (vec![vec![task("01", 1)], vec![task("01", 2)]], &["02"], ""),
        (vec![vec![task("01", 1)], vec![task("02", 2)]], &["01", "02"], ""),
        (vec![vec![task("01", 1)], vec![]], &["01"], ""),
    ] {
        let changes = files.iter().enumerate().map(|(at, ties)| change(&at.to_string(), ties)).collect();
        let mut evidence = with(changes);
        evidence.files.extend(summaries.iter().map(|number| summary(number)));
        let source = source_left(&evidence, &assessed(plans(), Execution::Started)).unwrap();
        let told = source.task.as_ref().map(|task| task_words(task, "07")).unwrap_or_default();
        assert_eq!(told, expected, "{files:?} {summaries:?}");
    }
}

fn measures(evidence: &PhaseEvidence, assessment: &Assessment) -> (String, Vec<(String, &'static str)>) {
    let source = source_left(evidence, assessment).unwrap();
    let measures = source.measures(evidence, assessment);
    (source.summary(evidence), measures.into_iter().map(|measure| (measure.what, measure.action.word())).collect())
}

#[test]
fn what_belongs_to_a_task_is_committed_and_the_rest_is_put_away() {
    let assessment = assessed(plans(), Execution::Started);
    let (told, done) = measures(&with(vec![change("a", &[task("01", 2)])]), &assessment);
    assert_eq!(told, "1 source file uncommitted, all of task 2 of plan 07-01");
    assert_eq!(done[0].0, "look at what is there of task 2 of plan 07-01 and finish it: git diff HEAD -- :/a");
    assert_eq!(done[1], ("once it is finished, commit it as that plan (`feat(07-01): finish task 2`): git commit -m 'feat(07-01): finish task 2' -- :/a".to_owned(), "commit"));
    let new = SourceChange { tracked: Tracked::Untracked, ..change("a", &[task("01", 2)]) };
    let (_, done_new) = measures(&with(vec![new]), &assessment);
    assert!(
        done_new[0].0.ends_with("and finish it: cat -- \"$(git rev-parse --show-toplevel)\"/a"),
        "a comparison shows nothing of a new file"
    );
    assert!(done_new[1].0.contains("git add -- :/a && git commit"));
    let (_, done) = measures(&with(vec![change("a", &[whole("01")])]), &assessment);
    assert!(
        done[1].0.starts_with("once it is finished, commit it as that plan (`feat(07-01): finish the plan's work`)")
    );

    let two = with(vec![change("a", &[]), change("b", &[])]);
    let (told, done) = measures(&two, &assessment);
    let words: Vec<&str> = done.iter().map(|(_, word)| *word).collect();
    assert_eq!((told.as_str(), words), ("2 source files uncommitted", vec!["stash", "by-hand", "by-hand"]));
    let resume = |of: &str| format!("resume {of}: phase-pipeline 07 {}", Step::Execute.number());
    assert_eq!(done[1].0, resume("plan 07-01 after about task 1 of 4"));
    let (_, done) = measures(&two, &assessed(vec![plan("02", PlanState::Ready)], Execution::Partial));
    assert_eq!(done[1].0, resume("execution at the next ready plan"));
    let over = PhaseEvidence { commits: vec![ExecuteCommit { id: oid(1), plans: Vec::new() }], ..two };
    let mut assessment = assessed(vec![plan("03", PlanState::Executed)], Execution::All);
    assessment.situation = assessment.situation.with(Dim::Step(Step::ReviewFix), MISSING);
    assert_eq!(measures(&over, &assessment).1.len(), 2, "where every plan is executed, none is resumed");
}

#[test]
fn of_more_than_anybody_left_on_purpose_nothing_is_done() {
    let mut evidence = with(vec![change("a", &[task("01", 2)]), change("b", &[])]);
    evidence.wip.more_source = 3;
    let (told, done) = measures(&evidence, &assessed(plans(), Execution::Started));
    assert_eq!(told, "5 source files uncommitted");
    assert!(done.len() == 1 && done[0].0.starts_with("5 uncommitted files are more") && done[0].1 == "by-hand");
    // Where untied source does not count, no number of it does.
    let (told, done) = measures(&evidence, &assessed(plans(), Execution::None));
    assert_eq!((told.as_str(), done.len()), ("1 source file uncommitted, all of task 2 of plan 07-01", 2));
}

#[test]
fn each_file_says_what_ties_it() {
    let of_summary = Tie::Summary(PlanId::parse("02"));
    let many: Vec<Tie> = (1..=5).map(|number| task("01", number)).collect();
    let firsts = "named by task 1 of plan 07-01, task 2 of plan 07-01, task 3 of plan 07-01";
    for (ties, told) in [
        (vec![], "changed while the phase is carried out".to_owned()),
        (vec![Tie::Commit(oid(7))], "touched by 0707070".to_owned()),
        (vec![Tie::Commit(oid(7)), whole("01")], "named by plan 07-01".to_owned()),
        (vec![task("01", 2), of_summary], "named by task 2 of plan 07-01, the SUMMARY of plan 07-02".to_owned()),
        (vec![Tie::Plan(None)], "named by plan 07".to_owned()),
        (many[..3].to_vec(), firsts.to_owned()),
        (many, format!("{firsts}, 2 more")),
    ] {
        let evidence = with(vec![change("a", &ties)]);
        let source = source_left(&evidence, &assessed(Vec::new(), Execution::Started)).unwrap();
        let files = source.files(&evidence);
        assert_eq!((files.len(), files[0].path.to_string(), &files[0].verdict), (1, "a".to_owned(), &told), "{ties:?}");
    }
}

#[test]
fn what_speaks_of_source_that_goes_without_a_commit_waits() {
    let untracked = |kind| file(kind, Tracked::Untracked, finished(Meaning::Done), Freshness::NotJudged);
    let waits = |source: Vec<SourceChange>, more: usize, file: &File| {
        let mut evidence = with(source);
        evidence.wip.more_source = more;
        source_left(&evidence, &assessed(plans(), Execution::Started)).unwrap().is_told_by(file)
    };
    let (open, split, any) =
        (change("a", &[task("01", 1)]), change("b", &[task("01", 2)]), change("c", &[Tie::Commit(oid(1))]));
    for (kind, expected) in [
        (Kind::Research, false),
        (Kind::Plan, false),
        (Kind::Patterns, false),
        (Kind::Review, true),
        (Kind::Summary, true),
    ] {
        assert_eq!(waits(vec![any.clone()], 0, &untracked(kind)), expected, "{kind:?}");
        assert!(!waits(vec![open.clone()], 0, &untracked(kind)), "{kind:?}: the source is committed first");
    }
    // The SUMMARY of a plan that the source is not of may be committed, unless not all of the source is known.
    assert!(waits(vec![open.clone(), split.clone()], 0, &summary("01")));
    assert!(!waits(vec![open.clone(), split.clone()], 0, &summary("02")));
    assert!(waits(vec![open.clone(), any], 0, &summary("02")));
    assert!(waits(vec![open, split], 1, &summary("02")));
}

#[test]
fn why_source_is_no_ones_task_is_told() {
    let of = |source: Vec<SourceChange>| {
        let evidence = with(source);
        source_left(&evidence, &assessed(plans(), Execution::Partial)).unwrap().why_no_task(&plans())
    };
    let (one, other) = (change("a", &[whole("01")]), change("b", &[whole("02")]));
    assert_eq!(of(vec![change("a", &[whole("03")])]), "the plans that name it are executed");
    assert_eq!(of(vec![change("a", &[])]), "no open plan names it");
    assert_eq!(of(vec![change("a", &[Tie::Commit(oid(1))])]), "no open plan names it");
    assert_eq!(of(vec![one.clone(), change("b", &[])]), "no open plan names all of it");
    assert_eq!(of(vec![one, other]), "it is of more than one task or plan");
}

#[test]
fn untied_source_is_of_the_phase_that_state_names_where_several_are_carried_out() {
    let of = |current: Current, others: &[&str]| {
        let mut evidence = with(vec![change("any", &[])]);
        evidence.marks.said.current = current;
        evidence.wip.carried_out_too = others.iter().map(|other| (*other).to_owned()).collect();
        source_left(&evidence, &assessed(Vec::new(), Execution::Started)).is_some()
    };
    assert!(of(Current::None, &[]) && of(Current::This, &["08"]));
    assert!(!of(Current::None, &["08"]) && !of(Current::Later, &["08"]));
}
