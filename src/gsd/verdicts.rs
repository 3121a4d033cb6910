//! What is made of each uncommitted artifact, and what is done about it.

use super::artifacts::Kind;
use super::assess::Assessment;
use super::decide::command;
use super::evidence::{File, GateFile, PhaseEvidence};
use super::resume::{RESUME, Target};
use super::source_left::SourceLeft;
use super::standing::content_words;
use super::steps::Step;
use crate::engine::by_git;
use crate::engine::conclude::only_goal;
use crate::engine::evidence::{Content, Meaning, Reading, Tracked};
use crate::engine::path::RepoPath;
use crate::engine::recovery::Action;
use crate::engine::report::{LeftFile, Measure};
use crate::engine::row::walk;

/// What is made of an uncommitted artifact.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Verdict {
    Finished,
    LeftByDesign,
    Truncated,
    OtherDraft,
    Unreadable,
    Gone,
    InIndexAlone,
    Conflicted,
    AheadOfSource,
}

/// What is done about a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Remedy {
    /// It is committed.
    Commit,
    /// It goes, or HEAD's version comes back; its step is taken again.
    TakeAgain,
    /// Somebody looks.
    Look,
}

/// One row of the table of verdicts.
struct VerdictRow {
    verdict: Verdict,
    /// The word used in every output.
    word: &'static str,
    remedy: Remedy,
    /// What is said of it; `{path}` stands for the file.
    says: &'static str,
}

const VERDICTS: &[VerdictRow; 9] = &[
    VerdictRow {
        verdict: Verdict::Finished,
        word: "finished",
        remedy: Remedy::Commit,
        says: "commit {path} and go on",
    },
    VerdictRow {
        verdict: Verdict::LeftByDesign,
        word: "left so by its step",
        remedy: Remedy::Commit,
        says: "commit {path} and go on: its step leaves it like this",
    },
    VerdictRow {
        verdict: Verdict::Truncated,
        word: "cut short",
        remedy: Remedy::TakeAgain,
        says: "{path} was cut short",
    },
    VerdictRow {
        verdict: Verdict::OtherDraft,
        word: "a draft",
        remedy: Remedy::Look,
        says: "look at {path}: nothing is done with a draft",
    },
    VerdictRow {
        verdict: Verdict::Unreadable,
        word: "unclear",
        remedy: Remedy::Look,
        says: "look at {path}: nothing is done with what cannot be read",
    },
    VerdictRow {
        verdict: Verdict::Gone,
        word: "gone",
        remedy: Remedy::Look,
        says: "restore {path} (`{restore}`), or commit that it is gone (`{commit}`)",
    },
    VerdictRow {
        verdict: Verdict::InIndexAlone,
        word: "gone from disk",
        remedy: Remedy::Look,
        says: "put {path} back from the index, which alone has it (git restore), or take it out of the index",
    },
    VerdictRow {
        verdict: Verdict::Conflicted,
        word: "in conflict",
        remedy: Remedy::Look,
        says: "resolve the conflict in {path} first",
    },
    VerdictRow {
        verdict: Verdict::AheadOfSource,
        word: "ahead of its source",
        remedy: Remedy::Look,
        says: "leave {path} as it is until the source that it may speak of has a commit; then commit it, or remove it",
    },
];

impl Verdict {
    fn row(self) -> &'static VerdictRow {
        VERDICTS.iter().find(|row| row.verdict == self).unwrap_or(&VERDICTS[0])
    }

    /// `by_design` where the artifact's step may leave it unfinished.
    fn of(content: &Content, tracked: Tracked, in_head: bool, by_design: bool) -> Self {
        match (content, tracked) {
            (_, Tracked::Deleted) if in_head => Self::Gone,
            (_, Tracked::Deleted) => Self::InIndexAlone,
            (_, Tracked::Conflicted) => Self::Conflicted,
            (
                Content::Finished {
                    meaning: Meaning::Open | Meaning::Issues | Meaning::Human | Meaning::Failed, ..
                }
                | Content::Draft { .. },
                _,
            ) if by_design => Self::LeftByDesign,
            (Content::Finished { meaning: Meaning::Open, .. } | Content::Draft { .. }, _) => Self::OtherDraft,
            (Content::Finished { .. }, _) => Self::Finished,
            (Content::Truncated { .. }, _) => Self::Truncated,
            (Content::Unknown { .. } | Content::Unreadable { .. }, _) => Self::Unreadable,
        }
    }
}

/// The uncommitted artifacts with what is done about each: what others judge before what judges it, because a commit that
/// comes after an artifact makes it stale. What speaks of source that goes without a commit is not committed either.
pub fn artifacts_left(
    evidence: &PhaseEvidence,
    assessment: &Assessment,
    source: Option<&SourceLeft<'_>>,
) -> Vec<(LeftFile, Vec<Measure>)> {
    let stops = |path: &RepoPath, tracked: Tracked| tracked.is_uncommitted() && !evidence.ignored_wip.contains(path);
    let mut files: Vec<&File> = evidence.files.iter().filter(|file| stops(&file.path, file.tracked)).collect();
    files.sort_by_key(|file| (file.name.kind, &file.path));
    let mut left: Vec<_> = files.into_iter().map(|file| of_file(file, evidence, assessment, source)).collect();
    let doubtful = evidence.unrecognised.iter().filter(|(path, tracked)| stops(path, *tracked));
    left.extend(doubtful.map(|(path, tracked)| {
        let row = Verdict::Unreadable.row();
        let content = "its name may be a plan's".to_owned();
        (
            LeftFile { path: path.clone(), tracked: *tracked, content, verdict: row.word.to_owned() },
            vec![look(row, path, evidence, assessment)],
        )
    }));
    for gate in evidence.setup.project_gates.values().filter_map(|gate| gate.file.as_ref()) {
        if gate.reading.tracked.is_uncommitted() && !left.iter().any(|(line, _)| line.path == gate.path) {
            left.push(of_gate(gate, evidence, assessment));
        }
    }
    left
}

/// The artifact of a gate of the project's own: whoever knows its command says what becomes of one that was cut short.
fn of_gate(gate: &GateFile, evidence: &PhaseEvidence, assessment: &Assessment) -> (LeftFile, Vec<Measure>) {
    let Reading { tracked, content, .. } = &gate.reading;
    let row = Verdict::of(content, *tracked, gate.commit.is_some(), true).row();
    let line = LeftFile {
        path: gate.path.clone(),
        tracked: *tracked,
        content: content_words(content),
        verdict: row.word.to_owned(),
    };
    if row.remedy != Remedy::Commit {
        return (line, vec![look(row, &gate.path, evidence, assessment)]);
    }
    let name = String::from_utf8_lossy(gate.path.file_name()).into_owned();
    let subject = format!("docs({}): keep {name}", evidence.id);
    let what = format!("{} (`{subject}`)", said(row, &gate.path));
    (line, vec![Measure { what, action: Action::Commit { paths: vec![gate.path.clone()], subject, finishes: false } }])
}

fn of_file(
    file: &File,
    evidence: &PhaseEvidence,
    assessment: &Assessment,
    source: Option<&SourceLeft<'_>>,
) -> (LeftFile, Vec<Measure>) {
    let by_design = file.name.kind.row().left_unfinished;
    let mut row = Verdict::of(&file.reading.content, file.tracked, file.in_head, by_design).row();
    if row.remedy == Remedy::Commit
        && (source.is_some_and(|source| source.is_told_by(file)) || is_told_by_stash(file, evidence))
    {
        row = Verdict::AheadOfSource.row();
    }
    let line = LeftFile {
        path: file.path.clone(),
        tracked: file.tracked,
        content: content_words(&file.reading.content),
        verdict: row.word.to_owned(),
    };
    let measures = match row.remedy {
        Remedy::Commit => {
            let subject = subject(file, evidence);
            let what = format!("{} (`{subject}`)", said(row, &file.path));
            vec![Measure { what, action: Action::Commit { paths: vec![file.path.clone()], subject, finishes: false } }]
        }
        Remedy::TakeAgain => take_again(row, file, evidence, assessment),
        Remedy::Look => vec![look(row, &file.path, evidence, assessment)],
    };
    (line, measures)
}

/// True for what may speak of source that lies in a stash.
fn is_told_by_stash(file: &File, evidence: &PhaseEvidence) -> bool {
    let comes_after = file.name.kind.row().step.is_some_and(|step| step >= Step::Execute);
    let mut stashes = evidence.wip.stashes.iter();
    comes_after && stashes.any(|stash| file.name.kind != Kind::Summary || stash.may_be_of(file.name.plan.as_ref()))
}

fn said(row: &VerdictRow, path: &RepoPath) -> String {
    row.says.replace("{path}", &path.to_string())
}

fn look(row: &VerdictRow, path: &RepoPath, evidence: &PhaseEvidence, assessment: &Assessment) -> Measure {
    let (own, paths) = (&assessment.own, [path.clone()]);
    let subject = format!("docs({}): remove {}", evidence.id, String::from_utf8_lossy(path.file_name()));
    let commands =
        [("{restore}", by_git::restore(own, &paths)), ("{commit}", by_git::commit(own, &paths, &|_| false, &subject))];
    let what = commands.iter().fold(row.says.to_owned(), |says, (sign, command)| says.replace(sign, command));
    Measure::by_hand(what.replace("{path}", &path.to_string()))
}

/// A file that was cut short goes away, or comes back as it was committed; then its step writes it again.
fn take_again(row: &VerdictRow, file: &File, evidence: &PhaseEvidence, assessment: &Assessment) -> Vec<Measure> {
    let path = file.path.clone();
    let said = said(row, &path);
    let first = if file.in_head {
        Measure { what: format!("{said}: put back what HEAD has"), action: Action::Restore { path } }
    } else {
        Measure { what: format!("{said}: remove it"), action: Action::Remove { path } }
    };
    // What is removed is missing, and the route comes to its step in its turn; what came back is there, and only an earlier step
    // goes before taking it again.
    let next = only_goal(&walk(RESUME, &assessment.situation)).map(|target| match target {
        Target::Step(step) => Some(step),
        _ => None,
    });
    let is_in_turn = |step: &Step| match next {
        Some(Some(next)) if file.in_head => *step <= next,
        Some(Some(next)) => *step == next,
        Some(None) | None => true,
    };
    let again = file.name.kind.row().step.filter(is_in_turn).map(|step| {
        Measure::by_hand_with(&format!("take {} again", step.named()), &command(step, evidence, assessment))
    });
    std::iter::once(first).chain(again).collect()
}

/// The subject of the commit that keeps an artifact, by GSD's conventions: documents, with the phase and the plan as scope.
///
/// Source: GSD's `references/git-integration.md`; a hook that GSD offers refuses more than 72 characters.
fn subject(file: &File, evidence: &PhaseEvidence) -> String {
    let id = &evidence.id;
    let scope = file.name.plan.as_ref().map_or_else(|| id.clone(), |plan| format!("{id}-{plan}"));
    let verb = if file.in_head { "update" } else { "add" };
    format!("docs({scope}): {verb} {} left uncommitted", file.name.kind.name())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::evidence::Freshness;
    use crate::gsd::artifacts::Kind;
    use crate::gsd::evidence::ProjectGate;
    use crate::gsd::samples::{assessed, change, file, finished, nothing, of_plan};
    use crate::gsd::situation::Execution;
    use crate::gsd::source_left::source_left;

    #[test]
    fn every_verdict_has_one_row_and_names_the_file() {
        for row in VERDICTS {
            assert_eq!(row.verdict.row().word, row.word);
            assert_eq!(row.says.matches("{path}").count(), 1, "{}", row.word);
        }
    }
    fn truncated() -> Content {
        Content::Truncated { line: 1, why: "no end".to_owned() }
    }

    #[test]
    fn what_git_cannot_keep_comes_before_what_the_file_says() {
        use Meaning::{Done, Failed, Human, Issues, Open, Skipped};
        use Verdict::{Finished, LeftByDesign, OtherDraft, Truncated, Unreadable};
        let meaning = |meaning, otherwise, by_design| (finished(meaning), otherwise, by_design);
        let draft = Content::Draft { why: String::new() };
        for (content, otherwise, by_design) in [
            meaning(Done, Finished, Finished),
            meaning(Skipped, Finished, Finished),
            meaning(Failed, Finished, LeftByDesign),
            meaning(Human, Finished, LeftByDesign),
            meaning(Issues, Finished, LeftByDesign),
            meaning(Open, OtherDraft, LeftByDesign),
            (draft, OtherDraft, LeftByDesign),
            (truncated(), Truncated, Truncated),
            (Content::Unknown { word: String::new(), line: 1 }, Unreadable, Unreadable),
            (Content::Unreadable { line: 1, why: String::new() }, Unreadable, Unreadable),
        ] {
            for tracked in Tracked::ALL {
                let of = |by_design| Verdict::of(&content, tracked, true, by_design);
                let new = |by_design| Verdict::of(&content, tracked, false, by_design);
                let expected = match tracked {
                    Tracked::Deleted => (Verdict::Gone, Verdict::Gone),
                    Tracked::Conflicted => (Verdict::Conflicted, Verdict::Conflicted),
                    _ => (otherwise, by_design),
                };
                assert_eq!((of(false), of(true)), expected, "{content:?} {tracked:?}");
                let expected = match tracked {
                    Tracked::Deleted => (Verdict::InIndexAlone, Verdict::InIndexAlone),
                    _ => expected,
                };
                assert_eq!((new(false), new(true)), expected, "{content:?} {tracked:?}");
            }
        }
    }

    fn left(kind: Kind, tracked: Tracked, content: Content) -> File {
        file(kind, tracked, content, Freshness::NotJudged)
    }

    /// Each file that was left, with its verdict and what is done about it.
    fn told(evidence: &PhaseEvidence, execution: Execution) -> Vec<(String, String, Vec<String>)> {
        let assessment = assessed(Vec::new(), execution);
        let source = source_left(evidence, &assessment);
        let words = |measure: &Measure| format!("{}: {}", measure.action.word(), measure.what);
        artifacts_left(evidence, &assessment, source.as_ref())
            .into_iter()
            .map(|(line, measures)| (line.path.to_string(), line.verdict, measures.iter().map(words).collect()))
            .collect()
    }

    fn one(file: File) -> (String, Vec<String>) {
        let told = told(&PhaseEvidence { files: vec![file], ..nothing() }, Execution::None);
        assert_eq!(told.len(), 1);
        told.into_iter().map(|(_, verdict, measures)| (verdict, measures)).next().unwrap()
    }

    #[test]
    fn what_is_finished_is_committed_what_was_cut_short_goes_and_the_rest_is_looked_at() {
        let done = finished(Meaning::Done);
        let (verdict, measures) = one(left(Kind::Context, Tracked::Untracked, done.clone()));
        assert_eq!(verdict, "finished");
        assert_eq!(measures, ["commit: commit 07-CONTEXT.md and go on (`docs(07): add CONTEXT left uncommitted`)"]);
        let changed = File { in_head: true, ..of_plan("02", left(Kind::Plan, Tracked::Modified, done)) };
        let (_, measures) = one(changed);
        assert_eq!(measures, ["commit: commit 07-02-PLAN.md and go on (`docs(07-02): update PLAN left uncommitted`)"]);

        let (verdict, measures) = one(left(Kind::Context, Tracked::Untracked, truncated()));
        assert_eq!(verdict, "cut short");
        assert_eq!(measures, ["remove: 07-CONTEXT.md was cut short: remove it"], "the route takes another step first");
        let (_, measures) = one(left(Kind::Research, Tracked::Untracked, truncated()));
        assert_eq!(measures.len(), 2, "{measures:?}");
        assert!(measures[1].starts_with("by-hand: take ") && measures[1].contains("/gsd"), "{measures:?}");
        let (_, measures) = one(File { in_head: true, ..left(Kind::Context, Tracked::Modified, truncated()) });
        assert_eq!(measures[0], "restore: 07-CONTEXT.md was cut short: put back what HEAD has");
        let (_, measures) = one(left(Kind::Patterns, Tracked::Untracked, truncated()));
        assert_eq!(measures.len(), 1, "no step writes it again");

        let (verdict, measures) = one(left(Kind::Context, Tracked::Conflicted, truncated()));
        assert_eq!(verdict, "in conflict");
        assert_eq!(measures, ["by-hand: resolve the conflict in 07-CONTEXT.md first"]);
    }

    #[test]
    fn what_is_judged_comes_before_what_judges_it_and_what_the_project_ignores_is_left_out() {
        let done = || finished(Meaning::Done);
        let files = vec![
            left(Kind::Verification, Tracked::Untracked, done()),
            left(Kind::Review, Tracked::Committed, done()),
            left(Kind::Research, Tracked::Untracked, done()),
            left(Kind::Context, Tracked::Untracked, done()),
        ];
        let ignored_wip = [files[2].path.clone(), "07-odd.md".into()].into();
        let unrecognised = vec![
            ("07-odd.md".into(), Tracked::Untracked),
            ("07-1st-plan.md".into(), Tracked::Untracked),
            ("07-2nd-plan.md".into(), Tracked::Committed),
        ];
        let evidence = PhaseEvidence { files, unrecognised, ignored_wip, ..nothing() };
        let paths: Vec<String> = told(&evidence, Execution::None).into_iter().map(|(path, ..)| path).collect();
        assert_eq!(paths, ["07-CONTEXT.md", "07-VERIFICATION.md", "07-1st-plan.md"]);
    }

    #[test]
    fn a_judgement_of_source_that_has_no_commit_waits_for_it() {
        let files = vec![
            left(Kind::Review, Tracked::Untracked, finished(Meaning::Done)),
            left(Kind::Research, Tracked::Untracked, finished(Meaning::Done)),
            left(Kind::Verification, Tracked::Untracked, truncated()),
        ];
        let mut evidence = PhaseEvidence { files, ..nothing() };
        evidence.wip.source.push(change("a", &[]));
        let verdicts: Vec<String> =
            told(&evidence, Execution::Started).into_iter().map(|(_, verdict, _)| verdict).collect();
        assert_eq!(verdicts, ["finished", "ahead of its source", "cut short"]);
    }

    #[test]
    fn the_artifact_of_a_gate_is_told_once_and_never_removed() {
        let gate = |path: &str, tracked, content| {
            let reading = Reading { tracked, content, freshness: Freshness::NotJudged };
            let file = GateFile { path: path.into(), reading, may_be_cut: None, commit: None };
            (path.to_owned(), ProjectGate { file: Some(file), ..ProjectGate::default() })
        };
        let draft = Content::Draft { why: String::new() };
        let mut evidence = nothing();
        evidence.files.push(left(Kind::Review, Tracked::Untracked, finished(Meaning::Done)));
        evidence.setup.project_gates = [
            gate("07-REVIEW.md", Tracked::Untracked, finished(Meaning::Done)),
            gate("docs/A.md", Tracked::Committed, finished(Meaning::Done)),
            gate("docs/B.md", Tracked::Untracked, draft),
            gate("docs/C.md", Tracked::Untracked, truncated()),
        ]
        .into();
        let told = told(&evidence, Execution::None);
        let told: Vec<(&str, &str, &str)> =
            told.iter().map(|(path, verdict, done)| (path.as_str(), verdict.as_str(), done[0].as_str())).collect();
        assert_eq!(told[0].0, "07-REVIEW.md");
        assert_eq!(
            told[1..],
            [
                (
                    "docs/B.md",
                    "left so by its step",
                    "commit: commit docs/B.md and go on: its step leaves it like this (`docs(07): keep B.md`)"
                ),
                ("docs/C.md", "cut short", "by-hand: docs/C.md was cut short"),
            ]
        );
    }

    #[test]
    fn what_may_speak_of_source_in_a_stash_is_kept_from_being_committed() {
        let number = |number: &str| crate::gsd::ids::PlanId::parse(number);
        let of = |plans: &[&str], untied: bool| {
            let mut evidence = nothing();
            evidence.wip.stashes.push(crate::gsd::wip::Stashed {
                place: 0,
                id: crate::gsd::samples::oid(1),
                count: 1,
                first: None,
                plans: plans.iter().map(|plan| number(plan)).collect(),
                untied,
            });
            evidence
        };
        let left = |kind| left(kind, Tracked::Untracked, finished(Meaning::Done));
        let summary = || of_plan("01", left(Kind::Summary));
        assert!(is_told_by_stash(&left(Kind::Review), &of(&["02"], false)));
        assert!(!is_told_by_stash(&left(Kind::Context), &of(&["02"], true)), "nothing is executed before it");
        assert!(!is_told_by_stash(&left(Kind::Review), &nothing()));
        assert!(is_told_by_stash(&summary(), &of(&["01"], false)));
        assert!(is_told_by_stash(&summary(), &of(&["02"], true)));
        assert!(!is_told_by_stash(&summary(), &of(&["02"], false)));
    }

    #[test]
    fn what_came_back_is_taken_again_at_once_and_what_is_gone_in_its_turn() {
        let research = file(Kind::Research, Tracked::Committed, finished(Meaning::Done), Freshness::NotJudged);
        let evidence = PhaseEvidence { files: vec![research], ..nothing() };
        let of = |kind, in_head| {
            let file = File { in_head, ..left(kind, Tracked::Modified, truncated()) };
            let assessment = crate::gsd::assess::assess(&evidence);
            take_again(Verdict::Truncated.row(), &file, &evidence, &assessment).len()
        };
        // Discussing comes next.
        assert_eq!((of(Kind::Research, true), of(Kind::Research, false)), (2, 1));
        assert_eq!((of(Kind::Context, true), of(Kind::Context, false)), (2, 2));
        assert_eq!((of(Kind::UiSpec, true), of(Kind::UiSpec, false)), (1, 1));
    }
}
