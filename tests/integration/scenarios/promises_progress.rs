//! Doing what is printed leads to the end: from any of these beginnings every decision differs from the one before it, and the
//! phase is complete in a bounded number of steps.

use phase_pipeline::gsd::artifacts::Kind;

use crate::common::answer::Answer;
use crate::common::project::{Phase, Project};
use crate::common::texts::{self, Plan};

const FOLDER: &str = "07-photos";

/// The most decisions between nothing and complete.
const MOST: usize = 40;

/// What the commands of a phase find when they are run, each word once: after the last one everything is well.
#[derive(Debug, Clone, Copy)]
struct World {
    name: &'static str,
    /// What the code review finds.
    review: &'static [&'static str],
    /// What the verifier finds.
    verification: &'static [&'static str],
    /// What the security audit finds.
    security: &'static [&'static str],
}

const WELL: World = World { name: "all well", review: &[], verification: &[], security: &[] };

const WORLDS: &[World] = &[
    WELL,
    World { name: "findings", review: &["issues_found"], ..WELL },
    World { name: "gaps", verification: &["gaps_found"], ..WELL },
    World { name: "gaps twice", verification: &["gaps_found", "gaps_found"], ..WELL },
    World { name: "a person is needed", verification: &["human_needed"], ..WELL },
    World { name: "a draft is left", security: &["draft"], ..WELL },
    World {
        name: "everything at once",
        review: &["issues_found", "issues_found"],
        verification: &["gaps_found", "human_needed"],
        security: &["draft"],
    },
];

/// How often each command ran.
#[derive(Debug, Default)]
struct Ran {
    plans: usize,
    reviews: usize,
    verifications: usize,
    audits: usize,
}

/// Takes the step as its command does: with its artifacts, committed or not as the command leaves them.
fn take(project: &Project, answer: &Answer, world: &World, ran: &mut Ran) {
    let phase = project.phase(FOLDER);
    let next = |words: &[&'static str], ran: &mut usize, good: &'static str| {
        *ran += 1;
        words.get(*ran - 1).copied().unwrap_or(good)
    };
    let left = |kind: Kind, word: &str| {
        phase.left(&format!("07-{}.md", kind.name()), texts::worded(kind, FOLDER, word));
    };
    match answer.step().unwrap() {
        1 => drop(phase.has(Kind::Research)),
        2 => drop(phase.spec()),
        4 => drop(phase.context()),
        7 => {
            ran.plans += 1;
            let more = if answer.command().ends_with(" --gaps") { "gap_closure: true\n" } else { "" };
            let id = format!("{:02}", ran.plans);
            phase.plan_of(&Plan { more, files: &["src/photos.rs"], ..Plan::new(&id) });
            if ran.plans == 1 {
                phase.says(Kind::Validation, "draft");
            }
        }
        8 => drop(phase.reviews()),
        9 => execute(phase, answer),
        10 => drop(phase.review(next(world.review, &mut ran.reviews, "clean"))),
        11 => {
            phase.work("src/photos.rs", "fix(07): WR-01 set a limit").has(Kind::ReviewFix);
        }
        12 => match next(world.security, &mut ran.audits, "verified") {
            "verified" => drop(phase.security()),
            word => left(Kind::Security, word),
        },
        13 => drop(phase.validation()),
        15 if answer.command().starts_with("/gsd-verify-work") => left(Kind::Uat, "complete"),
        15 => {
            if answer.remarks().contains("first remove") {
                phase.without("07-VERIFICATION.md");
            }
            match next(world.verification, &mut ran.verifications, "passed") {
                "passed" => drop(phase.verification("passed")),
                word => left(Kind::Verification, word),
            }
        }
        16 => drop(phase.left("07-LEARNINGS.md", texts::finished(Kind::Learnings, FOLDER))),
        17 => drop(phase.shipped()),
        step => panic!("no command takes step {step}: {}", answer.told()),
    }
}

/// Executes the plans that are left.
fn execute(phase: Phase<'_>, answer: &Answer) {
    for plan in answer.plans().iter().filter(|plan| !plan.ends_with(" executed")) {
        let id = plan.split([' ', '-']).nth(1).unwrap();
        phase.done(id);
    }
}

/// Follows the decisions to the end; gives the rows on the way.
fn follow(project: &Project, world: &World) -> Vec<String> {
    let mut ran = Ran { plans: project.at("7").plans().len(), ..Ran::default() };
    let mut rows = Vec::new();
    let mut before = String::new();
    for _ in 0..MOST {
        let answer = project.at("7");
        rows.push(answer.row().to_owned());
        let decided = format!("{} {} {}", answer.row(), answer.command(), answer.summary());
        assert_ne!(decided, before, "{}: {rows:?}\n{}", world.name, answer.told());
        before = decided;
        match answer.code {
            12 => return rows,
            // Whoever is asked looks at what was left, and commits it.
            11 => drop(project.commit("docs(07): keep what was left")),
            0 => take(project, &answer, world, &mut ran),
            _ => panic!("{}: {rows:?}\n{}", world.name, answer.told()),
        }
    }
    panic!("{}: no end after {rows:?}", world.name);
}

#[test]
fn from_nothing_every_world_leads_to_complete() {
    for world in WORLDS {
        let project = Project::of(&["06-albums", FOLDER]);
        project.phase("06-albums").learnings();
        let rows = follow(&project, world);
        assert_eq!(rows.first().map(String::as_str), Some("resume/research"), "{}", world.name);
        for row in ["resume/discuss", "resume/pre-execute", "resume/post-execute", "resume/secure", "resume/ship"] {
            assert!(rows.iter().any(|had| had == row), "{}: {row} is not in {rows:?}", world.name);
        }
    }
}

type Beginning = fn(Phase<'_>) -> Phase<'_>;

/// Phases as real projects leave them.
const BEGINNINGS: &[(&str, Beginning)] = &[
    ("a context and nothing before it", |phase| phase.context()),
    ("planned without a review", |phase| phase.context().plan("01", &["src/photos.rs"])),
    ("half executed", |phase| phase.context().plan("01", &[]).plan("02", &[]).reviews().done("01")),
    ("a task without a summary", |phase| phase.planned().execute("01")),
    ("a summary that is a checkpoint", |phase| phase.planned().execute("01").summary_says("01", "at_checkpoint")),
    ("verified before its gates", |phase| phase.executed().verification("passed")),
    ("verified, then executed again", |phase| phase.executed().verification("passed").plan("02", &[]).done("02")),
    ("failed verification", |phase| phase.executed().verification("gaps_found")),
    ("a review of before the last commit", |phase| phase.executed().review("clean").execute("01")),
    ("acceptance that was diagnosed", |phase| phase.verified().says(Kind::Uat, "diagnosed")),
    ("a review that skipped", |phase| phase.executed().review("skipped")),
    ("drafts of every gate", |phase| {
        phase.executed().says(Kind::Security, "draft").says(Kind::Validation, "draft").says(Kind::UiSpec, "draft")
    }),
    ("a ticked box", |phase| phase.executed().ticked()),
];

#[test]
fn from_every_beginning_the_end_is_reached() {
    for (name, begin) in BEGINNINGS {
        let project = Project::of(&["06-albums", FOLDER]);
        project.phase("06-albums").learnings();
        begin(project.phase(FOLDER));
        let rows = follow(&project, &World { name, ..WELL });
        assert_eq!(rows.last().map(String::as_str), Some("resume/complete"), "{name}: {rows:?}");
    }
}
