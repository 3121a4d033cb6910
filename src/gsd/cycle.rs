//! What each cycle gate of a phase does at each depth.

use crate::engine::cycle::{CycleRow, FixScope, Flag, Run, Setting};
use crate::engine::depth::Depth;

const PLAN: &str = "/gsd-plan-phase";
const DISCUSS: &str = "/gsd-discuss-phase";
const REVIEW: &str = "/gsd-review";
const CONVERGENCE: &str = "/gsd-plan-review-convergence";
const CODE_REVIEW: &str = "/gsd-code-review";

const fn flag(command: &'static str, flag: &'static str) -> Flag {
    Flag { flag, command }
}

const fn setting(words: &'static str, run: Run, flags: &'static [Flag]) -> Setting {
    Setting { words, run, flags, fix: None }
}

const fn fix(words: &'static str, scope: FixScope, flags: &'static [Flag]) -> Setting {
    Setting { words, run: Run::Always, flags, fix: Some(scope) }
}

/// The cycle gates, in the order of their steps.
///
/// Source: GSD's command pages for the flags (`--max-cycles` belongs to convergence alone; without `--all`, `--fix` takes
/// critical findings and warnings).
pub const CYCLES: &[CycleRow] = &[
    CycleRow {
        gate: "research",
        settings: [
            setting("inline bullets within the SPEC; no step of its own", Run::Skip, &[]),
            setting("a light pass; no step of its own, RESEARCH is welcome", Run::Skip, &[]),
            setting("RESEARCH in full", Run::Always, &[]),
        ],
    },
    CycleRow {
        gate: "discuss",
        settings: [
            setting("skipped", Run::Skip, &[]),
            setting(
                "with three gray areas or more, or where nobody counted them; analysis optional",
                Run::WhenGray(3),
                &[],
            ),
            setting("in full, with analysis", Run::Always, &[flag(DISCUSS, "--analyze")]),
        ],
    },
    CycleRow {
        gate: "plan",
        settings: [
            setting("one wave", Run::Always, &[flag(PLAN, "--granularity coarse")]),
            setting("several waves", Run::Always, &[]),
            setting("several waves", Run::Always, &[]),
        ],
    },
    CycleRow {
        gate: "plan-review",
        settings: [
            setting("one pass, one reviewer", Run::Always, &[flag(CONVERGENCE, "--max-cycles 1")]),
            setting("at most two cycles", Run::Always, &[flag(CONVERGENCE, "--max-cycles 2")]),
            setting(
                "at most three cycles, several reviewers",
                Run::Always,
                &[flag(CONVERGENCE, "--max-cycles 3"), flag(CONVERGENCE, "--all"), flag(REVIEW, "--all")],
            ),
        ],
    },
    CycleRow {
        gate: "code-review",
        settings: [
            setting("one pass", Run::Always, &[]),
            setting("reviewed again after each round of fixes", Run::Always, &[]),
            setting("reviewed again after each round of fixes", Run::Always, &[]),
        ],
    },
    CycleRow {
        gate: "review-fix",
        settings: [
            fix("critical findings and blockers", FixScope::Critical, &[flag(CODE_REVIEW, "--fix")]),
            fix(
                "warnings too, until a review finds none",
                FixScope::Warnings,
                &[flag(CODE_REVIEW, "--fix"), flag(CODE_REVIEW, "--auto")],
            ),
            fix(
                "every finding, until a review finds none",
                FixScope::All,
                &[flag(CODE_REVIEW, "--fix"), flag(CODE_REVIEW, "--all"), flag(CODE_REVIEW, "--auto")],
            ),
        ],
    },
];

/// What every gate does at `depth`, in the order of their steps.
pub fn settings(depth: Depth) -> impl Iterator<Item = (&'static str, &'static Setting)> {
    CYCLES.iter().map(move |row| (row.gate, row.at(depth)))
}

/// What one gate does at `depth`; none for a step that depth does not change.
pub fn setting_of(gate: &str, depth: Depth) -> Option<&'static Setting> {
    CYCLES.iter().find(|row| row.gate == gate).map(|row| row.at(depth))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gsd::steps::Step;

    #[test]
    fn every_gate_is_a_step_and_stands_once_in_order() {
        let steps: Vec<Option<Step>> = CYCLES.iter().map(|row| Step::find(row.gate)).collect();
        assert!(steps.iter().all(Option::is_some));
        assert!(steps.is_sorted());
        assert!(CYCLES.iter().enumerate().all(|(at, row)| CYCLES[at + 1..].iter().all(|other| other.gate != row.gate)));
    }

    #[test]
    fn more_depth_never_runs_or_fixes_less() {
        for row in CYCLES {
            assert!(row.settings.iter().map(|setting| setting.run).is_sorted(), "{}", row.gate);
            assert!(row.settings.iter().map(|setting| setting.fix).is_sorted(), "{}", row.gate);
            assert_eq!(row.at(Depth::Deep).run, Run::Always, "deep is the uniform pipeline");
        }
        assert_eq!(settings(Depth::Deep).count(), CYCLES.len());
    }

    #[test]
    fn a_step_s_own_command_takes_what_the_table_says() {
        let of = |step: Step, depth: Depth| {
            setting_of(step.row().name, depth).map(|setting| setting.apply(&step.row().command.replace("{phase}", "7")))
        };
        for (step, commands) in [
            (Step::Research, ["/gsd-plan-phase --research-phase 7"; 3]),
            (Step::Discuss, ["/gsd-discuss-phase 7", "/gsd-discuss-phase 7", "/gsd-discuss-phase 7 --analyze"]),
            (Step::Plan, ["/gsd-plan-phase 7 --granularity coarse", "/gsd-plan-phase 7", "/gsd-plan-phase 7"]),
            (Step::PlanReview, ["/gsd-review --phase 7", "/gsd-review --phase 7", "/gsd-review --phase 7 --all"]),
            (Step::CodeReview, ["/gsd-code-review 7"; 3]),
            (
                Step::ReviewFix,
                [
                    "/gsd-code-review 7 --fix",
                    "/gsd-code-review 7 --fix --auto",
                    "/gsd-code-review 7 --fix --all --auto",
                ],
            ),
        ] {
            for (depth, command) in Depth::ALL.into_iter().zip(commands) {
                assert_eq!(of(step, depth).as_deref(), Some(command), "{step:?} at {depth}");
            }
        }
        let convergence =
            setting_of("plan-review", Depth::Deep).map(|setting| setting.apply("/gsd-plan-review-convergence 7"));
        assert_eq!(convergence.as_deref(), Some("/gsd-plan-review-convergence 7 --max-cycles 3 --all"));
        assert_eq!(setting_of("secure", Depth::Deep), None);
    }
}
