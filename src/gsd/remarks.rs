//! What a reader needs beside the decision to act on it: the gaps to plan, the items for a person, the words that nobody knows,
//! the gates that a finished phase lacks.

use std::collections::BTreeSet;

use super::artifacts::Kind;
use super::assess::Assessment;
use super::decide::{command, way};
use super::evidence::{File, LostPlan, OtherRepository, PhaseEvidence, Retracted, Reverted, UnmergedBranch};
use super::plans::Plan;
use super::resume::Target;
use super::runs::Way;
use super::short::shorten;
use super::standing::awaits_person;
use super::steps::{STEPS, Step};
use super::text::facts::Facts;
use super::text::uat::UatFacts;
use super::text::verification::{Gap, HumanItem, VerificationFacts};
use super::words::words_of;
use crate::engine::evidence::{Content, Freshness, StepState, Tracked};
use crate::engine::object::Oid;
use crate::engine::own::Own;
use crate::engine::path::RepoPath;
use crate::engine::report::{ItemList, WaiverLine};

/// How many commits one line names.
const FEW: usize = 5;

/// The remarks on a decision that came to `target`; none where several targets are possible.
pub fn remarks(evidence: &PhaseEvidence, assessment: &Assessment, target: Option<Target>) -> Vec<String> {
    if evidence.archived {
        return Vec::new();
    }
    let mut remarks = match target {
        Some(Target::Step(Step::Plan)) => unread_of(evidence, is_failed(assessment)),
        Some(Target::Step(Step::Verify)) => verification(evidence, assessment),
        Some(Target::Complete) => lacking(evidence, assessment).into_iter().collect(),
        _ => Vec::new(),
    };
    if evidence.no_source_touched {
        let text =
            "plans are summarized, and no commit since the phase began touches a file outside the planning folder";
        remarks.push(text.to_owned());
    }
    remarks.extend(evidence.reverted.iter().map(reverted));
    remarks.extend(evidence.repositories.iter().filter_map(other_repository));
    if target != Some(Target::Complete) {
        remarks.extend(stranded(evidence, &assessment.own));
        remarks.extend(planned_on(evidence));
        remarks.extend(evidence.lost_plans.iter().map(|lost| lost_plan(lost, evidence)));
    }
    let waived = evidence.setup.classified.iter().flat_map(|classified| &classified.line.waived);
    remarks.extend(waived.filter(|waived| waived.refused.is_none()).map(WaiverLine::words));
    remarks.extend(evidence.files.iter().filter_map(untold));
    remarks.extend(assessment.plans.iter().filter_map(without_plan));
    remarks.extend(
        evidence
            .unrecognised
            .iter()
            .map(|(path, _)| format!("{path}: its name may be a plan's, and no plan is read from it")),
    );
    remarks
}

/// The committed artifacts that settle an owed step from the code review on and may be cut short: a line each, whether the step
/// is their own, or they speak for another one, or for a gate of the project's. They count all the same, because finished files
/// lack now and then what their template ends with.
pub fn cut_short(evidence: &PhaseEvidence, assessment: &Assessment) -> Vec<String> {
    let is_settled = |step: Step| {
        (Step::CodeReview..=Step::Learnings).contains(&step)
            && assessment.owing.iter().any(|owes| owes.step == step && owes.owed)
            && assessment.clear(step) == Some(StepState::Done)
    };
    let standings = assessment.standings.iter().filter(|(step, _)| is_settled(**step));
    let spoken: BTreeSet<&RepoPath> =
        standings.flat_map(|(_, standing)| &standing.files).map(|line| &line.path).collect();
    let own = evidence.files.iter().filter(|file| {
        let is_own = file.name.kind.row().step.is_some_and(is_settled) || spoken.contains(&file.path);
        // What is stale is done once more, whatever it is.
        let is_stale = matches!(file.freshness, Freshness::Stale(_));
        let is_finished = matches!(file.reading.content, Content::Finished { .. });
        is_own && file.tracked == Tracked::Committed && is_finished && !is_stale
    });
    let gates = evidence.setup.project_gates.values().filter_map(|gate| gate.file.as_ref());
    let gates = gates.filter(|file| spoken.contains(&file.path)).map(|file| (&file.path, &file.may_be_cut));
    let files = own.map(|file| (&file.path, &file.reading.may_be_cut)).chain(gates);
    files
        .filter(|_| !evidence.archived)
        .filter_map(|(path, doubt)| {
            let doubt = doubt.as_ref()?;
            let may = if doubt.text.contains("cut short") { "" } else { "; it may be cut short" };
            Some(format!("{path}:{}: {}{may}", doubt.line, doubt.text))
        })
        .collect()
}

/// The waivers that count for nothing, because nobody can accept what they accept.
pub fn refused_waivers(evidence: &PhaseEvidence) -> impl Iterator<Item = String> {
    let waived = evidence.setup.classified.iter().flat_map(|classified| &classified.line.waived);
    waived.filter(|waived| waived.refused.is_some()).map(WaiverLine::words)
}

/// What the step of `target` has to deal with, file by file: gaps to plan, items for a person.
pub fn lists(evidence: &PhaseEvidence, assessment: &Assessment, target: Option<Target>) -> Vec<ItemList> {
    let lists = match target {
        Some(Target::Step(Step::Plan)) => gaps(evidence, assessment),
        Some(Target::Step(Step::Verify | Step::SurfaceReviews)) => for_a_person(evidence, assessment),
        _ => Vec::new(),
    };
    lists.into_iter().filter(|list| !list.items.is_empty()).collect()
}

fn list(what: &str, file: &File, items: impl IntoIterator<Item = String>) -> ItemList {
    let (items, more) = shorten(items);
    ItemList { what: what.to_owned(), file: file.path.clone(), items, more }
}

/// A commit that was taken back, and what follows of it.
fn reverted(reverted: &Reverted) -> String {
    let (id, by) = (reverted.id.short(), reverted.by.short());
    match &reverted.said {
        Retracted::Ships => format!("{id} ships the phase, and {by} reverts it: it is not shipped by that"),
        Retracted::Answers(findings) => {
            format!("{id} answers {} of the code review, and {by} reverts it: it answers nothing", findings.join(", "))
        }
        Retracted::Executes(plans) => {
            let plans: Vec<String> = plans.iter().map(ToString::to_string).collect();
            let what = if plans.is_empty() { "the phase".to_owned() } else { format!("plan {}", plans.join(", ")) };
            format!(
                "{id} carries out {what}, and {by} reverts it: a plan stays executed while its summary is there; to carry it \
                 out once more, remove the summary and commit that"
            )
        }
    }
}

/// A plan that git still shows and no file tells of, and what carries it out all the same.
fn lost_plan(lost: &LostPlan, evidence: &PhaseEvidence) -> String {
    let LostPlan { plan, path, by } = lost;
    let of_plan = evidence.commits.iter().filter(|commit| commit.plans.iter().any(|named| named.covers(plan)));
    let commits: Vec<String> = of_plan.map(|commit| commit.id.short()).collect();
    let begun = match commits.as_slice() {
        [] => "nothing carried it out".to_owned(),
        [one] => format!("{one} carries it out"),
        [first, ..] => format!("{first} and {} more carry it out", commits.len() - 1),
    };
    let by = by.short();
    format!("plan {plan} is not counted: {by} took {path} away, and no file of the plan is here; {begun}")
}

/// What counts from another repository, and what of it cannot be seen.
fn other_repository(other: &OtherRepository) -> Option<String> {
    let counted = match other.commits.len() {
        0 => None,
        count => {
            let few: Vec<String> = other.commits.iter().take(FEW).map(|commit| commit.id.short()).collect();
            let more = if count > FEW { ", …" } else { "" };
            let commits = if count == 1 { "commit of it carries" } else { "commits of it carry" };
            Some(format!(
                "{}: {count} {commits} out plans of this phase ({}{more}); what is newer than they are is told by dates, for \
                 no ancestry leads from one repository to another",
                other.name,
                few.join(", ")
            ))
        }
    };
    let unread =
        other.unread.as_ref().map(|why| format!("{}: what was executed there cannot be seen: {why}", other.name));
    let told: Vec<String> = counted.into_iter().chain(unread).collect();
    (!told.is_empty()).then(|| told.join("; "))
}

/// What other branches and work trees hold of the phase, each with the commands that take it in.
pub fn stranded(evidence: &PhaseEvidence, own: &Own) -> impl Iterator<Item = String> {
    evidence.unmerged.iter().map(|branch| unmerged(branch, own))
}

/// Execute commits that HEAD does not hold.
fn unmerged(unmerged: &UnmergedBranch, own: &Own) -> String {
    let place = match (&unmerged.branch, &unmerged.work_tree) {
        (Some(branch), Some(place)) => format!("branch {branch} (checked out in {place})"),
        (Some(branch), None) => format!("branch {branch}"),
        (None, Some(place)) => format!("the work tree {place}"),
        (None, None) => "a work tree without a branch".to_owned(),
    };
    let plans: Vec<String> = unmerged.plans.iter().map(ToString::to_string).collect();
    let (plans, count) = (plans.join(", "), unmerged.commits.len());
    let (commits, are, do_) = if count == 1 { ("commit", "is", "does") } else { ("commits", "are", "do") };
    let holds =
        format!("{place} holds {count} {commits} for plan {plans} that {are} not in HEAD and {do_} not count here");
    match taking_in(unmerged, own) {
        Some(commands) => format!("{holds}; to take them in: {}", commands.join(", then ")),
        None => format!(
            "{holds}; to take them in, merge it (its name holds signs that a shell may take for something else, so no command \
             is shown)"
        ),
    }
}

/// The commands that take in what a branch or a work tree holds and let go of the work tree; none where a name would have to be
/// quoted for a shell. The main work tree stays.
fn taking_in(unmerged: &UnmergedBranch, own: &Own) -> Option<Vec<String>> {
    let is_plain = |name: &&str| {
        let is_word = |c: char| c.is_ascii_alphanumeric() || "/._-+@=,".contains(c);
        !name.starts_with('-') && !name.is_empty() && name.chars().all(is_word)
    };
    let newest = unmerged.commits.first().map(Oid::to_string);
    let what = unmerged.branch.as_deref().or(newest.as_deref()).filter(is_plain)?;
    let mut commands = vec![own.git(&format!("merge --no-ff {what}"))];
    if let Some(place) = unmerged.work_tree.as_deref().filter(|_| unmerged.is_linked) {
        commands.push(own.git(&format!("worktree remove {}", Some(place).filter(is_plain)?)));
    }
    Some(commands)
}

/// Plans that another branch has and this one has not.
fn planned_on(evidence: &PhaseEvidence) -> Option<String> {
    let names = evidence.planned_on.join(", ");
    (!names.is_empty()).then(|| {
        format!("no plan of this phase is on this branch, and there are some on {names}: go there, or merge it")
    })
}

fn of_verification(evidence: &PhaseEvidence) -> Option<(&File, &VerificationFacts)> {
    let file = evidence.the(Kind::Verification)?;
    match &file.facts {
        Facts::Verification(facts) => Some((file, facts)),
        _ => None,
    }
}

/// The committed acceptances by a person, with what they list.
fn of_acceptance(evidence: &PhaseEvidence) -> impl Iterator<Item = (&File, &UatFacts)> {
    let files = [Kind::Uat, Kind::HumanUat].into_iter().filter_map(|kind| evidence.the(kind));
    files.filter(|file| file.tracked == Tracked::Committed).filter_map(|file| match &file.facts {
        Facts::Uat(facts) => Some((file, facts.as_ref())),
        _ => None,
    })
}

fn is_failed(assessment: &Assessment) -> bool {
    assessment.clear(Step::Verify) == Some(StepState::Failed)
}

/// The gaps that a failed verification, or a diagnosed acceptance, leaves to the next plans.
fn gaps(evidence: &PhaseEvidence, assessment: &Assessment) -> Vec<ItemList> {
    let told = |gaps: &[Gap]| -> Vec<String> {
        let reason = |gap: &Gap| gap.reason.as_ref().map(|reason| format!(" ({reason})")).unwrap_or_default();
        gaps.iter().filter(|gap| gap.is_open()).map(|gap| format!("{}{}", gap.truth, reason(gap))).collect()
    };
    let verified = of_verification(evidence).filter(|_| is_failed(assessment));
    let mut lists: Vec<ItemList> =
        verified.map(|(file, facts)| list("gaps", file, told(&facts.gaps))).into_iter().collect();
    if assessment.acceptance.states.contains(&StepState::Failed) {
        lists.extend(of_acceptance(evidence).map(|(file, facts)| list("gaps", file, told(&facts.gaps))));
    }
    lists
}

/// What a person has to look at: the items of a verification that waits for one, and the tests of an acceptance that is open.
fn for_a_person(evidence: &PhaseEvidence, assessment: &Assessment) -> Vec<ItemList> {
    let waits = of_verification(evidence).filter(|_| awaits_person(evidence));
    let items = waits.map(|(file, facts)| {
        let told = |item: &HumanItem| {
            let expected = item.expected.as_ref().map(|expected| format!(" → {expected}")).unwrap_or_default();
            format!("{}{expected}", item.test)
        };
        list("for a person", file, facts.human.iter().map(told))
    });
    let mut lists: Vec<ItemList> = items.into_iter().collect();
    if assessment.acceptance.states.contains(&StepState::Unfinished) {
        lists.extend(of_acceptance(evidence).map(|(file, facts)| {
            let open = facts.tests.iter().filter(|test| test.result.is_open());
            list("tests without a result", file, open.map(|test| test.name.clone()))
        }));
    }
    lists
}

/// What a verification waits for beside its items: its own removal, because its command writes none where one lies.
fn verification(evidence: &PhaseEvidence, assessment: &Assessment) -> Vec<String> {
    if let (Way::Removed, Some(file)) = (way(Step::Verify, evidence, assessment), evidence.the(Kind::Verification)) {
        return vec![format!(
            "first remove {} and commit that: while it lies there no new one is written, and git keeps it",
            file.path
        )];
    }
    unread_of(evidence, awaits_person(evidence))
}

/// A list that stands in the report and could not be read is no empty list.
fn unread_of(evidence: &PhaseEvidence, is_asked: bool) -> Vec<String> {
    let Some((file, facts)) = of_verification(evidence).filter(|_| is_asked) else { return Vec::new() };
    facts.unread.iter().map(|note| format!("{}:{}: {}", file.path, note.line, note.text)).collect()
}

/// What a phase that is complete by its mark alone never did, and the command of the first of it.
fn lacking(evidence: &PhaseEvidence, assessment: &Assessment) -> Option<String> {
    let gates = || STEPS.iter().filter(|row| (Step::CodeReview..=Step::Learnings).contains(&row.step));
    let is_lacking = |step: Step| {
        assessment.owing.iter().any(|owes| owes.step == step && owes.owed)
            && assessment.clear(step) != Some(StepState::Done)
    };
    let lacking: Vec<Step> = gates().map(|row| row.step).filter(|step| is_lacking(*step)).collect();
    let first = lacking.first()?;
    let told = lacking.iter().map(|step| {
        let tell = assessment.standings.get(step).map(|standing| standing.tell.as_str()).unwrap_or_default();
        format!("{} ({tell})", step.row().name)
    });
    let told: Vec<String> = told.collect();
    Some(format!(
        "complete by its mark, without {}; to take the first: {}",
        told.join(", "),
        command(*first, evidence, assessment)
    ))
}

/// A SUMMARY whose PLAN is gone.
fn without_plan(plan: &Plan) -> Option<String> {
    let summary = plan.summary.as_ref().filter(|_| plan.path.is_none())?;
    Some(format!("{summary}: its plan is not there, and it stands for it"))
}

/// A committed artifact that says nothing that can be told: its file and line, and what would be understood.
fn untold(file: &File) -> Option<String> {
    if file.tracked != Tracked::Committed {
        return None;
    }
    match &file.reading.content {
        Content::Unknown { word, line } => {
            let known = words_of(file.name.kind).unwrap_or_default().iter().flat_map(|row| row.words.iter().copied());
            let known: Vec<&str> = known.collect();
            let kind = file.name.kind.name();
            Some(format!("{}:{line}: `{word}` is no status of {kind}; known are {}", file.path, known.join(", ")))
        }
        Content::Unreadable { line: 0, why } => Some(format!("{}: not readable: {why}", file.path)),
        Content::Unreadable { line, why } => Some(format!("{}:{line}: not readable: {why}", file.path)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::engine::depth::Depth;
    use crate::engine::evidence::Meaning;
    use crate::gsd::assess::assess;
    use crate::gsd::evidence::CommitThere;
    use crate::gsd::ids::PlanId;
    use crate::gsd::plans::PlanState;
    use crate::gsd::samples::{asking, file, finished, nothing, oid, plan};
    use crate::gsd::text::artifact::Note;
    use crate::gsd::text::uat::{TestResult, UatTest};

    fn branch(name: Option<&str>, place: Option<&str>, is_linked: bool, commits: u8) -> UnmergedBranch {
        UnmergedBranch {
            branch: name.map(str::to_owned),
            work_tree: place.map(str::to_owned),
            is_linked,
            commits: (1..=commits).map(oid).collect(),
            plans: PlanId::parse("02").into_iter().collect(),
        }
    }

    #[test]
    fn commands_are_shown_where_no_name_needs_quoting() {
        let newest = oid(1).to_string();
        for (name, place, is_linked, commands) in [
            (Some("feat/a"), None, false, &["git merge --no-ff feat/a"][..]),
            (Some("feat/a"), Some("../a"), true, &["git merge --no-ff feat/a", "git worktree remove ../a"]),
            // The main work tree stays.
            (Some("feat/a"), Some("../a"), false, &["git merge --no-ff feat/a"]),
            (None, Some("../a"), true, &[&format!("git merge --no-ff {newest}"), "git worktree remove ../a"]),
            (Some("a b"), None, false, &[]),
            (Some("a;b"), None, false, &[]),
            (Some("-a"), None, false, &[]),
            (Some(""), None, false, &[]),
            (Some("a"), Some("../a b"), true, &[]),
            (Some("a"), Some("-b"), true, &[]),
        ] {
            let shown = taking_in(&branch(name, place, is_linked, 2), &Own::default()).unwrap_or_default();
            assert_eq!(shown, commands, "{name:?} {place:?}");
        }
    }

    #[test]
    fn what_is_stranded_says_where_and_how_much() {
        let told = |name, place, commits| unmerged(&branch(name, place, true, commits), &Own::default());
        let one = told(Some("a"), None, 1);
        assert!(
            one.starts_with("branch a holds 1 commit for plan 02 that is not in HEAD and does not count here; to take")
        );
        let two = told(Some("a b"), Some("../c"), 2);
        assert!(two.starts_with(
            "branch a b (checked out in ../c) holds 2 commits for plan 02 that are not in HEAD and do not"
        ));
        assert!(two.ends_with("so no command is shown)"));
        assert!(told(None, Some("../c"), 1).starts_with("the work tree ../c holds"));
        assert!(told(None, None, 1).starts_with("a work tree without a branch holds"));
        let mut evidence = nothing();
        evidence.unmerged.push(branch(Some("a"), None, false, 1));
        let own = Own { repo: Some("../x".to_owned()), ..Own::default() };
        let told: Vec<String> = stranded(&evidence, &own).collect();
        assert!(
            matches!(&told[..], [one] if one.ends_with("to take them in: git -C ../x merge --no-ff a")),
            "{told:?}"
        );
        assert_eq!(planned_on(&evidence), None);
        evidence.planned_on = vec!["a".to_owned(), "b".to_owned()];
        assert!(planned_on(&evidence).unwrap().contains("some on a, b:"));
    }

    #[test]
    fn another_repository_says_what_counts_and_what_is_hidden() {
        let of = |commits: u8, unread: Option<&str>| {
            let there = |byte: u8| CommitThere { id: oid(byte), plans: Vec::new(), since: 0, files: Vec::new() };
            other_repository(&OtherRepository {
                name: "api".to_owned(),
                unread: unread.map(str::to_owned),
                commits: (1..=commits).map(there).collect(),
                unattributed: Vec::new(),
            })
        };
        assert_eq!(of(0, None), None);
        assert_eq!(of(0, Some("x")).unwrap(), "api: what was executed there cannot be seen: x");
        assert!(of(1, None).unwrap().starts_with("api: 1 commit of it carries out plans of this phase (0101010);"));
        let five = of(5, None).unwrap();
        assert!(
            five.starts_with("api: 5 commits of it carry out plans of this phase (0101010, ")
                && five.contains("0505050);")
        );
        assert!(of(6, Some("x")).unwrap().contains("0505050, …);"));
    }

    #[test]
    fn only_a_committed_file_that_cannot_be_told_is_named() {
        let told_of = |tracked, content| untold(&file(Kind::Verification, tracked, content, Freshness::NotJudged));
        let unknown = || Content::Unknown { word: "odd".to_owned(), line: 3 };
        let unreadable = |line| Content::Unreadable { line, why: "x".to_owned() };
        assert!(
            told_of(Tracked::Committed, unknown())
                .unwrap()
                .starts_with("07-VERIFICATION.md:3: `odd` is no status of VERIFICATION; known are ")
        );
        assert_eq!(told_of(Tracked::Committed, unreadable(0)).unwrap(), "07-VERIFICATION.md: not readable: x");
        assert_eq!(told_of(Tracked::Committed, unreadable(2)).unwrap(), "07-VERIFICATION.md:2: not readable: x");
        assert_eq!(told_of(Tracked::Committed, finished(Meaning::Done)), None);
        assert_eq!(told_of(Tracked::Untracked, unknown()), None);
        let gone = Plan { summary: Some("07-01-SUMMARY.md".into()), ..plan("01", PlanState::Executed) };
        assert!(without_plan(&gone).unwrap().starts_with("07-01-SUMMARY.md: "));
        assert_eq!(without_plan(&Plan { path: Some("07-01-PLAN.md".into()), ..gone }), None);
    }

    fn listing(kind: Kind, meaning: Meaning, facts: Facts) -> File {
        let word = Some("word".to_owned());
        File { facts, ..file(kind, Tracked::Committed, Content::Finished { word, meaning }, Freshness::NotJudged) }
    }

    fn verification_of(meaning: Meaning) -> File {
        let gap = |truth: &str, status: &str, reason: Option<&str>| Gap {
            truth: truth.to_owned(),
            status: Some(status.to_owned()),
            reason: reason.map(str::to_owned),
            ..Gap::default()
        };
        let item = |test: &str, expected: Option<&str>| HumanItem {
            test: test.to_owned(),
            expected: expected.map(str::to_owned),
        };
        let facts = VerificationFacts {
            gaps: vec![gap("it pays", "failed", Some("no key")), gap("it logs", "fixed", None)],
            human: vec![item("press it", Some("it opens")), item("look", None)],
            unread: vec![Note { line: 4, text: "no list".to_owned() }],
            ..VerificationFacts::default()
        };
        listing(Kind::Verification, meaning, Facts::Verification(Box::new(facts)))
    }

    fn uat(meaning: Meaning) -> File {
        let test = |name: &str, result: TestResult| UatTest { name: name.to_owned(), result };
        let facts = UatFacts {
            tests: vec![test("1. pay", TestResult::Passed), test("2. log", TestResult::Pending)],
            gaps: vec![Gap { truth: "it is fast".to_owned(), ..Gap::default() }],
        };
        listing(Kind::Uat, meaning, Facts::Uat(Box::new(facts)))
    }

    fn with(files: Vec<File>) -> PhaseEvidence {
        PhaseEvidence { files, ..asking(&[], false, Depth::Standard, &[]) }
    }

    const PLAN: Target = Target::Step(Step::Plan);
    const VERIFY: Target = Target::Step(Step::Verify);

    fn listed(files: Vec<File>, target: Target) -> Vec<String> {
        let evidence = with(files);
        let lists = lists(&evidence, &assess(&evidence), Some(target));
        lists.iter().map(|list| format!("{} of {}: {}", list.what, list.file, list.items.join(", "))).collect()
    }

    #[test]
    fn gaps_are_planned_and_open_items_are_for_a_person() {
        let both = |verified, accepted| vec![verification_of(verified), uat(accepted)];
        let verified = "gaps of 07-VERIFICATION.md: it pays (no key)";
        let accepted = "gaps of 07-UAT.md: it is fast";
        assert_eq!(listed(both(Meaning::Failed, Meaning::Failed), PLAN), [verified, accepted]);
        assert_eq!(listed(both(Meaning::Failed, Meaning::Done), PLAN), [verified]);
        assert_eq!(listed(both(Meaning::Done, Meaning::Failed), PLAN), [accepted]);
        assert_eq!(listed(both(Meaning::Human, Meaning::Open), PLAN), [""; 0]);
        let items = "for a person of 07-VERIFICATION.md: press it → it opens, look";
        let tests = "tests without a result of 07-UAT.md: 2. log";
        for target in [VERIFY, Target::Step(Step::SurfaceReviews)] {
            assert_eq!(listed(both(Meaning::Human, Meaning::Open), target), [items, tests]);
            assert_eq!(listed(both(Meaning::Done, Meaning::Open), target), [tests]);
            assert_eq!(listed(both(Meaning::Human, Meaning::Done), target), [items]);
        }
        assert_eq!(listed(both(Meaning::Human, Meaning::Open), Target::Complete), [""; 0]);
        // A list that is empty is none.
        let empty = listing(Kind::Verification, Meaning::Human, Facts::Verification(Box::default()));
        assert_eq!(listed(vec![empty], VERIFY), [""; 0]);
        // An acceptance that nobody committed lists nothing.
        let uncommitted = File { tracked: Tracked::Modified, ..uat(Meaning::Open) };
        assert_eq!(listed(vec![verification_of(Meaning::Human), uncommitted], VERIFY), [items]);
    }

    fn remarked(evidence: &PhaseEvidence, target: Option<Target>) -> Vec<String> {
        remarks(evidence, &assess(evidence), target)
    }

    #[test]
    fn a_list_that_cannot_be_read_is_named_where_it_is_asked_for() {
        let unread = "07-VERIFICATION.md:4: no list";
        let of = |meaning, target| remarked(&with(vec![verification_of(meaning)]), Some(target));
        assert_eq!(of(Meaning::Failed, PLAN), [unread]);
        assert_eq!(of(Meaning::Human, PLAN), [""; 0]);
        assert_eq!(of(Meaning::Human, VERIFY), [unread]);
        assert_eq!(of(Meaning::Failed, VERIFY), [""; 0]);
        let [removal] = &*of(Meaning::Open, VERIFY) else { panic!() };
        assert!(removal.starts_with("first remove 07-VERIFICATION.md and commit that: "), "{removal}");
    }

    #[test]
    fn a_mark_alone_does_not_hide_what_the_phase_never_did() {
        let review = listing(Kind::Review, Meaning::Done, Facts::None);
        let evidence = with(vec![review]);
        let [line] = &*remarked(&evidence, Some(Target::Complete)) else { panic!() };
        assert!(line.starts_with("complete by its mark, without verify (VERIFICATION absent), learnings ("), "{line}");
        assert!(line.contains("; to take the first: /gsd-execute-phase 07"), "{line}");
    }

    #[test]
    fn what_waits_elsewhere_is_told_until_the_phase_is_complete() {
        let mut evidence = nothing();
        evidence.unmerged.push(branch(Some("a"), None, false, 1));
        evidence.planned_on = vec!["b".to_owned()];
        evidence.no_source_touched = true;
        let starts = |target: Option<Target>| -> Vec<String> {
            remarked(&evidence, target).iter().map(|line| line.chars().take(12).collect()).collect()
        };
        assert_eq!(starts(None), ["plans are su", "branch a hol", "no plan of t"]);
        assert_eq!(starts(Some(PLAN)), starts(None));
        assert_eq!(starts(Some(Target::Complete)), ["complete by ", "plans are su"]);
        assert_eq!(remarked(&PhaseEvidence { archived: true, ..evidence }, None), [""; 0]);
    }

    #[test]
    fn a_committed_judgement_that_settles_an_owed_step_may_be_cut_short() {
        let doubted = |kind: Kind, text: &str| {
            let mut file = listing(kind, Meaning::Done, Facts::None);
            file.reading.may_be_cut = Some(Note { line: 9, text: text.to_owned() });
            file
        };
        let of = |file: File| {
            let evidence = with(vec![file]);
            cut_short(&evidence, &assess(&evidence))
        };
        assert_eq!(of(doubted(Kind::Review, "no end")), ["07-REVIEW.md:9: no end; it may be cut short"]);
        assert_eq!(of(doubted(Kind::Review, "cut short here")), ["07-REVIEW.md:9: cut short here"]);
        assert_eq!(of(doubted(Kind::Spec, "no end")), [""; 0], "a step before execution");
        assert_eq!(of(doubted(Kind::Security, "no end")), [""; 0], "not owed");
        let review = || doubted(Kind::Review, "no end");
        assert_eq!(of(File { tracked: Tracked::Modified, ..review() }), [""; 0]);
        assert_eq!(of(File { freshness: Freshness::Stale(oid(1).into()), ..review() }), [""; 0]);
        let mut failed = doubted(Kind::Verification, "no end");
        failed.reading.content = finished(Meaning::Failed);
        assert_eq!(of(failed), [""; 0], "its step is not done");
        // Another artifact of a step that is done, which says nothing yet.
        let mut asked = asking(&["ui-review"], false, Depth::Standard, &[]);
        let mut draft = doubted(Kind::Uat, "no end");
        draft.reading.content = Content::Draft { why: String::new() };
        let uncommitted = File { tracked: Tracked::Modified, ..doubted(Kind::HumanUat, "no end") };
        asked.files = vec![listing(Kind::UiReview, Meaning::Done, Facts::None), draft, uncommitted];
        assert_eq!(cut_short(&asked, &assess(&asked)), [""; 0]);
        let archived = PhaseEvidence { archived: true, ..with(vec![review()]) };
        assert_eq!(cut_short(&archived, &assess(&archived)), [""; 0]);
    }
}
