//! Family A: what is wrong with the artifacts of a phase, and which of them it lacks.

use super::{history, rules};

/// A map with one pinned surface.
const MAP: &str = "{\"surfaces\": {\"pay\": {\"globs\": [\"src/pay/**\"], \"gates\": [\"secure\"], \"pinned\": true}}}";

/// A map whose surface is not pinned.
const OPEN_MAP: &str = "{\"surfaces\": {\"pay\": {\"globs\": [\"src/pay/**\"], \"gates\": [\"secure\"]}}}";

/// A map that asks for a contract of the user interface before the plan.
const UI_MAP: &str = "{\"surfaces\": {\"ui\": {\"globs\": [\"src/ui/**\"], \"gates\": [\"ui-spec\"]}}}";

const PLAN: &str = "---\nphase: 07-tax\nplan: 01\nwave: 1\ndepends_on: []\nfiles_modified: [src/pay/tax.rs]\n---\n\n<tasks>\n<task>\n  <name>Task 1</name>\n  <files>src/pay/tax.rs</files>\n</task>\n</tasks>\n";

const UI_PLAN: &str = "---\nphase: 07-tax\nplan: 01\nwave: 1\ndepends_on: []\nfiles_modified: [src/ui/tax.rs]\n---\n\n<tasks>\n<task>\n  <name>Task 1</name>\n  <files>src/ui/tax.rs</files>\n</task>\n</tasks>\n";

const SUMMARY: &str = "---\nphase: 07-tax\nplan: 01\nstatus: complete\n---\n\n# Summary\n\nTaxes are counted.\n";

const PASSED: &str = "---\nphase: 07-tax\nstatus: passed\n---\n\n# Verification\n\nTaxes are counted.\n";

const SECURED: &str =
    "---\nphase: 07-tax\nstatus: verified\nthreats_open: 0\n---\n\n# Security\n\nNo threat is open.\n";

const UI_SPEC: &str = "---\nphase: 07-tax\nstatus: approved\n---\n\n# UI\n\nOne table.\n";

const SPEC: &str = "# Tax\n\n**Ambiguity score:** 0.09\n\n## Goal\n\nTaxes are counted.\n";

const REVIEWS: &str = "# Reviews\n\n- **LOW**: name the tests.\n";

/// The roadmap calls the phase complete.
const TICKED: &str = "# Roadmap\n\n- [x] **Phase 7: Tax**\n";

const OPEN: &str = "# Roadmap\n\n- [ ] **Phase 7: Tax**\n";

rules! {
    PINNED_GATE_LACKING = "A001" "pinned-gate-lacking", Error, Phase {
        why: "The phase is past a gate that a pinned surface asks for, and nothing shows that the gate was passed: the roadmap calls \
              the phase complete, or (for what comes before the plan) its execution has begun.",
        fix: "Take the step; `phase-pipeline steps PHASE` shows its command. A gate of a pinned surface cannot be waived.",
        bad: history! {
            "docs: configure the pipeline" { ".planning/config.json": MAP, ".planning/ROADMAP.md": TICKED }
            "docs(07): plan taxes" { ".planning/phases/07-tax/07-01-PLAN.md": PLAN }
            "feat(07-01): count taxes" { "src/pay/tax.rs": "// taxes\n" }
            "docs(07-01): complete plan" { ".planning/phases/07-tax/07-01-SUMMARY.md": SUMMARY, ".planning/phases/07-tax/07-VERIFICATION.md": PASSED }
        },
        good: history! {
            "docs: configure the pipeline" { ".planning/config.json": MAP, ".planning/ROADMAP.md": TICKED }
            "docs(07): plan taxes" { ".planning/phases/07-tax/07-01-PLAN.md": PLAN }
            "feat(07-01): count taxes" { "src/pay/tax.rs": "// taxes\n" }
            "docs(07-01): complete plan" { ".planning/phases/07-tax/07-01-SUMMARY.md": SUMMARY, ".planning/phases/07-tax/07-VERIFICATION.md": PASSED }
            "docs(07): no threat is open" { ".planning/phases/07-tax/07-SECURITY.md": SECURED }
        },
    }
    GATES_LACKING = "A002" "gates-lacking", Warning, Phase {
        why: "The roadmap calls the phase complete, and steps after its execution are owed that nothing shows as done: the mark is \
              all that says so.",
        fix: "Take the steps, or accept their absence: `phase-pipeline waive PHASE STEP --reason TEXT`.",
        bad: history! {
            "docs: configure the pipeline" { ".planning/config.json": OPEN_MAP, ".planning/ROADMAP.md": TICKED }
            "docs(07): plan taxes" { ".planning/phases/07-tax/07-01-PLAN.md": PLAN }
            "feat(07-01): count taxes" { "src/pay/tax.rs": "// taxes\n" }
            "docs(07-01): complete plan" { ".planning/phases/07-tax/07-01-SUMMARY.md": SUMMARY, ".planning/phases/07-tax/07-VERIFICATION.md": PASSED }
        },
        good: history! {
            "docs: configure the pipeline" { ".planning/config.json": OPEN_MAP, ".planning/ROADMAP.md": OPEN }
            "docs(07): plan taxes" { ".planning/phases/07-tax/07-01-PLAN.md": PLAN }
            "feat(07-01): count taxes" { "src/pay/tax.rs": "// taxes\n" }
            "docs(07-01): complete plan" { ".planning/phases/07-tax/07-01-SUMMARY.md": SUMMARY, ".planning/phases/07-tax/07-VERIFICATION.md": PASSED }
        },
    }
    STEPS_PASSED_BY = "A003" "steps-passed-by", Warning, Phase {
        why: "Execution has begun without a step that the phase owes before it. No route goes back to it: what it would have found, \
              nobody looked for.",
        fix: "Take the step now, or accept its absence: `phase-pipeline waive PHASE STEP --reason TEXT`.",
        bad: history! {
            "docs: configure the pipeline" { ".planning/config.json": UI_MAP, ".planning/ROADMAP.md": OPEN }
            "docs(07): plan taxes" { ".planning/phases/07-tax/07-SPEC.md": SPEC, ".planning/phases/07-tax/07-01-PLAN.md": UI_PLAN }
            "docs(07): review the plan" { ".planning/phases/07-tax/07-REVIEWS.md": REVIEWS }
            "feat(07-01): show taxes" { "src/ui/tax.rs": "// taxes\n" }
        },
        good: history! {
            "docs: configure the pipeline" { ".planning/config.json": UI_MAP, ".planning/ROADMAP.md": OPEN }
            "docs(07): draw taxes" { ".planning/phases/07-tax/07-SPEC.md": SPEC, ".planning/phases/07-tax/07-UI-SPEC.md": UI_SPEC }
            "docs(07): plan taxes" { ".planning/phases/07-tax/07-01-PLAN.md": UI_PLAN }
            "docs(07): review the plan" { ".planning/phases/07-tax/07-REVIEWS.md": REVIEWS }
            "feat(07-01): show taxes" { "src/ui/tax.rs": "// taxes\n" }
        },
    }
    STALE = "A004" "stale-artifact", Warning, Phase {
        why: "An artifact judges the execution of a phase and is older than a part of it: it says nothing of what came after, and counts \
              as missing.",
        fix: "Take its step again.",
        bad: history! {
            "docs(07): plan taxes" { ".planning/ROADMAP.md": OPEN, ".planning/phases/07-tax/07-01-PLAN.md": PLAN }
            "docs(07): no threat is open" { ".planning/phases/07-tax/07-SECURITY.md": SECURED }
            "feat(07-01): count taxes" { "src/pay/tax.rs": "// taxes\n" }
            "docs(07-01): complete plan" { ".planning/phases/07-tax/07-01-SUMMARY.md": SUMMARY }
        },
        good: history! {
            "docs(07): plan taxes" { ".planning/ROADMAP.md": OPEN, ".planning/phases/07-tax/07-01-PLAN.md": PLAN }
            "feat(07-01): count taxes" { "src/pay/tax.rs": "// taxes\n" }
            "docs(07-01): complete plan" { ".planning/phases/07-tax/07-01-SUMMARY.md": SUMMARY }
            "docs(07): no threat is open" { ".planning/phases/07-tax/07-SECURITY.md": SECURED }
        },
    }
    UNKNOWN_STATUS = "A005" "unknown-status", Error, Phase {
        why: "An artifact's status is a word that no table knows. It is taken for every word that its kind allows, so the phase may \
              stay undetermined.",
        fix: "Write a known word, or declare this one below `pipeline.words`.",
        bad: history! {
            "docs(07): plan taxes" { ".planning/ROADMAP.md": OPEN, ".planning/phases/07-tax/07-01-PLAN.md": PLAN }
            "docs(07): verify" { ".planning/phases/07-tax/07-VERIFICATION.md": "---\nphase: 07-tax\nstatus: splendid\n---\n\n# Verification\n\nAll well.\n" }
        },
        good: history! {
            "docs(07): plan taxes" { ".planning/ROADMAP.md": OPEN, ".planning/phases/07-tax/07-01-PLAN.md": PLAN }
            "docs(07): verify" { ".planning/phases/07-tax/07-VERIFICATION.md": PASSED }
        },
    }
    SALVAGED = "A006" "salvaged-front-matter", Warning, Phase {
        why: "The front matter is no valid YAML and is read line by line: plain values are found, lists and maps may be lost.",
        fix: "Put a text that holds a colon into quotes; write a key once; close the front matter with `---`.",
        bad: history! {
            "docs(07): plan taxes" { ".planning/ROADMAP.md": OPEN, ".planning/phases/07-tax/07-01-PLAN.md": "---\nphase: 07-tax\nplan: 01\nobjective: taxes: all of them\nfiles_modified: [src/pay/tax.rs]\n---\n\n<tasks>\n<task>\n  <name>Task 1</name>\n</task>\n</tasks>\n" }
        },
        good: history! {
            "docs(07): plan taxes" { ".planning/ROADMAP.md": OPEN, ".planning/phases/07-tax/07-01-PLAN.md": "---\nphase: 07-tax\nplan: 01\nobjective: \"taxes: all of them\"\nfiles_modified: [src/pay/tax.rs]\n---\n\n<tasks>\n<task>\n  <name>Task 1</name>\n</task>\n</tasks>\n" }
        },
    }
    UNREADABLE = "A007" "unreadable-artifact", Error, Phase {
        why: "An artifact cannot be read, so nobody can tell whether its step is done.",
        fix: "Mend the file: resolve a merge to its end, write UTF-8.",
        bad: history! {
            "docs(07): discuss" { ".planning/ROADMAP.md": OPEN, ".planning/phases/07-tax/07-CONTEXT.md": "# Context\n\n<<<<<<< HEAD\nCount by month.\n=======\nCount by year.\n>>>>>>> other\n" }
        },
        good: history! {
            "docs(07): discuss" { ".planning/ROADMAP.md": OPEN, ".planning/phases/07-tax/07-CONTEXT.md": "# Context\n\nCount by year.\n" }
        },
    }
    TRUNCATED = "A008" "truncated-artifact", Error, Phase {
        why: "An artifact ends in the middle: a fence, a tag or its front matter is open. What wrote it was cut off, and its step counts \
              as not done.",
        fix: "Have its step write it again, or close what is open where nothing is missing.",
        bad: history! {
            "docs(07): plan taxes" { ".planning/ROADMAP.md": OPEN, ".planning/phases/07-tax/07-01-PLAN.md": "---\nphase: 07-tax\nplan: 01\n---\n\n<tasks>\n<task>\n  <name>Task 1</name>\n" }
        },
        good: history! {
            "docs(07): plan taxes" { ".planning/ROADMAP.md": OPEN, ".planning/phases/07-tax/07-01-PLAN.md": PLAN }
        },
    }
    NAME_DRIFT = "A009" "name-drift", Warning, Phase {
        why: "A file's name holds PLAN or SUMMARY and is none of those that are read: a plan in it is executed by nobody, and a summary \
              in it finishes nothing.",
        fix: "Name it `<phase>-<plan>-PLAN.md` or `<phase>-<plan>-SUMMARY.md`; for notes choose a name without these words.",
        bad: history! {
            "docs(07): plan taxes" { ".planning/ROADMAP.md": OPEN, ".planning/phases/07-tax/07-01-PLAN.md": PLAN, ".planning/phases/07-tax/07-RUNPLAN.md": "# More of it\n" }
        },
        good: history! {
            "docs(07): plan taxes" { ".planning/ROADMAP.md": OPEN, ".planning/phases/07-tax/07-01-PLAN.md": PLAN, ".planning/phases/07-tax/07-notes.md": "# More of it\n" }
        },
    }
    UNCOMMITTED = "A010" "uncommitted-artifact", Warning, Phase {
        why: "An artifact is not committed as it lies here: nobody else has it, and its step does not count as done.",
        fix: "Commit it, or take it away; `phase-pipeline diagnose PHASE` says which.",
        bad: history! {
            "docs(07): plan taxes" { ".planning/ROADMAP.md": OPEN, ".planning/phases/07-tax/07-01-PLAN.md": PLAN, ".gitignore": "*-SPEC.md\n", ".planning/phases/07-tax/07-SPEC.md": SPEC }
        },
        good: history! {
            "docs(07): plan taxes" { ".planning/ROADMAP.md": OPEN, ".planning/phases/07-tax/07-01-PLAN.md": PLAN, ".planning/phases/07-tax/07-SPEC.md": SPEC }
        },
    }
}
