//! Family C, second part: what a range of commits takes away from a config.

use super::{change, rules};
use crate::engine::lint::{Example, Step};

rules! {
    PIN_REMOVED = "C101" "pin-removed", Error, Range {
        why: "The range takes a surface's pin away: its gates can be skipped from now on.",
        fix: "Put the pin back, or have whoever owns the surface agree.",
        bad: change!("{\"surfaces\": {\"pay\": {\"globs\": [\"src/**\"], \"gates\": [\"secure\"], \"pinned\": true}}}", "{\"surfaces\": {\"pay\": {\"globs\": [\"src/**\"], \"gates\": [\"secure\"]}}}", "src/tax.rs"),
        good: change!("{\"surfaces\": {\"pay\": {\"globs\": [\"src/**\"], \"gates\": [\"secure\"]}}}", "{\"surfaces\": {\"pay\": {\"globs\": [\"src/**\"], \"gates\": [\"secure\"], \"pinned\": true}}}", "src/tax.rs"),
    }
    GATE_REMOVED = "C102" "gate-removed", Error, Range {
        why: "The range takes a gate away from a surface: phases that touch it no longer owe the step.",
        fix: "Put the gate back, or have whoever owns the surface agree.",
        bad: change!("{\"surfaces\": {\"pay\": {\"globs\": [\"src/**\"], \"gates\": [\"secure\", \"validate\"]}}}", "{\"surfaces\": {\"pay\": {\"globs\": [\"src/**\"], \"gates\": [\"secure\"]}}}", "src/tax.rs"),
        good: change!("{\"surfaces\": {\"pay\": {\"globs\": [\"src/**\"], \"gates\": [\"secure\"]}}}", "{\"surfaces\": {\"pay\": {\"globs\": [\"src/**\"], \"gates\": [\"secure\", \"validate\"]}}}", "src/tax.rs"),
    }
    GATE_RENAMED = "C103" "gate-renamed", Error, Range {
        why: "The range puts one gate in the place of another: what phases have shown for the old name counts for nothing, and the \
              step of the old name is no longer owed.",
        fix: "Keep the old name; for a new gate, keep both until the phases at work are done.",
        bad: change!("{\"surfaces\": {\"pay\": {\"globs\": [\"src/**\"], \"gates\": [\"load-test\"]}}}", "{\"surfaces\": {\"pay\": {\"globs\": [\"src/**\"], \"gates\": [\"stress-test\"]}}}", "src/tax.rs"),
        good: change!("{\"surfaces\": {\"pay\": {\"globs\": [\"src/**\"], \"gates\": [\"load-test\"]}}}", "{\"surfaces\": {\"pay\": {\"globs\": [\"src/**\"], \"gates\": [\"load-test\", \"stress-test\"]}}}", "src/tax.rs"),
    }
    SURFACE_REMOVED = "C104" "surface-removed", Error, Range {
        why: "The range takes a whole surface out of the map, with its gates and its pin.",
        fix: "Put it back; a surface of a new name says so with `\"was\": \"old-name\"`.",
        bad: change!("{\"surfaces\": {\"pay\": {\"globs\": [\"src/**\"], \"gates\": [\"secure\"]}}}", "{\"surfaces\": {\"billing\": {\"globs\": [\"src/**\"], \"gates\": [\"secure\"]}}}", "src/tax.rs"),
        good: change!("{\"surfaces\": {\"pay\": {\"globs\": [\"src/**\"], \"gates\": [\"secure\"]}}}", "{\"surfaces\": {\"billing\": {\"globs\": [\"src/**\"], \"gates\": [\"secure\"], \"was\": \"pay\"}}}", "src/tax.rs"),
    }
    SURFACE_NARROWED = "C105" "surface-narrowed", Error, Range {
        why: "The range changes the globs of a surface, and tracked files that belonged to it belong to it no longer.",
        fix: "Put the glob back, or have whoever owns the surface agree.",
        bad: change!("{\"surfaces\": {\"pay\": {\"globs\": [\"src/**\"], \"gates\": [\"secure\"]}}}", "{\"surfaces\": {\"pay\": {\"globs\": [\"src/tax.rs\"], \"gates\": [\"secure\"]}}}", "src/tax.rs", "src/bill.rs"),
        good: change!("{\"surfaces\": {\"pay\": {\"globs\": [\"src/tax.rs\", \"src/bill.rs\"], \"gates\": [\"secure\"]}}}", "{\"surfaces\": {\"pay\": {\"globs\": [\"src/**\"], \"gates\": [\"secure\"]}}}", "src/tax.rs", "src/bill.rs"),
    }
    FLOOR_LOWERED = "C106" "floor-lowered", Error, Range {
        why: "The range lowers the depth that a surface asks for at least.",
        fix: "Put the floor back, or have whoever owns the surface agree.",
        bad: change!("{\"surfaces\": {\"pay\": {\"globs\": [\"src/**\"], \"gates\": [\"secure\"], \"pinned\": true, \"depth_floor\": \"deep\"}}}", "{\"surfaces\": {\"pay\": {\"globs\": [\"src/**\"], \"gates\": [\"secure\"], \"pinned\": true}}}", "src/tax.rs"),
        good: change!("{\"surfaces\": {\"pay\": {\"globs\": [\"src/**\"], \"gates\": [\"secure\"], \"pinned\": true, \"depth_floor\": \"standard\"}}}", "{\"surfaces\": {\"pay\": {\"globs\": [\"src/**\"], \"gates\": [\"secure\"], \"pinned\": true, \"depth_floor\": \"deep\"}}}", "src/tax.rs"),
    }
    MOVED_OUT = "C107" "moved-out", Error, Range {
        why: "The range moves a file out of a pinned surface: the same content, or half of it and more, lies at a path that the \
              surface does not match, so the next change of it asks for none of its gates.",
        fix: "Add a glob for the new place to the surface.",
        bad: Example(&[
            Step { subject: "feat: count taxes", files: &[
                (".planning/config.json", Some("{\"surfaces\": {\"pay\": {\"globs\": [\"pay/**\"], \"gates\": [\"secure\"], \"pinned\": true}}}")),
                ("pay/bill.rs", Some("// bills\n")),
                ("pay/tax.rs", Some("// taxes\n")),
            ] },
            Step { subject: "refactor: move taxes", files: &[("pay/tax.rs", None), ("util/tax.rs", Some("// taxes\n"))] },
        ]),
        good: Example(&[
            Step { subject: "feat: count taxes", files: &[
                (".planning/config.json", Some("{\"surfaces\": {\"pay\": {\"globs\": [\"pay/**\"], \"gates\": [\"secure\"], \"pinned\": true}}}")),
                ("pay/bill.rs", Some("// bills\n")),
                ("pay/tax.rs", Some("// taxes\n")),
            ] },
            Step { subject: "refactor: move taxes", files: &[("pay/tax.rs", None), ("pay/rates/tax.rs", Some("// taxes\n"))] },
        ]),
    }
    WORDS_WIDENED = "C108" "words-widened", Error, Range {
        why: "The range adds a status word that means done (or skipped): files that were unfinished count from now on.",
        fix: "Take the word out, or have somebody look at the files that carry it.",
        bad: change!("{\"pipeline\": {\"words\": {\"SECURITY\": {\"done\": []}}}}", "{\"pipeline\": {\"words\": {\"SECURITY\": {\"done\": [\"looked at\"]}}}}"),
        good: change!("{\"pipeline\": {\"words\": {\"SECURITY\": {\"done\": [\"looked at\"]}}}}", "{\"pipeline\": {\"words\": {\"SECURITY\": {\"done\": [\"looked at\"], \"open\": [\"nearly\"]}}}}"),
    }
    SWITCHED_OFF = "C109" "switched-off", Error, Range {
        why: "The range turns a switch of `workflow` off, and with it a step that phases owed.",
        fix: "Turn it on again, or have whoever owns the pipeline agree.",
        bad: change!("{\"workflow\": {\"code_review\": true}}", "{\"workflow\": {\"code_review\": false}}"),
        good: change!("{\"workflow\": {\"code_review\": false}}", "{\"workflow\": {\"code_review\": true}}"),
    }
    GATE_WEAKENED = "C110" "gate-weakened", Error, Range {
        why: "The range changes which file, or which word in it, finishes a gate of the project's own.",
        fix: "Put the declaration back, or name the new gate otherwise.",
        bad: change!("{\n  \"surfaces\": {\"pay\": {\"globs\": [\"src/**\"], \"gates\": [\"load-test\"]}},\n  \"pipeline\": {\"gates\": {\"load-test\": {\"artifact\": \"LOAD-TEST\", \"done_word\": \"green\"}}}\n}", "{\n  \"surfaces\": {\"pay\": {\"globs\": [\"src/**\"], \"gates\": [\"load-test\"]}},\n  \"pipeline\": {\"gates\": {\"load-test\": {\"artifact\": \"LOAD-TEST\"}}}\n}", "src/tax.rs"),
        good: change!("{\n  \"surfaces\": {\"pay\": {\"globs\": [\"src/**\"], \"gates\": [\"load-test\"]}},\n  \"pipeline\": {\"gates\": {\"load-test\": {\"artifact\": \"LOAD-TEST\"}}}\n}", "{\n  \"surfaces\": {\"pay\": {\"globs\": [\"src/**\"], \"gates\": [\"load-test\"]}},\n  \"pipeline\": {\"gates\": {\"load-test\": {\"artifact\": \"LOAD-TEST\", \"done_word\": \"green\"}}}\n}", "src/tax.rs"),
    }
    THRESHOLD_RAISED = "C111" "threshold-raised", Warning, Range {
        why: "The range makes a threshold laxer: fewer phases become deep, or a stop comes later or not at all.",
        fix: "Put the former value back, where nobody asked for this.",
        bad: change!("{\"pipeline\": {\"depth\": {\"large_files\": 20}}}", "{\"pipeline\": {\"depth\": {\"large_files\": 90}}}"),
        good: change!("{\"pipeline\": {\"depth\": {\"large_files\": 90}}}", "{\"pipeline\": {\"depth\": {\"large_files\": 20}}}"),
    }
    SEARCH_NARROWED = "C112" "search-narrowed", Warning, Range {
        why: "The range takes something out of a list that looks for what matters: a pattern of destructive operations, a \
              repository of source, a keyword of a surface.",
        fix: "Put the entry back, where nobody asked for this.",
        bad: change!("{\"pipeline\": {\"depth\": {\"destructive\": [\"wipe_all\"]}}}", "{\"pipeline\": {\"depth\": {\"destructive\": []}}}"),
        good: change!("{\"pipeline\": {\"depth\": {\"destructive\": []}}}", "{\"pipeline\": {\"depth\": {\"destructive\": [\"wipe_all\"]}}}"),
    }
    CONVENTION_CHANGED = "C113" "convention-changed", Warning, Range {
        why: "The range changes which commits count as the execution of a plan, or which command a step has.",
        fix: "Look at what the phases at work come to with it.",
        bad: change!("{\"pipeline\": {\"commands\": {\"secure\": \"/gsd-secure-phase {phase}\"}}}", "{\"pipeline\": {\"commands\": {\"secure\": \"true\"}}}"),
        good: change!("{\"pipeline\": {\"commands\": {\"secure\": \"/our-secure {phase}\"}}}", "{\"pipeline\": {\n  \"commands\": {\"secure\": \"/our-secure {phase}\"}\n}}"),
    }
    WIP_WIDENED = "C114" "wip-ignore-widened", Warning, Range {
        why: "The range adds uncommitted paths that never interrupt: work that is left there is passed over from now on.",
        fix: "Take the glob out, or name less with it.",
        bad: change!("{\"pipeline\": {\"ignore_wip\": [\"notes/**\"]}}", "{\"pipeline\": {\"ignore_wip\": [\"notes/**\", \"src/**\"]}}"),
        good: change!("{\"pipeline\": {\"ignore_wip\": [\"notes/**\", \"src/**\"]}}", "{\"pipeline\": {\"ignore_wip\": [\"notes/**\"]}}"),
    }
    IGNORES_WIDENED = "C115" "lint-ignore-widened", Warning, Range, never_ignored {
        why: "The range adds an entry to `pipeline.lint.ignore`: findings are hidden from now on, but for what this range itself takes back: that is from the next range on. Nothing is as long as the entry is not committed.",
        fix: "Read its reason; take the entry out, where it does not hold.",
        bad: change!("{\"pipeline\": {\"lint\": {\"ignore\": []}}}", "{\"pipeline\": {\"lint\": {\"ignore\": [{\"rule\": \"pin-removed\", \"reason\": \"agreed\"}]}}}"),
        good: change!("{\"pipeline\": {\"lint\": {\"ignore\": [{\"rule\": \"pin-removed\", \"reason\": \"agreed\"}]}}}", "{\"pipeline\": {\"lint\": {\"ignore\": []}}}"),
    }
}
