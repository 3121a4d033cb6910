//! Doing what is printed leads to the end: from any of these beginnings every decision differs from the one before it, and the
//! phase is complete in a bounded number of steps.

use phase_pipeline::engine::kept;
use phase_pipeline::engine::row::{Dimension as _, Situation};
use phase_pipeline::gsd::artifacts::Kind;
use phase_pipeline::gsd::assess::assess;
use phase_pipeline::gsd::case::Case;
use phase_pipeline::gsd::decide::way;
use phase_pipeline::gsd::runs::{Run, Way, run};
use phase_pipeline::gsd::situation::Dim;
use phase_pipeline::gsd::steps::Step;
use serde_json::Value;

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
    /// The file that the phase is about.
    file: &'static str,
    /// How unclear its SPEC is.
    ambiguity: &'static str,
    /// How many plans it takes, each of which needs the one before it.
    plans: usize,
    /// Whether executing verifies too, and completes the phase where that passes.
    verifies: bool,
    /// What the plan review finds.
    concerns: usize,
    /// What the code review finds.
    review: &'static [&'static str],
    /// What the verifier finds.
    verification: &'static [&'static str],
    /// What the security audit finds.
    security: &'static [&'static str],
}

const WELL: World = World {
    name: "all well",
    file: "src/photos.rs",
    ambiguity: "0.09",
    plans: 1,
    verifies: false,
    concerns: 0,
    review: &[],
    verification: &[],
    security: &[],
};

const WORLDS: &[World] = &[
    WELL,
    World { name: "concerns", concerns: 1, ..WELL },
    World { name: "findings", review: &["issues_found"], ..WELL },
    World { name: "gaps", verification: &["gaps_found"], ..WELL },
    World { name: "gaps twice", verification: &["gaps_found", "gaps_found"], ..WELL },
    World { name: "a person is needed", verification: &["human_needed"], ..WELL },
    World { name: "a report that was cut short", verification: &["cut short"], ..WELL },
    World { name: "a draft is left", security: &["draft"], ..WELL },
    World {
        name: "everything at once",
        plans: 3,
        concerns: 1,
        review: &["issues_found", "issues_found"],
        verification: &["gaps_found", "human_needed"],
        security: &["draft"],
        ..WELL
    },
];

/// How often each command ran.
#[derive(Debug, Default)]
struct Ran {
    plans: usize,
    plan_reviews: usize,
    reviews: usize,
    verifications: usize,
    audits: usize,
}

/// The way that the printed command takes the step, and the situation in which it was printed.
struct Printed {
    situation: Situation<Dim>,
    run: Option<&'static Run>,
}

impl Printed {
    fn of(project: &Project, answer: &Answer) -> Self {
        let dump: Value = serde_json::from_str(&project.run(&["7", "--dump-evidence"]).out).unwrap();
        let evidence = kept::take::<Case>(&dump["case"]).unwrap().evidence;
        let assessment = assess(&evidence);
        let step = answer.step().and_then(|number| Step::find(&number.to_string()));
        let run = step.map(|step| run(step, way(step, &evidence, &assessment)));
        if let Some(run) = run {
            let fits = run.when.split(assessment.situation.clone());
            assert!(
                fits.fails.is_empty(),
                "{} is printed though {:?}",
                run.id,
                run.when.obstacles(&assessment.situation)
            );
        }
        Self { situation: assessment.situation, run }
    }

    /// What the table says of the command is what it did: one of these endings leads from here to there.
    fn led(&self, words: &[&str], after: &Situation<Dim>, name: &str) {
        let run = self.run.unwrap();
        let endings = run.endings.iter().filter(|ending| words.contains(&ending.word));
        let told: Vec<String> = endings
            .map(|ending| {
                let expected = ending.apply(&self.situation);
                let other = |dim: &Dim| !after.get(*dim).is_within(expected.get(*dim));
                let others = Dim::all().into_iter().filter(other);
                let others: Vec<String> =
                    others.map(|dim| format!("{}, told {}", after.tell(dim), dim.words(expected.get(dim)))).collect();
                others.join("; ")
            })
            .collect();
        assert!(told.iter().any(String::is_empty), "{name}: {} {words:?} led elsewhere: {told:?}", run.id);
    }
}

/// Takes the step as its command does: with its artifacts, committed or not as the command leaves them. Gives the endings of its
/// command that this may have been.
fn take(project: &Project, answer: &Answer, run: &Run, world: &World, ran: &mut Ran) -> &'static [&'static str] {
    let phase = project.phase(FOLDER);
    let next = |words: &[&'static str], ran: &mut usize, good: &'static str| {
        *ran += 1;
        words.get(*ran - 1).copied().unwrap_or(good)
    };
    let left = |kind: Kind, word: &str| {
        phase.left(&format!("07-{}.md", kind.name()), texts::worded(kind, FOLDER, word));
    };
    match (run.step, run.way) {
        (Step::Research, _) => drop(phase.has(Kind::Research)),
        (Step::Spec, _) => {
            let spec = texts::finished(Kind::Spec, FOLDER).replace("0.09", world.ambiguity);
            let spec = spec.replace("## Goal", &format!("## Touched paths\n\n- `{}`\n\n## Goal", world.file));
            phase.file("07-SPEC.md", spec, "spec(phase-7): add SPEC.md for photos — 1 requirements (#2213)");
        }
        (Step::Lock, _) => {
            lock(project, answer.command());
            return &["locked"];
        }
        (Step::Discuss, _) => drop(phase.context()),
        (Step::UiSpec, _) => {
            phase.has(Kind::UiSpec);
            return &["approved"];
        }
        (Step::Plan, _) => {
            let is_first = ran.plans == 0;
            let count = if is_first { world.plans } else { 1 };
            for _ in 0..count {
                ran.plans += 1;
                let (id, before) = (format!("{:02}", ran.plans), format!("{:02}", ran.plans - 1));
                let more = if run.way == Way::Gaps { "gap_closure: true\n" } else { "" };
                let needs: &[&str] = if ran.plans == 1 { &[] } else { &[&before] };
                phase.plan_of(&Plan { more, files: &[world.file], needs, ..Plan::new(&id) });
            }
            if is_first {
                phase.says(Kind::Validation, "draft");
            }
            return &["planned"];
        }
        (Step::PlanReview, Way::Concerns) => {
            phase.plan("01", &[world.file, "src/limit.rs"]);
            return &["plans changed"];
        }
        (Step::PlanReview, _) => {
            ran.plan_reviews += 1;
            if ran.plan_reviews > world.concerns {
                phase.reviews();
                return &["no serious concern"];
            }
            let text = texts::finished(Kind::Reviews, FOLDER).replace("**LOW**: name the tests", "**HIGH**: no limit");
            phase.file("07-REVIEWS.md", text, "docs: cross-AI review for phase 7");
            return &["a serious concern"];
        }
        (Step::Execute, _) => return execute(phase, answer, world, ran),
        (Step::CodeReview, _) => {
            let word = next(world.review, &mut ran.reviews, "clean");
            phase.review(word);
            return if word == "clean" { &["clean"] } else { &["issues_found"] };
        }
        (Step::ReviewFix, _) => {
            phase.work(world.file, "fix(07): WR-01 set a limit").has(Kind::ReviewFix);
            return &["all_fixed"];
        }
        (Step::Secure, _) => match next(world.security, &mut ran.audits, "verified") {
            "verified" => {
                phase.security();
                return &["verified"];
            }
            word => {
                left(Kind::Security, word);
                return &["open threats"];
            }
        },
        (Step::Validate, _) => {
            phase.validation();
            return &["validated"];
        }
        (Step::SurfaceReviews, Way::Acceptance) => {
            left(Kind::Uat, "complete");
            return &["complete", "complete, and another is owed"];
        }
        (Step::SurfaceReviews, Way::ProjectGate) => {
            phase.left("07-PARITY-CHECK.md", "# Parity\n\nAs it was.\n");
            return &["finished", "finished, and another is owed"];
        }
        (Step::SurfaceReviews, _) => {
            phase.has(Kind::UiReview);
            return &["written", "written, and another is owed"];
        }
        (Step::Verify, Way::Acceptance) => {
            left(Kind::Uat, "complete");
            return &["complete"];
        }
        (Step::Verify, way) => {
            assert_eq!(answer.remarks().contains("first remove"), way == Way::Removed, "{}", answer.told());
            if way == Way::Removed {
                phase.without("07-VERIFICATION.md");
            }
            return verify(phase, world, ran);
        }
        (Step::Learnings, _) => drop(phase.left("07-LEARNINGS.md", texts::finished(Kind::Learnings, FOLDER))),
        (Step::Ship, _) => {
            phase.shipped();
            return &["shipped"];
        }
        (step, way) => panic!("no command takes {step:?} by {way:?}: {}", answer.told()),
    }
    &["written"]
}

/// Runs the printed command itself.
fn lock(project: &Project, command: &str) {
    project.repo().git(&["config", "user.name", "Somebody"]);
    project.repo().git(&["config", "user.email", "somebody@example.com"]);
    let words: Vec<&str> = command.split(' ').skip(1).collect();
    let ran = project.run(&words);
    assert_eq!(ran.code, 0, "{command}: {ran:?}");
}

/// Executes the plans of one wave; after the last one, where the world has it so, the verifier runs.
fn execute(phase: Phase<'_>, answer: &Answer, world: &World, ran: &mut Ran) -> &'static [&'static str] {
    let open: Vec<String> = answer.plans().into_iter().filter(|plan| !plan.ends_with(" executed")).collect();
    let (waiting, now): (Vec<String>, Vec<String>) = open.into_iter().partition(|plan| plan.contains(" waits for "));
    for plan in now {
        let id = plan.split([' ', '-']).nth(1).unwrap();
        phase.work(world.file, &format!("feat(07-{id}): keep photos")).summary(id);
    }
    match (waiting.is_empty(), world.verifies) {
        (false, _) => &["a plan is left"],
        (true, false) => &["executed, not verified"],
        (true, true) => {
            let ended = verify(phase, world, ran);
            if ended == ["passed"] {
                phase.ticked();
            }
            ended
        }
    }
}

/// Writes the report of the verifier, committed where it passed.
fn verify(phase: Phase<'_>, world: &World, ran: &mut Ran) -> &'static [&'static str] {
    ran.verifications += 1;
    let word = world.verification.get(ran.verifications - 1).copied().unwrap_or("passed");
    let text = |word: &str| texts::worded(Kind::Verification, FOLDER, word);
    match word {
        "passed" => {
            phase.verification("passed");
            return &["passed"];
        }
        // Its command died, and somebody committed what it had written.
        "cut short" => {
            let cut = text("passed").replace("status: passed\n", "");
            phase.file("07-VERIFICATION.md", cut, "docs(07): keep the verification report");
            return &[];
        }
        "human_needed" => {
            phase.says(Kind::Uat, "testing");
        }
        _ => {}
    }
    phase.left("07-VERIFICATION.md", text(word));
    if word == "human_needed" { &["human_needed"] } else { &["gaps_found"] }
}

/// Follows the decisions to the end; gives the rows on the way.
fn follow(project: &Project, world: &World) -> Vec<String> {
    let mut ran = Ran { plans: project.at("7").plans().len(), ..Ran::default() };
    let mut rows = Vec::new();
    let mut before = String::new();
    let mut taken: Option<(Printed, &[&str])> = None;
    for _ in 0..MOST {
        let answer = project.at("7");
        rows.push(answer.row().to_owned());
        let decided = format!("{} {} {}", answer.row(), answer.command(), answer.summary());
        assert_ne!(decided, before, "{}: {rows:?}\n{}", world.name, answer.told());
        before = decided;
        if answer.code == 11 {
            // Whoever is asked looks at what was left, and commits it.
            project.commit("docs(07): keep what was left");
            continue;
        }
        let printed = Printed::of(project, &answer);
        if let Some((before, words)) = taken.take().filter(|(_, words)| !words.is_empty()) {
            before.led(words, &printed.situation, world.name);
        }
        match answer.code {
            12 => return rows,
            0 => {
                let words = take(project, &answer, printed.run.unwrap(), world, &mut ran);
                taken = Some((printed, words));
            }
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

const MAP: &str = r#"{"surfaces": {
    "pages": {"globs": ["src/pages/**"], "gates": ["ui-spec", "parity-check", "ui-review"], "pinned": false},
    "payments": {"globs": ["src/payments/**"], "gates": ["secure", "validate", "full-uat"], "pinned": true}
}}"#;

const PAGE: World = World { file: "src/pages/home.rs", verifies: true, ..WELL };
const PAYMENT: World = World { file: "src/payments/tax.rs", verifies: true, ..WELL };

/// From nothing to complete in each kind of project at each depth: the config, what the phase is like, the depth that it comes
/// to, and the rows on the way. A line more or less here is a decision more or less for everybody.
const PATHS: &[(&str, &str, World, &str)] = &[
    (
        "no map",
        "{}",
        World { verifies: true, ..WELL },
        ": research → discuss → pre-plan → plan-review → pre-execute → complete",
    ),
    (
        "a page, one plan",
        MAP,
        PAGE,
        "shallow: spec → lock → pre-plan → pre-plan → plan-review → pre-execute → post-execute → \
         reviews-missing → artifact → reviews-missing → learnings → artifact → complete",
    ),
    (
        "a page, two waves",
        MAP,
        World { plans: 2, ..PAGE },
        "standard: spec → lock → pre-plan → pre-plan → plan-review → pre-execute → between-waves → \
         post-execute → reviews-missing → artifact → reviews-missing → learnings → artifact → complete",
    ),
    (
        "a page, unclear",
        MAP,
        World { ambiguity: "0.40", ..PAGE },
        "deep: spec → lock → discuss → pre-plan → pre-plan → plan-review → pre-execute → \
         post-execute → reviews-missing → artifact → reviews-missing → learnings → artifact → complete",
    ),
    (
        "a payment, one plan",
        MAP,
        PAYMENT,
        "standard: spec → lock → pre-plan → plan-review → pre-execute → post-execute → secure → \
         validate → reviews-missing → artifact → learnings → artifact → complete",
    ),
    (
        "a payment, unclear",
        MAP,
        World { ambiguity: "0.40", ..PAYMENT },
        "deep: spec → lock → discuss → pre-plan → plan-review → pre-execute → post-execute → \
         secure → validate → reviews-missing → artifact → learnings → artifact → complete",
    ),
];

#[test]
fn from_nothing_the_path_at_each_depth_and_surface() {
    let mut others = Vec::new();
    for (name, config, world, path) in PATHS {
        let project = Project::of(&["06-albums", FOLDER]);
        project.config(config).record("chore: configure", &[".planning/config.json"]);
        project.phase("06-albums").learnings();
        let rows = follow(&project, &World { name, ..*world });
        let depth = project.at("7").text("/classification/depth").to_owned();
        let rows: Vec<&str> = rows.iter().filter_map(|row| row.split('/').nth(1)).collect();
        let walked = format!("{depth}: {}", rows.join(" → "));
        println!("{name}, {walked}");
        if walked != *path {
            others.push(format!("{name}, {walked}"));
        }
    }
    assert!(others.is_empty(), "other paths:\n{}", others.join("\n"));
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
    ("a verification that was cut short", |phase| {
        phase.executed().file("07-VERIFICATION.md", "# 07-photos: VERIFICATION\n", "docs(07): keep the report")
    }),
    ("a failed verification of a phase without plans", |phase| phase.context().verification("gaps_found")),
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
