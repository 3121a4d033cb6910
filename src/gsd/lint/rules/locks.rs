//! Family K: what is wrong with the lock of a phase, and with what it is classified as.

use super::{history, rules};

/// A map of two surfaces.
const MAP: &str = "{\"surfaces\": {\"pay\": {\"globs\": [\"src/pay/**\"], \"gates\": [\"secure\"]}, \"ui\": {\"globs\": [\"src/ui/**\"], \"gates\": [\"ui-review\"]}}}";

/// The same, and `pay` asks for more.
const TIGHTER_MAP: &str = "{\"surfaces\": {\"pay\": {\"globs\": [\"src/pay/**\"], \"gates\": [\"secure\", \"validate\"]}, \"ui\": {\"globs\": [\"src/ui/**\"], \"gates\": [\"ui-review\"]}}}";

/// The same, and `pay` is pinned.
const PINNED_MAP: &str = "{\"surfaces\": {\"pay\": {\"globs\": [\"src/pay/**\"], \"gates\": [\"secure\"], \"pinned\": true}, \"ui\": {\"globs\": [\"src/ui/**\"], \"gates\": [\"ui-review\"]}}}";

const PLAN: &str = "---\nphase: 07-tax\nplan: 01\nwave: 1\ndepends_on: []\nfiles_modified: [src/pay/tax.rs]\n---\n\n<tasks>\n<task>\n  <name>Task 1</name>\n  <files>src/pay/tax.rs</files>\n</task>\n</tasks>\n";

/// A plan that touches both surfaces.
const WIDE_PLAN: &str = "---\nphase: 07-tax\nplan: 01\nwave: 1\ndepends_on: []\nfiles_modified: [src/pay/tax.rs, src/ui/tax.rs]\n---\n\n<tasks>\n<task>\n  <name>Task 1</name>\n  <files>src/pay/tax.rs, src/ui/tax.rs</files>\n</task>\n</tasks>\n";

/// A SPEC, and below it some text.
macro_rules! spec {
    ($($text:literal),*) => {
        concat!("# Tax\n\n**Ambiguity score:** 0.09\n\n## Goal\n\nTaxes are counted.\n\n", $($text),*)
    };
}

/// A SPEC with a lock of these lines.
macro_rules! locked {
    ($lines:literal) => {
        spec!("<!-- phase-pipeline:lock v1 phase=07 -->\n", $lines, "<!-- /phase-pipeline:lock -->\n")
    };
}

const SPEC: &str = spec!();

/// What the plan asks for.
const LOCKED: &str = locked!(
    "surface: pay gates=secure by=src/pay/tax.rs\nassumed: none\ndepth: shallow\nskip: ui — no declared path matches its glob\n"
);

/// What the plan of both surfaces asks for.
const BOTH: &str = locked!(
    "surface: pay gates=secure by=src/pay/tax.rs\nsurface: ui gates=ui-review by=src/ui/tax.rs\nassumed: none\ndepth: shallow\n"
);

const DEEP: &str = locked!(
    "surface: pay gates=secure by=src/pay/tax.rs\nassumed: none\ndepth: deep\nskip: ui — no declared path matches its glob\n"
);

rules! {
    NO_LOCK = "K001" "no-lock", Warning, Phase {
        why: "The phase is planned and nothing records what it was classified as: which surfaces it touches, what it skips, and why.",
        fix: "Lock it: `phase-pipeline classify PHASE --lock --commit`.",
        bad: history! {
            "docs: configure the pipeline" { ".planning/config.json": MAP }
            "docs(07): plan taxes" { ".planning/phases/07-tax/07-SPEC.md": SPEC, ".planning/phases/07-tax/07-01-PLAN.md": PLAN }
        },
        good: history! {
            "docs: configure the pipeline" { ".planning/config.json": MAP }
            "docs(07): plan taxes" { ".planning/phases/07-tax/07-SPEC.md": LOCKED, ".planning/phases/07-tax/07-01-PLAN.md": PLAN }
        },
    }
    EXECUTED_WITHOUT_LOCK = "K002" "executed-without-lock", Error, Phase {
        why: "The phase is being executed and nothing ever recorded what it was classified as: nobody can tell whether it was looked at \
              before, and whoever changes its plans changes what it owes.",
        fix: "Lock it as it is now: `phase-pipeline classify PHASE --lock --commit`.",
        bad: history! {
            "docs: configure the pipeline" { ".planning/config.json": MAP }
            "docs(07): plan taxes" { ".planning/phases/07-tax/07-SPEC.md": SPEC, ".planning/phases/07-tax/07-01-PLAN.md": PLAN }
            "feat(07-01): count taxes" { "src/pay/tax.rs": "// taxes\n" }
        },
        good: history! {
            "docs: configure the pipeline" { ".planning/config.json": MAP }
            "docs(07): plan taxes" { ".planning/phases/07-tax/07-SPEC.md": LOCKED, ".planning/phases/07-tax/07-01-PLAN.md": PLAN }
            "feat(07-01): count taxes" { "src/pay/tax.rs": "// taxes\n" }
        },
    }
    LOCK_LOST = "K003" "lock-lost", Error, Phase {
        why: "A committed version of the phase's documents holds a lock and HEAD holds none: it was rewritten away, or lost in a merge. \
              What it locked still holds, but no reader of the documents sees it. Where the folder of the phase was taken away, or came \
              back as a new phase, nothing holds any more, and the range that did so says it.",
        fix: "Lock it again: `phase-pipeline classify PHASE --lock --commit`.",
        bad: history! {
            "docs: configure the pipeline" { ".planning/config.json": MAP }
            "docs(07): plan taxes" { ".planning/phases/07-tax/07-SPEC.md": LOCKED, ".planning/phases/07-tax/07-01-PLAN.md": PLAN }
            "docs(07): write the SPEC anew" { ".planning/phases/07-tax/07-SPEC.md": SPEC }
        },
        good: history! {
            "docs: configure the pipeline" { ".planning/config.json": MAP }
            "docs(07): plan taxes" { ".planning/phases/07-tax/07-SPEC.md": LOCKED, ".planning/phases/07-tax/07-01-PLAN.md": PLAN }
            "docs(07): write the SPEC anew" { ".planning/phases/07-tax/07-SPEC.md": DEEP }
        },
    }
    LOCK_LOWERED = "K004" "lock-lowered", Error, Phase {
        why: "The lock asks for less than a committed version of it did. What was locked before still holds: a lock is raised, or \
              replaced aloud, and never lowered. What a branch held before it was squashed is in no history but its own, so a branch \
              is checked before it is merged.",
        fix: "Put back what it asked for; a mistaken lock is replaced before execution: `phase-pipeline classify PHASE --relock --reason TEXT`.",
        bad: history! {
            "docs: configure the pipeline" { ".planning/config.json": MAP }
            "docs(07): plan taxes" { ".planning/phases/07-tax/07-SPEC.md": DEEP, ".planning/phases/07-tax/07-01-PLAN.md": PLAN }
            "docs(07): make it quicker" { ".planning/phases/07-tax/07-SPEC.md": LOCKED }
        },
        good: history! {
            "docs: configure the pipeline" { ".planning/config.json": MAP }
            "docs(07): plan taxes" { ".planning/phases/07-tax/07-SPEC.md": LOCKED, ".planning/phases/07-tax/07-01-PLAN.md": PLAN }
            "docs(07): look closer" { ".planning/phases/07-tax/07-SPEC.md": DEEP }
        },
    }
    LOCK_DAMAGED = "K005" "lock-damaged", Error, Phase {
        why: "A lock cannot be read whole, so nobody can tell all that it asks for: every surface is assumed and the phase is deep.",
        fix: "Mend the lines that are named, or replace the lock: `phase-pipeline classify PHASE --relock --reason TEXT`.",
        bad: history! {
            "docs: configure the pipeline" { ".planning/config.json": MAP }
            "docs(07): plan taxes" { ".planning/phases/07-tax/07-SPEC.md": locked!("surface: pay gates=secure\nassumed: none\ndepth: shalow\n"), ".planning/phases/07-tax/07-01-PLAN.md": PLAN }
        },
        good: history! {
            "docs: configure the pipeline" { ".planning/config.json": MAP }
            "docs(07): plan taxes" { ".planning/phases/07-tax/07-SPEC.md": locked!("surface: pay gates=secure\nassumed: none\ndepth: shallow\n"), ".planning/phases/07-tax/07-01-PLAN.md": PLAN }
        },
    }
    LOCK_NEWER = "K006" "lock-of-newer-version", Error, Phase {
        why: "A lock is written in a newer version than this program reads, so it cannot tell what is locked and assumes everything.",
        fix: "Run a newer version of `phase-pipeline`.",
        bad: history! {
            "docs: configure the pipeline" { ".planning/config.json": MAP }
            "docs(07): plan taxes" { ".planning/phases/07-tax/07-SPEC.md": spec!("<!-- phase-pipeline:lock v9 phase=07 -->\nsurfaces: pay\n<!-- /phase-pipeline:lock -->\n"), ".planning/phases/07-tax/07-01-PLAN.md": PLAN }
        },
        good: history! {
            "docs: configure the pipeline" { ".planning/config.json": MAP }
            "docs(07): plan taxes" { ".planning/phases/07-tax/07-SPEC.md": LOCKED, ".planning/phases/07-tax/07-01-PLAN.md": PLAN }
        },
    }
    LOCK_QUOTED = "K007" "lock-quoted", Warning, Phase {
        why: "A lock of this phase stands inside of code, a quotation or an indented line, and none stands where it counts: it locks \
              nothing.",
        fix: "Put it at the first column, outside of fences.",
        bad: history! {
            "docs: configure the pipeline" { ".planning/config.json": MAP }
            "docs(07): specify taxes" { ".planning/phases/07-tax/07-SPEC.md": spec!("```html\n<!-- phase-pipeline:lock v1 phase=07 -->\nsurface: pay gates=secure\nassumed: none\ndepth: shallow\n<!-- /phase-pipeline:lock -->\n```\n") }
        },
        good: history! {
            "docs: configure the pipeline" { ".planning/config.json": MAP }
            "docs(07): specify taxes" { ".planning/phases/07-tax/07-SPEC.md": LOCKED }
        },
    }
    LOCK_FOREIGN = "K008" "lock-of-another-phase", Warning, Phase {
        why: "A document of this phase holds the lock of another one. It locks neither.",
        fix: "Take it out, and lock this phase: `phase-pipeline classify PHASE --lock`.",
        bad: history! {
            "docs: configure the pipeline" { ".planning/config.json": MAP }
            "docs(07): specify taxes" { ".planning/phases/07-tax/07-SPEC.md": spec!("<!-- phase-pipeline:lock v1 phase=06 -->\nsurface: pay gates=secure\nassumed: none\ndepth: shallow\n<!-- /phase-pipeline:lock -->\n") }
        },
        good: history! {
            "docs: configure the pipeline" { ".planning/config.json": MAP }
            "docs(07): specify taxes" { ".planning/phases/07-tax/07-SPEC.md": LOCKED }
        },
    }
    LOCK_TWICE = "K009" "lock-twice", Warning, Phase {
        why: "The phase's documents hold several locks. They hold together, and a reader who finds one of them does not know all.",
        fix: "Keep one, with all that they ask for.",
        bad: history! {
            "docs: configure the pipeline" { ".planning/config.json": MAP }
            "docs(07): plan taxes" { ".planning/phases/07-tax/07-SPEC.md": LOCKED, ".planning/phases/07-tax/07-CONTEXT.md": LOCKED, ".planning/phases/07-tax/07-01-PLAN.md": PLAN }
        },
        good: history! {
            "docs: configure the pipeline" { ".planning/config.json": MAP }
            "docs(07): plan taxes" { ".planning/phases/07-tax/07-SPEC.md": SPEC, ".planning/phases/07-tax/07-CONTEXT.md": LOCKED, ".planning/phases/07-tax/07-01-PLAN.md": PLAN }
        },
    }
    BEYOND_LOCK = "K010" "surface-beyond-lock", Error, Phase {
        why: "The phase touches a surface that its lock skips: it grew since, and owes the surface's gates at once.",
        fix: "Record it: `phase-pipeline classify PHASE --lock --commit`; or leave the surface alone.",
        bad: history! {
            "docs: configure the pipeline" { ".planning/config.json": MAP }
            "docs(07): plan taxes" { ".planning/phases/07-tax/07-SPEC.md": LOCKED, ".planning/phases/07-tax/07-01-PLAN.md": WIDE_PLAN }
        },
        good: history! {
            "docs: configure the pipeline" { ".planning/config.json": MAP }
            "docs(07): plan taxes" { ".planning/phases/07-tax/07-SPEC.md": BOTH, ".planning/phases/07-tax/07-01-PLAN.md": WIDE_PLAN }
        },
    }
    MAP_BEYOND_LOCK = "K011" "map-beyond-lock", Warning, Phase {
        why: "The map asks for more of a locked surface than it did when the phase was locked. That holds at once, and the lock does not \
              say so.",
        fix: "Record it: `phase-pipeline classify PHASE --lock --commit`.",
        bad: history! {
            "docs: configure the pipeline" { ".planning/config.json": TIGHTER_MAP }
            "docs(07): plan taxes" { ".planning/phases/07-tax/07-SPEC.md": LOCKED, ".planning/phases/07-tax/07-01-PLAN.md": PLAN }
        },
        good: history! {
            "docs: configure the pipeline" { ".planning/config.json": MAP }
            "docs(07): plan taxes" { ".planning/phases/07-tax/07-SPEC.md": LOCKED, ".planning/phases/07-tax/07-01-PLAN.md": PLAN }
        },
    }
    DEPTH_BEYOND_LOCK = "K012" "depth-beyond-lock", Warning, Phase {
        why: "What the phase is made of asks for more depth than its lock says. That holds at once, and the lock does not say so.",
        fix: "Record it: `phase-pipeline classify PHASE --lock --commit`.",
        bad: history! {
            "docs: configure the pipeline" { ".planning/config.json": MAP }
            "docs(07): plan taxes" { ".planning/phases/07-tax/07-SPEC.md": LOCKED, ".planning/phases/07-tax/07-01-PLAN.md": PLAN }
            "docs(07): ask again" { ".planning/phases/07-tax/07-SPEC.md": "# Tax\n\n**Ambiguity score:** 0.40\n\n## Goal\n\nTaxes are counted, or fees.\n\n<!-- phase-pipeline:lock v1 phase=07 -->\nsurface: pay gates=secure by=src/pay/tax.rs\nassumed: none\ndepth: shallow\nskip: ui — no declared path matches its glob\n<!-- /phase-pipeline:lock -->\n" }
        },
        good: history! {
            "docs: configure the pipeline" { ".planning/config.json": MAP }
            "docs(07): plan taxes" { ".planning/phases/07-tax/07-SPEC.md": LOCKED, ".planning/phases/07-tax/07-01-PLAN.md": PLAN }
        },
    }
    STILL_ASSUMED = "K013" "still-assumed", Warning, Phase {
        why: "The lock assumes a surface because nothing could answer for it then, and the plans answer by now.",
        fix: "Lock it again before execution begins: `phase-pipeline classify PHASE --lock --commit`.",
        bad: history! {
            "docs: configure the pipeline" { ".planning/config.json": MAP }
            "docs(07): specify taxes" { ".planning/phases/07-tax/07-SPEC.md": locked!("assumed: pay gates=secure\nassumed: ui gates=ui-review\ndepth: shallow\n") }
            "docs(07): plan taxes" { ".planning/phases/07-tax/07-01-PLAN.md": PLAN }
        },
        good: history! {
            "docs: configure the pipeline" { ".planning/config.json": MAP }
            "docs(07): specify taxes" { ".planning/phases/07-tax/07-SPEC.md": locked!("assumed: pay gates=secure\nassumed: ui gates=ui-review\ndepth: shallow\n") }
            "docs(07): plan taxes" { ".planning/phases/07-tax/07-SPEC.md": LOCKED, ".planning/phases/07-tax/07-01-PLAN.md": PLAN }
        },
    }
    NO_REASON = "K014" "no-reason", Error, Phase {
        why: "A surface is skipped, an absence accepted or a lock replaced, and nobody says why. The reason is what the record is for.",
        fix: "Write the reason behind the name: `skip: ui — no declared path matches its glob`.",
        bad: history! {
            "docs: configure the pipeline" { ".planning/config.json": MAP }
            "docs(07): plan taxes" { ".planning/phases/07-tax/07-SPEC.md": locked!("surface: pay gates=secure by=src/pay/tax.rs\nassumed: none\ndepth: shallow\nskip: ui\n"), ".planning/phases/07-tax/07-01-PLAN.md": PLAN }
        },
        good: history! {
            "docs: configure the pipeline" { ".planning/config.json": MAP }
            "docs(07): plan taxes" { ".planning/phases/07-tax/07-SPEC.md": LOCKED, ".planning/phases/07-tax/07-01-PLAN.md": PLAN }
        },
    }
    LOCK_REPLACED = "K015" "lock-replaced", Warning, Phase {
        why: "The lock replaces an earlier one, so that it may ask for less. A reviewer should see what for.",
        fix: "Read the reason; what is in order may be put below `pipeline.lint.ignore`, for this phase.",
        bad: history! {
            "docs: configure the pipeline" { ".planning/config.json": MAP }
            "docs(07): plan taxes" { ".planning/phases/07-tax/07-SPEC.md": locked!("surface: pay gates=secure by=src/pay/tax.rs\nassumed: none\ndepth: shallow\nskip: ui — no declared path matches its glob\nsupersedes: 0123456789abcdef — the page is another phase\n"), ".planning/phases/07-tax/07-01-PLAN.md": PLAN }
        },
        good: history! {
            "docs: configure the pipeline" { ".planning/config.json": MAP }
            "docs(07): plan taxes" { ".planning/phases/07-tax/07-SPEC.md": LOCKED, ".planning/phases/07-tax/07-01-PLAN.md": PLAN }
        },
    }
    SURFACE_RETIRED = "K016" "surface-retired", Warning, Phase {
        why: "The phase is locked to a surface that the map no longer has. Its locked gates stay owed.",
        fix: "Pass the gates; where the surface has a new name, say so in the map: `\"was\": \"old-name\"`.",
        bad: history! {
            "docs: configure the pipeline" { ".planning/config.json": MAP }
            "docs(07): plan taxes" { ".planning/phases/07-tax/07-SPEC.md": locked!("surface: billing gates=secure by=src/pay/tax.rs\nsurface: pay gates=secure by=src/pay/tax.rs\nassumed: none\ndepth: shallow\n"), ".planning/phases/07-tax/07-01-PLAN.md": PLAN }
        },
        good: history! {
            "docs: configure the pipeline" { ".planning/config.json": "{\"surfaces\": {\"pay\": {\"globs\": [\"src/pay/**\"], \"gates\": [\"secure\"], \"was\": \"billing\"}}}" }
            "docs(07): plan taxes" { ".planning/phases/07-tax/07-SPEC.md": locked!("surface: billing gates=secure by=src/pay/tax.rs\nassumed: none\ndepth: shallow\n"), ".planning/phases/07-tax/07-01-PLAN.md": PLAN }
        },
    }
    WAIVED_PINNED = "K017" "waiver-of-pinned-gate", Error, Phase {
        why: "The lock accepts the absence of a gate that a pinned surface asks for. That accepts nothing: the gate stays owed.",
        fix: "Take the waiver out, and pass the gate.",
        bad: history! {
            "docs: configure the pipeline" { ".planning/config.json": PINNED_MAP }
            "docs(07): plan taxes" { ".planning/phases/07-tax/07-SPEC.md": locked!("surface: pay pinned floor=standard gates=secure by=src/pay/tax.rs\nassumed: none\ndepth: standard\nwaive: secure — looked at by hand\n"), ".planning/phases/07-tax/07-01-PLAN.md": PLAN }
        },
        good: history! {
            "docs: configure the pipeline" { ".planning/config.json": MAP }
            "docs(07): plan taxes" { ".planning/phases/07-tax/07-SPEC.md": locked!("surface: pay gates=secure by=src/pay/tax.rs\nassumed: none\ndepth: shallow\nwaive: secure — looked at by hand\n"), ".planning/phases/07-tax/07-01-PLAN.md": PLAN }
        },
    }
    WAIVER_LAPSED = "K018" "waiver-lapsed", Warning, Phase {
        why: "The absence of a step was accepted for what there was then, and the phase was executed further since: the waiver has \
              lapsed.",
        fix: "Take the step, or accept its absence anew for another reason: `phase-pipeline waive PHASE STEP --reason TEXT`.",
        bad: history! {
            "docs: configure the pipeline" { ".planning/config.json": MAP }
            "docs(07): plan taxes" { ".planning/phases/07-tax/07-SPEC.md": locked!("surface: pay gates=secure by=src/pay/tax.rs\nassumed: none\ndepth: shallow\nwaive: secure — looked at by hand\n"), ".planning/phases/07-tax/07-01-PLAN.md": PLAN }
            "feat(07-01): count taxes" { "src/pay/tax.rs": "// taxes\n" }
        },
        good: history! {
            "docs: configure the pipeline" { ".planning/config.json": MAP }
            "docs(07): plan taxes" { ".planning/phases/07-tax/07-SPEC.md": LOCKED, ".planning/phases/07-tax/07-01-PLAN.md": PLAN }
            "feat(07-01): count taxes" { "src/pay/tax.rs": "// taxes\n" }
            "docs(07): accept that nobody looks at threats" { ".planning/phases/07-tax/07-SPEC.md": locked!("surface: pay gates=secure by=src/pay/tax.rs\nassumed: none\ndepth: shallow\nskip: ui — no declared path matches its glob\nwaive: secure — looked at by hand\n") }
        },
    }
    CHANGED_TOO_LATE = "K019" "lock-changed-too-late", Warning, Phase {
        why: "Since execution began the lock skips a surface by hand or replaces an earlier lock. Both count only before: nothing is \
              lowered in a phase that has begun.",
        fix: "Take the line out; a step that will not be taken is waived: `phase-pipeline waive PHASE STEP --reason TEXT`.",
        bad: history! {
            "docs: configure the pipeline" { ".planning/config.json": MAP }
            "docs(07): plan taxes" { ".planning/phases/07-tax/07-SPEC.md": BOTH, ".planning/phases/07-tax/07-01-PLAN.md": WIDE_PLAN }
            "feat(07-01): count taxes" { "src/pay/tax.rs": "// taxes\n" }
            "docs(07): leave the page out" { ".planning/phases/07-tax/07-SPEC.md": locked!("surface: pay gates=secure by=src/pay/tax.rs\nassumed: none\ndepth: shallow\nskip: ui by-hand — the page is another phase\n") }
        },
        good: history! {
            "docs: configure the pipeline" { ".planning/config.json": MAP }
            "docs(07): plan taxes" { ".planning/phases/07-tax/07-SPEC.md": LOCKED, ".planning/phases/07-tax/07-01-PLAN.md": WIDE_PLAN }
            "feat(07-01): count taxes" { "src/pay/tax.rs": "// taxes\n" }
            "docs(07): the page is touched too" { ".planning/phases/07-tax/07-SPEC.md": BOTH }
        },
    }
}
