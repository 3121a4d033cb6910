//! Family C, first part: what is wrong with a config as it stands.

use super::{rules, settings};

rules! {
    SYNTAX = "C001" "config-syntax", Error, Config, never_ignored {
        why: "The config is no JSON, so no surface and no gate of it is known, and nothing can be decided with it.",
        fix: "Mend the file; comments and a comma behind the last value are no JSON.",
        bad: settings!("{\"surfaces\": {},}"),
        good: settings!("{\"surfaces\": {}}"),
    }
    UNKNOWN_FIELD = "C002" "unknown-field", Error, Config, never_ignored {
        why: "A key that nobody knows does nothing: `pined` pins nothing, and nobody would hear of it.",
        fix: "Write the key that was meant, or take it out.",
        bad: settings!("{\"surfaces\": {\"pay\": {\"globs\": [\"src/**\"], \"gates\": [\"secure\"], \"pined\": true}}}"),
        good: settings!("{\"surfaces\": {\"pay\": {\"globs\": [\"src/**\"], \"gates\": [\"secure\"], \"pinned\": true}}}"),
    }
    TWICE = "C003" "written-twice", Error, Config, never_ignored {
        why: "Of a key that is written twice readers of JSON keep the last and forget the first, with all of its gates.",
        fix: "Make one of the two, or give one of them another name.",
        bad: settings!("{\"surfaces\": {\n  \"pay\": {\"globs\": [\"src/**\"], \"gates\": [\"secure\"]},\n  \"pay\": {\"globs\": [\"web/**\"]}\n}}"),
        good: settings!("{\"surfaces\": {\n  \"pay\": {\"globs\": [\"src/**\"], \"gates\": [\"secure\"]},\n  \"web\": {\"globs\": [\"web/**\"]}\n}}"),
    }
    WRONG_TYPE = "C004" "wrong-type", Error, Config, never_ignored {
        why: "A value of another type cannot be used: the text \"yes\" is not true, and a text is not a list.",
        fix: "Write a value of the type that the message names.",
        bad: settings!("{\"surfaces\": {\"pay\": {\"globs\": [\"src/**\"], \"pinned\": \"yes\"}}}"),
        good: settings!("{\"surfaces\": {\"pay\": {\"globs\": [\"src/**\"], \"pinned\": true}}}"),
    }
    MISSING = "C005" "missing-field", Error, Config, never_ignored {
        why: "A surface without globs never answers, and an entry without what it needs means nothing.",
        fix: "Add the key that the message names.",
        bad: settings!("{\"surfaces\": {\"pay\": {\"gates\": [\"secure\"]}}}"),
        good: settings!("{\"surfaces\": {\"pay\": {\"globs\": [\"src/**\"], \"gates\": [\"secure\"]}}}"),
    }
    BAD_NAME = "C006" "bad-name", Error, Config, never_ignored {
        why: "Names stand in locks and in commands, so they are written in one way: lower case, without blanks.",
        fix: "Write the name as the message shows it.",
        bad: settings!("{\"surfaces\": {\"Pay Ments\": {\"globs\": [\"src/**\"]}}}"),
        good: settings!("{\"surfaces\": {\"pay-ments\": {\"globs\": [\"src/**\"]}}}"),
    }
    UNKNOWN_WORD = "C007" "unknown-word", Error, Config, never_ignored {
        why: "A word that is none of those that may stand there: a depth or a step that does not exist.",
        fix: "Write one of the words that the message lists.",
        bad: settings!("{\"surfaces\": {\"pay\": {\"globs\": [\"src/**\"], \"depth_floor\": \"depe\"}}}"),
        good: settings!("{\"surfaces\": {\"pay\": {\"globs\": [\"src/**\"], \"gates\": [\"secure\"], \"pinned\": true, \"depth_floor\": \"deep\"}}}"),
    }
    OUT_OF_RANGE = "C008" "out-of-range", Error, Config, never_ignored {
        why: "A number outside of its range or an empty text would switch off what it should tune.",
        fix: "Write a value of the range that the message names.",
        bad: settings!("{\"pipeline\": {\"checkpoint\": {\"threshold\": 600}}}"),
        good: settings!("{\"pipeline\": {\"checkpoint\": {\"threshold\": 60}}}"),
    }
    BAD_GLOB = "C009" "bad-glob", Error, Config, never_ignored {
        why: "Such a glob compiles elsewhere and matches nothing here, or something else than it says: the surface would stay \
              inactive without a word.",
        fix: "Write the glob as the message shows it; `explain lint/C009` has an example.",
        bad: settings!("{\"surfaces\": {\"pay\": {\"globs\": [\"src\\\\pay\\\\**\"]}}}"),
        good: settings!("{\"surfaces\": {\"pay\": {\"globs\": [\"src/pay/**\"]}}}"),
    }
    NO_GLOB = "C010" "no-glob", Error, Config, never_ignored {
        why: "A surface without a glob that matches (an empty list, or `!` before each) can never be active.",
        fix: "Add a glob, such as `src/**`, or take the surface out.",
        bad: settings!("{\"surfaces\": {\"pay\": {\"globs\": []}}}"),
        good: settings!("{\"surfaces\": {\"pay\": {\"globs\": [\"src/**\"]}}}"),
    }
    NEGATED_ON_PINNED = "C011" "negated-on-pinned", Error, Config, never_ignored {
        why: "A pinned surface takes nothing away: a `!` would open a hole in what nobody may skip.",
        fix: "Name the paths that belong to the surface, or put the others into a surface of their own.",
        bad: settings!("{\"surfaces\": {\"pay\": {\"globs\": [\"src/**\", \"!src/docs/**\"], \"pinned\": true}}}"),
        good: settings!("{\"surfaces\": {\"pay\": {\"globs\": [\"src/pay/**\"], \"pinned\": true}}}"),
    }
    TOO_LARGE = "C012" "too-large", Error, Config, never_ignored {
        why: "So many globs and choices cannot be compiled together, so none of them could be used.",
        fix: "Name folders in place of files, and write fewer choices.",
        bad: settings!("{\"surfaces\": {\"pay\": {\"globs\": [\"{a,b,c,d}{a,b,c,d}{a,b,c,d}{a,b,c,d}{a,b,c,d}{a,b,c,d}{a,b,c,d}{a,b,c,d}\"]}}}"),
        good: settings!("{\"surfaces\": {\"pay\": {\"globs\": [\"{a,b,c,d}/**\"]}}}"),
    }
    BAD_EXPRESSION = "C013" "bad-expression", Error, Config, never_ignored {
        why: "The text is no regular expression, or lacks a group that is asked for, so it would find nothing.",
        fix: "Mend the expression; `execute_commit` needs the groups `(?P<phase>…)` and `(?P<plan>…)`.",
        bad: settings!("{\"pipeline\": {\"execute_commit\": \"^P([0-9]+)\"}}"),
        good: settings!("{\"pipeline\": {\"execute_commit\": \"^P(?P<phase>[0-9]+)(?:\\\\.(?P<plan>[0-9]+))?:\"}}"),
    }
    BUILT_IN_GATE = "C014" "built-in-gate", Error, Config, never_ignored {
        why: "The gate has its own artifact and its own rules already; to declare it anew would weaken it.",
        fix: "Take the declaration out; to replace a step's command use `pipeline.commands`.",
        bad: settings!("{\"pipeline\": {\"gates\": {\"secure\": {\"artifact\": \"NOTES\"}}}}"),
        good: settings!("{\"pipeline\": {\"commands\": {\"secure\": \"/our-secure {phase}\"}}}"),
    }
    WORD_TAKEN = "C015" "word-taken", Error, Config, never_ignored {
        why: "A status word that means something already cannot be moved: `draft` must not become done.",
        fix: "Take the word out.",
        bad: settings!("{\"pipeline\": {\"words\": {\"SECURITY\": {\"done\": [\"draft\"]}}}}"),
        good: settings!("{\"pipeline\": {\"words\": {\"SECURITY\": {\"done\": [\"green lit\"]}}}}"),
    }
    IGNORE_WITHOUT_REASON = "C016" "ignore-without-reason", Error, Config, never_ignored {
        why: "Whoever puts up with a finding says why; without that nobody can tell later whether it still holds.",
        fix: "Add a `reason`, or take the entry out.",
        bad: settings!("{\"pipeline\": {\"lint\": {\"ignore\": [{\"rule\": \"dead-glob\"}]}}}"),
        good: settings!("{\"pipeline\": {\"lint\": {\"ignore\": [{\"rule\": \"dead-glob\", \"reason\": \"src/new comes with phase 9\"}]}}}"),
    }
    UNKNOWN_IGNORED_RULE = "C017" "unknown-ignored-rule", Error, Config, never_ignored {
        why: "The entry of `pipeline.lint.ignore` names no rule, so it hides nothing, and whoever wrote it thinks that it does.",
        fix: "Write the id or the name of a rule; `explain lint` lists them.",
        bad: settings!("{\"pipeline\": {\"lint\": {\"ignore\": [{\"rule\": \"dead-globs\", \"reason\": \"soon\"}]}}}"),
        good: settings!("{\"pipeline\": {\"lint\": {\"ignore\": [{\"rule\": \"dead-glob\", \"reason\": \"soon\"}]}}}"),
    }
    UNUSED_IGNORE = "C018" "unused-ignore", Warning, Config, never_ignored {
        why: "The entry of `pipeline.lint.ignore` matches no finding (any more): it would hide the next one that is like it. It is \
              only told where everything was looked at that the rule asks for.",
        fix: "Take the entry out.",
        bad: settings!("{\"pipeline\": {\"lint\": {\"ignore\": [{\"rule\": \"dead-glob\", \"reason\": \"comes with phase 9\"}]}}}"),
        good: settings!("{\n  \"surfaces\": {\"pay\": {\"globs\": [\"pay/**\"], \"gates\": [\"secure\"]}},\n  \"pipeline\": {\"lint\": {\"ignore\": [{\"rule\": \"dead-glob\", \"reason\": \"comes with phase 9\"}]}}\n}"),
    }
    ODD_SETTING = "C019" "odd-setting", Warning, Config {
        why: "A key of GSD's has a value of another type, so GSD and this tool pass it over: the text \"false\" switches nothing off.",
        fix: "Write a value of the type that the message names.",
        bad: settings!("{\"workflow\": {\"code_review\": \"false\"}}"),
        good: settings!("{\"workflow\": {\"code_review\": false}}"),
    }
    DEAD_GLOB = "C020" "dead-glob", Warning, Config {
        why: "The glob matches no tracked file. What it should guard may have moved away.",
        fix: "Write the glob that matches what it should guard, or take it out.",
        bad: settings!("{\"surfaces\": {\"pay\": {\"globs\": [\"src/pay/**\", \"lib/pay/**\"], \"gates\": [\"secure\"]}}}", "src/pay/tax.rs"),
        good: settings!("{\"surfaces\": {\"pay\": {\"globs\": [\"src/pay/**\"], \"gates\": [\"secure\"]}}}", "src/pay/tax.rs"),
    }
    CASE_ONLY = "C021" "case-only-glob", Error, Config {
        why: "The glob matches tracked files only if case is ignored, and git's paths have case: the surface would never be active.",
        fix: "Write the glob in the case of the files.",
        bad: settings!("{\"surfaces\": {\"pay\": {\"globs\": [\"src/pay/**\"], \"gates\": [\"secure\"]}}}", "src/Pay/Tax.rs"),
        good: settings!("{\"surfaces\": {\"pay\": {\"globs\": [\"src/Pay/**\"], \"gates\": [\"secure\"]}}}", "src/Pay/Tax.rs"),
    }
    FOLDER_GLOB = "C022" "folder-glob", Error, Config {
        why: "The glob is the name of a folder, and matches nothing that is in it.",
        fix: "Write `folder/**`.",
        bad: settings!("{\"surfaces\": {\"pay\": {\"globs\": [\"src/pay\"], \"gates\": [\"secure\"]}}}", "src/pay/tax.rs"),
        good: settings!("{\"surfaces\": {\"pay\": {\"globs\": [\"src/pay/**\"], \"gates\": [\"secure\"]}}}", "src/pay/tax.rs"),
    }
    GATE_TYPO = "C023" "gate-typo", Error, Config {
        why: "The gate is none of the built-in ones and is not declared, but is written almost like one of these: the step that was \
              meant would never be owed.",
        fix: "Write the gate that was meant, or declare this one in `pipeline.gates`.",
        bad: settings!("{\"surfaces\": {\"pay\": {\"globs\": [\"src/**\"], \"gates\": [\"secur\"]}}}", "src/tax.rs"),
        good: settings!("{\"surfaces\": {\"pay\": {\"globs\": [\"src/**\"], \"gates\": [\"secure\"]}}}", "src/tax.rs"),
    }
    UNDECLARED_GATE = "C024" "undeclared-gate", Warning, Config {
        why: "The gate is none of the built-in ones and is not declared in `pipeline.gates`: it has no command, and any file of its \
              name counts as its evidence.",
        fix: "Declare it in `pipeline.gates` with its `command` and `artifact`.",
        bad: settings!("{\"surfaces\": {\"pay\": {\"globs\": [\"src/**\"], \"gates\": [\"load-test\"]}}}", "src/tax.rs"),
        good: settings!("{\n  \"surfaces\": {\"pay\": {\"globs\": [\"src/**\"], \"gates\": [\"load-test\"]}},\n  \"pipeline\": {\"gates\": {\"load-test\": {\"command\": \"make load\", \"artifact\": \"LOAD-TEST\"}}}\n}", "src/tax.rs"),
    }
    UNUSED_GATE = "C025" "unused-gate", Warning, Config {
        why: "The gate is declared, and no surface asks for it, so it is never owed.",
        fix: "Name it in the `gates` of a surface, or take the declaration out.",
        bad: settings!("{\n  \"surfaces\": {\"pay\": {\"globs\": [\"src/**\"], \"gates\": [\"secure\"]}},\n  \"pipeline\": {\"gates\": {\"load-test\": {\"command\": \"make load\"}}}\n}", "src/tax.rs"),
        good: settings!("{\n  \"surfaces\": {\"pay\": {\"globs\": [\"src/**\"], \"gates\": [\"load-test\"]}},\n  \"pipeline\": {\"gates\": {\"load-test\": {\"command\": \"make load\"}}}\n}", "src/tax.rs"),
    }
    PINNED_GATE_OFF = "C026" "pinned-gate-off", Error, Config {
        why: "A switch of `workflow` turns off a gate that a pinned surface asks for. The gate stays owed all the same, and GSD's own \
              commands pass over it, so no phase could get on.",
        fix: "Take the switch out, or the pin, where nobody needs it.",
        bad: settings!("{\n  \"workflow\": {\"security_enforcement\": false},\n  \"surfaces\": {\"pay\": {\"globs\": [\"src/**\"], \"gates\": [\"secure\"], \"pinned\": true}}\n}", "src/tax.rs"),
        good: settings!("{\n  \"workflow\": {\"security_enforcement\": true},\n  \"surfaces\": {\"pay\": {\"globs\": [\"src/**\"], \"gates\": [\"secure\"], \"pinned\": true}}\n}", "src/tax.rs"),
    }
    PINNED_WITHOUT_GATES = "C027" "pinned-without-gates", Warning, Config {
        why: "The surface is pinned, which holds its gates at every depth, and it has none.",
        fix: "Give it gates, such as `secure` and `validate`.",
        bad: settings!("{\"surfaces\": {\"pay\": {\"globs\": [\"src/**\"], \"gates\": [], \"pinned\": true}}}", "src/tax.rs"),
        good: settings!("{\"surfaces\": {\"pay\": {\"globs\": [\"src/**\"], \"gates\": [\"secure\"], \"pinned\": true}}}", "src/tax.rs"),
    }
    UNCOVERED = "C028" "uncovered-files", Warning, Uncovered {
        why: "These tracked files belong to no surface, so a change of them asks for no gate.",
        fix: "Add a glob to a surface, or give them a surface without gates that says so.",
        bad: settings!("{\"surfaces\": {\"pay\": {\"globs\": [\"src/pay/**\"], \"gates\": [\"secure\"]}}}", "src/pay/tax.rs", "src/login/session.rs"),
        good: settings!("{\"surfaces\": {\"code\": {\"globs\": [\"src/**\"], \"gates\": [\"secure\"]}}}", "src/pay/tax.rs", "src/login/session.rs"),
    }
    UNKNOWN_COMMAND = "C029" "unknown-command", Error, Config {
        why: "The config names a command for a step or a gate that the project's own `.claude/commands` and `.claude/skills` do not \
              have, though they have others of its family: whoever is told to run it cannot.",
        fix: "Write the name of a command that is there, or add the command to the folder.",
        bad: settings!("{\"pipeline\": {\"commands\": {\"plan\": \"/gsd-foo N\"}}}", ".claude/commands/gsd/plan-phase.md"),
        good: settings!("{\"pipeline\": {\"commands\": {\"plan\": \"/gsd-plan-phase N\"}}}", ".claude/commands/gsd/plan-phase.md"),
    }
    FLOOR_WITHOUT_PIN = "C030" "floor-without-pin", Error, Config, never_ignored {
        why: "A floor holds of a pinned surface alone: of another one it raises nothing, whatever depth it names, and nobody would \
              hear of it.",
        fix: "Pin the surface, or take the floor out.",
        bad: settings!("{\"surfaces\": {\"pay\": {\"globs\": [\"src/**\"], \"gates\": [\"secure\"], \"depth_floor\": \"deep\"}}}"),
        good: settings!("{\"surfaces\": {\"pay\": {\"globs\": [\"src/**\"], \"gates\": [\"secure\"], \"pinned\": true, \"depth_floor\": \"deep\"}}}"),
    }
}
