//! Family S: what ROADMAP and STATE say, against what git has. They are warnings, as GSD's own commands tick a box
//! before they verify; but for a file that a merge left torn.

use super::{history, rules};

/// A phase with a plan, and with these files beside it.
macro_rules! phase {
    ($($path:literal: $text:expr),* $(,)?) => {
        history! {
            "docs(07): where phase 7 stands" {
                ".planning/phases/07-photos/07-01-PLAN.md": "---\nphase: 07\nplan: 01\n---\n\n<objective>\nShow photos.\n</objective>\n",
                $($path: $text),*
            }
        }
    };
}

/// The same, executed and verified.
macro_rules! done {
    ($($path:literal: $text:expr),* $(,)?) => {
        phase! {
            ".planning/phases/07-photos/07-01-SUMMARY.md": "---\nphase: 07\nplan: 01\nstatus: complete\n---\n\n# Done\n",
            ".planning/phases/07-photos/07-VERIFICATION.md": "---\nphase: 07\nstatus: passed\n---\n\n# Verified\n",
            $($path: $text),*
        }
    };
}

rules! {
    MARKED_TOO_EARLY = "S001" "marked-too-early", Warning, Phase {
        why: "ROADMAP marks the phase complete, and git has plans that are not executed, or no verification that passed.",
        fix: "Finish the phase, or take the mark back: `phase-pipeline PHASE` says what is missing.",
        bad: phase! { ".planning/ROADMAP.md": "# Roadmap\n\n- [x] **Phase 7: Photos**\n" },
        good: phase! { ".planning/ROADMAP.md": "# Roadmap\n\n- [ ] **Phase 7: Photos**\n" },
    }
    OPEN_AND_DONE = "S002" "open-and-done", Warning, Phase {
        why: "ROADMAP lists the phase as open while STATE went on to a later one, and git has all of its plans executed and verified: \
              whoever goes by the box takes it up again.",
        fix: "Tick the box, in a commit of its own.",
        bad: done! {
            ".planning/ROADMAP.md": "# Roadmap\n\n- [ ] **Phase 7: Photos**\n- [ ] **Phase 8: Albums**\n",
            ".planning/STATE.md": "# State\n\nPhase: 8 of 8 (Albums)\nStatus: Ready to plan\n",
        },
        good: done! {
            ".planning/ROADMAP.md": "# Roadmap\n\n- [x] **Phase 7: Photos**\n- [ ] **Phase 8: Albums**\n",
            ".planning/STATE.md": "# State\n\nPhase: 8 of 8 (Albums)\nStatus: Ready to plan\n",
        },
    }
    STATE_AHEAD = "S003" "state-ahead", Warning, Phase {
        why: "STATE calls its current phase finished, and git has plans that are not executed, or no verification that passed.",
        fix: "Finish the phase, or let GSD rebuild STATE.",
        bad: phase! { ".planning/STATE.md": "# State\n\nPhase: 7 of 8 (Photos)\nStatus: Phase complete\n" },
        good: phase! { ".planning/STATE.md": "# State\n\nPhase: 7 of 8 (Photos)\nStatus: Executing\n" },
    }
    STATE_BEHIND = "S004" "state-behind", Warning, Phase {
        why: "STATE names a phase as current and unfinished that ROADMAP marks complete, and git has all of it: whoever goes by STATE \
              starts in the wrong place.",
        fix: "Let GSD take STATE to the next phase, or rebuild it.",
        bad: done! {
            ".planning/ROADMAP.md": "# Roadmap\n\n- [x] **Phase 7: Photos**\n",
            ".planning/STATE.md": "# State\n\nPhase: 7 of 8 (Photos)\nStatus: Executing\n",
        },
        good: done! {
            ".planning/ROADMAP.md": "# Roadmap\n\n- [x] **Phase 7: Photos**\n",
            ".planning/STATE.md": "# State\n\nPhase: 7 of 8 (Photos)\nStatus: Phase complete\n",
        },
    }
    SHIPPED_WITHOUT_COMMIT = "S005" "shipped-without-commit", Warning, Phase {
        why: "STATE calls the phase shipped, and no commit `docs(7): ship phase 7` is there.",
        fix: "Ship it, or take the words back.",
        bad: done! { ".planning/STATE.md": "# State\n\nPhase: 7\nStatus: Phase 7 shipped — PR #12\n" },
        good: done! { ".planning/STATE.md": "# State\n\nPhase: 7\nStatus: Phase complete\n" },
    }
    MILESTONE_AHEAD = "S006" "milestone-ahead", Warning, Phase {
        why: "STATE calls the milestone finished, and a phase before its current one has plans that are not executed.",
        fix: "Finish these phases, or move them into the next milestone.",
        bad: phase! { ".planning/STATE.md": "# State\n\nPhase: 8 of 8 (Albums)\nStatus: Milestone complete\n" },
        good: done! { ".planning/STATE.md": "# State\n\nPhase: 8 of 8 (Albums)\nStatus: Milestone complete\n" },
    }
    PROGRESS_AHEAD = "S007" "progress-ahead", Warning, Phase {
        why: "STATE's `progress` counts every plan as done, or more than there are, and git has plans that are not executed.",
        fix: "Let GSD rebuild STATE.",
        bad: phase! {
            ".planning/STATE.md": "---\nprogress:\n  total_plans: 1\n  completed_plans: 1\n---\n\n# State\n\nPhase: 7\nStatus: Executing\n",
        },
        good: phase! {
            ".planning/STATE.md": "---\nprogress:\n  total_plans: 1\n  completed_plans: 0\n---\n\n# State\n\nPhase: 7\nStatus: Executing\n",
        },
    }
    ROW_MISCOUNTS = "S008" "row-miscounts", Warning, Phase {
        why: "The row of an open phase counts other plans than git has: whoever goes by it plans twice, or believes that work is done.",
        fix: "Correct the row.",
        bad: phase! { ".planning/ROADMAP.md": "# Roadmap\n\n| Phase | Plans | Status |\n|---|---|---|\n| 7. Photos | 1/1 | In Progress |\n" },
        good: phase! { ".planning/ROADMAP.md": "# Roadmap\n\n| Phase | Plans | Status |\n|---|---|---|\n| 7. Photos | 0/1 | In Progress |\n" },
    }
    LEDGER_TORN = "S009" "torn-ledger", Error, Config {
        why: "A merge left its conflict marks in ROADMAP or STATE: each side says something else of where the project stands, and nothing \
              that reads the file knows which one counts.",
        fix: "Resolve the merge to its end, and take the marks out.",
        bad: phase! { ".planning/ROADMAP.md": "# Roadmap\n\n<<<<<<< HEAD\n- [ ] **Phase 7: Photos**\n=======\n- [ ] **Phase 7: Pictures**\n>>>>>>> other\n" },
        good: phase! { ".planning/ROADMAP.md": "# Roadmap\n\n- [ ] **Phase 7: Photos**\n" },
    }
}
