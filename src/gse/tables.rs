//! The tables of this methodology as a reader sees them.

use super::activities::{ACTIVITIES, Freezes};
use super::choices::CHOICES;
use super::decide::TABLE;
use super::go::{GO, Target};
use super::guards::GUARDS;
use super::runs::run;
use super::shapes::{SHAPES, Then};
use super::situation::Dim;
use super::tasks::{Status, TRANSITIONS};
use crate::engine::change::Ending;
use crate::engine::conclude::Goal as _;
use crate::engine::table::{Table, TableRow};

/// Every table.
pub fn tables() -> Vec<Table> {
    vec![activities(), go(), guards(), tasks(), choices(), shapes()]
}

fn activities() -> Table {
    let rows = ACTIVITIES.iter().map(|row| {
        let freezes = match row.freezes {
            Freezes::Both => "refused",
            Freezes::SpecificationAlone => "refused by the specification alone (choice/freeze-writers)",
            Freezes::Nobody => "",
        };
        let endings: Vec<String> = run(row.activity).endings.iter().map(ending).collect();
        TableRow::new(
            row.name,
            [
                row.activity.number().to_string(),
                row.phase.to_owned(),
                row.done_when.to_owned(),
                freezes.to_owned(),
                endings.join("; "),
                format!("`{}`", row.command.replace("{task}", " --task TASK")),
            ],
        )
    });
    Table {
        id: "activity",
        title: "GSE-One: activities",
        intro: "The activities of a sprint. Numbers are public and never change their meaning. What an ending leaves is what the \
                next decision rests on.",
        columns: &["number", "phase", "done when", "in a frozen sprint", "how it ends, and what it leaves", "command"],
        rows: rows.collect(),
    }
}

fn ending(ending: &Ending<Dim>) -> String {
    let leaves: Vec<&str> = ending.leaves.iter().map(|leaves| leaves.what).collect();
    let leads = match ending.leads.words() {
        "" => String::new(),
        words => format!(" ({words})"),
    };
    format!("{}{leads}: {}", ending.word, leaves.join(", "))
}

fn go() -> Table {
    Table::of_decisions(
        TABLE,
        "GSE-One: rows of the decision tree",
        "Where a sprint goes on: top-down, the first row that matches wins. Nothing uncommitted satisfies a row. Recovery is \
         looked at before, guards after it.",
        GO,
        Target::words,
    )
}

fn guards() -> Table {
    let rows = GUARDS.iter().map(|row| {
        let before: Vec<&str> = row.before.iter().map(|activity| activity.row().name).collect();
        let choice = row.choice.map(|choice| format!("choice/{}", choice.row().id)).unwrap_or_default();
        TableRow::new(
            row.id,
            [row.level.word().to_owned(), before.join(", "), row.when.to_owned(), row.remedy.to_owned(), choice],
        )
    });
    Table {
        id: "guard",
        title: "GSE-One: guards",
        intro: "What must hold before an activity. A hard guard stops it (exit code 14); a gate is a question to a person and a soft \
                one a warning, and both are told with the decision.",
        columns: &["level", "before", "holds when", "what helps", "rests on"],
        rows: rows.collect(),
    }
}

fn tasks() -> Table {
    let rows = TRANSITIONS.iter().map(|row| {
        let from: Vec<&str> = row.from.iter().map(|status| Status::word(*status)).collect();
        let by = row.by.map_or("nobody", |activity| activity.row().name);
        TableRow::new(row.id, [from.join(", "), row.to.word().to_owned(), by.to_owned(), row.note.to_owned()])
    });
    Table {
        id: "task",
        title: "GSE-One: moves of a TASK",
        intro: "How the status of a TASK may change, and which activity changes it. A new TASK is open or planned. Any other move in \
                an uncommitted backlog is told before it is committed.",
        columns: &["from", "to", "by", "what for"],
        rows: rows.collect(),
    }
}

fn choices() -> Table {
    let rows = CHOICES.iter().map(|row| TableRow::new(row.id, [row.texts.to_owned(), row.taken.to_owned()]));
    Table {
        id: "choice",
        title: "GSE-One: open definitions",
        intro: "Where the texts of the methodology contradict each other or leave a word undefined, and what is taken. An answer that \
                rests on one prints it.",
        columns: &["what the texts say", "what is taken"],
        rows: rows.collect(),
    }
}

fn shapes() -> Table {
    let rows = SHAPES.iter().map(|row| {
        let then = match row.then {
            Then::Read(is) => format!("read as {is}"),
            Then::Refused(remedy) => format!("refused: {remedy}"),
        };
        TableRow::new(row.id, [row.files.to_owned(), row.form.to_owned(), then])
    });
    Table {
        id: "shape",
        title: "GSE-One: forms of state files",
        intro: "Forms that state files have in projects and the templates do not. Each is read and told, or the file is refused with \
                its line and what helps; then every value is possible, and the answer is undetermined unless it is the same for all.",
        columns: &["file", "form", "what becomes of it"],
        rows: rows.collect(),
    }
}
