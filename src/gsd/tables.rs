//! The tables of this methodology as a reader sees them.

use super::artifacts::{ARTIFACTS, Finish, Judges};
use super::cycle::CYCLES;
use super::resume::{RESUME, Target};
use super::runs::{RUNS, Run, runs_of};
use super::situation::Dim;
use super::starters;
use super::steps::{OwedWhen, STEPS};
use super::words::WORDS;
use crate::engine::change::{Ending, Leads, Leaves};
use crate::engine::conclude::Goal as _;
use crate::engine::evidence::Meaning;
use crate::engine::propose::{aside, signs};
use crate::engine::table::{Table, TableRow};
use crate::engine::{cycle, destructive};

/// Every table.
pub fn tables() -> Vec<Table> {
    vec![
        steps(),
        runs(),
        resume(),
        artifacts(),
        words(),
        cycle::table(CYCLES),
        destructive::table(),
        destructive::back::table(),
        starters::table(),
        signs::table(),
        aside::table(),
    ]
}

fn steps() -> Table {
    let rows = STEPS.iter().map(|row| {
        let switch = row.switch.map(|key| format!("workflow.{key}")).unwrap_or_default();
        TableRow::new(
            row.name,
            [
                row.step.number().to_string(),
                row.done_when.to_owned(),
                owed(row.owed),
                switch,
                left_by(runs_of(row.step)),
                format!("`{}`", row.command.replace("{phase}", "N")),
            ],
        )
    });
    Table {
        id: "step",
        title: "Steps",
        intro: "The pipeline of a phase. Numbers are public and never change their meaning. A step is done when its artifact \
                is in HEAD's tree, unchanged in the work tree, reads as finished, and is not older than the work it judges. \
                What a command leaves uncommitted it leaves so by design.",
        columns: &["number", "done when", "owed", "switched off by", "leaves", "command"],
        rows: rows.collect(),
    }
}

/// Everything that these commands may leave, each once; a thing that no ending commits, or only some do, says so.
fn left_by(runs: impl Iterator<Item = &'static Run>) -> String {
    let all: Vec<&Leaves<Dim>> = runs.flat_map(|run| run.endings).flat_map(|ending| ending.leaves).collect();
    let mut told: Vec<String> = Vec::new();
    for leaves in &all {
        let mut same = all.iter().filter(|other| other.what == leaves.what).map(|other| other.committed);
        let line = match (same.clone().any(|committed| committed), same.all(|committed| committed)) {
            (_, true) => leaves.what.to_owned(),
            (true, false) => format!("{} (uncommitted after some endings)", leaves.what),
            (false, _) => format!("{} (uncommitted)", leaves.what),
        };
        if !told.contains(&line) {
            told.push(line);
        }
    }
    told.join(", ")
}

fn runs() -> Table {
    let ending = |ending: &Ending<Dim>| {
        let leaves = ending.leaves.iter().map(|leaves| {
            if leaves.committed { leaves.what.to_owned() } else { format!("{} (uncommitted)", leaves.what) }
        });
        let leads = match ending.leads {
            Leads::On => String::new(),
            leads => format!(" ({})", leads.words()),
        };
        format!("{}{leads}: {}", ending.word, leaves.collect::<Vec<_>>().join(", "))
    };
    let rows = RUNS.iter().map(|run| {
        let command = run.command.replace("{own}", run.step.row().command).replace("{phase}", "N");
        let command = if command == "{gate}" { "the gate's own".to_owned() } else { format!("`{command}`") };
        let endings: Vec<String> = run.endings.iter().map(ending).collect();
        TableRow::new(run.id, [run.step.named().to_string(), run.when.words(), command, endings.join("; ")])
    });
    Table {
        id: "run",
        title: "Commands",
        intro: "What the command of a step leaves, by how it ends. What is left uncommitted is shown by the next diagnosis, and \
                counts once it is committed. An ending that leads back is a verdict of the world outside: the same steps \
                follow until there is another one. From every state, with endings that lead on, a phase comes to its end in \
                bounded steps.",
        columns: &["step", "when", "command", "how it ends, and what it leaves"],
        rows: rows.collect(),
    }
}

fn owed(when: OwedWhen) -> String {
    match when {
        OwedWhen::Always => "always".to_owned(),
        OwedWhen::Deep => "at depth deep".to_owned(),
        OwedWhen::Map => "where there is a surface map".to_owned(),
        OwedWhen::GrayAreas => "at depth deep; at standard with three gray areas or more".to_owned(),
        OwedWhen::Gates(gates) => format!("for the gates {}", gates.join(", ")),
    }
}

fn resume() -> Table {
    Table::of_decisions(
        "resume",
        "Resume rows",
        "Where a phase goes on: top-down, the first row that matches wins. Nothing uncommitted and nothing stale satisfies a \
         row; a step that is neither done nor owed is skipped.",
        RESUME,
        Target::words,
    )
}

fn artifacts() -> Table {
    let rows = ARTIFACTS.iter().map(|row| {
        let name = if row.per_plan {
            format!("`<phase>[-<plan>]-{}.md`", row.name)
        } else {
            format!("`<phase>-{}.md`", row.name)
        };
        let finish = match row.finish {
            Finish::Word => "its status word says so",
            Finish::WordOrNone => "its status word says so, or it has none",
            Finish::WordAndNoThreats => "its status word says so, or it has none, and `threats_open` is 0",
            Finish::WordOrFindings => "its status word says so, else `findings.total`",
            Finish::Prose => "complete prose: nothing open, no leftover of its template",
            Finish::Plan => "front matter and task list are closed",
            Finish::Note => "never: it is no evidence",
        };
        let judges = match row.judges {
            Judges::Nothing => "",
            Judges::Execution => "execution",
            Judges::Review => "REVIEW",
            Judges::Plans => "plans",
        };
        TableRow::new(
            row.name.to_lowercase(),
            [
                name,
                row.step.map(|step| step.named().to_string()).unwrap_or_default(),
                finish.to_owned(),
                judges.to_owned(),
                if row.left_unfinished { "its step may leave it unfinished by design" } else { "" }.to_owned(),
                row.doc.to_owned(),
            ],
        )
    });
    Table {
        id: "artifact",
        title: "Artifacts",
        intro: "The kinds of files that count as evidence in a phase's folder. An artifact is stale when what it judges came \
                after it.",
        columns: &["file name", "step", "finished when", "judges", "committed", "what it is"],
        rows: rows.collect(),
    }
}

fn words() -> Table {
    let rows = WORDS.iter().flat_map(|entry| {
        let kinds: Vec<&str> = entry.kinds.iter().map(|kind| kind.name()).collect();
        let kinds = kinds.join(", ");
        entry.rows.iter().map(move |row| {
            let meaning = meaning(row.meaning);
            let id = format!("{}-{meaning}", kinds.to_lowercase().replace(", ", "-"));
            TableRow::new(id, [kinds.clone(), meaning.to_owned(), row.words.join(", ")])
        })
    });
    Table {
        id: "word",
        title: "Status words",
        intro: "Words compare without case and quotes, with `-`, `_` and blanks alike, up to the first bracket, comma, colon, \
                semicolon or spaced dash. Any other word is unknown: it is reported with its line, and never taken for one of \
                these.",
        columns: &["kinds", "meaning", "words"],
        rows: rows.collect(),
    }
}

fn meaning(meaning: Meaning) -> &'static str {
    match meaning {
        Meaning::Done => "done",
        Meaning::Skipped => "skipped",
        Meaning::Failed => "failed",
        Meaning::Human => "human",
        Meaning::Issues => "issues",
        Meaning::Open => "open",
    }
}
