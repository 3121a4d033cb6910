//! The surfaces that a map starts with, and the gates of GSD that each asks for.
//!
//! Source: the sample map of the proposal (discussion "surface-scoped gate routing"). Its gates that no command of GSD leaves
//! an artifact for (`migration-idempotency`, `rollback-runbook`, `parity-check`) are proposed only where a project has them.

use crate::engine::depth::Depth;
use crate::engine::propose::{Starter, Vocabulary, signs};
use crate::engine::table::{Table, TableRow};

/// The surfaces, in the order of a map.
pub const STARTERS: &[Starter] = &[
    Starter {
        name: "payments",
        about: "where money is moved, split or charged",
        gates: &["secure", "validate", "full-uat"],
        own_gates: &[],
        pinned: true,
        destructive_pins_depth: None,
        globs: &["src/payments/**", "src/billing/**", "src/lib/money/**"],
        shows: false,
        keeps: false,
    },
    Starter {
        name: "schema",
        about: "the database's form and what changes it",
        gates: &["secure", "validate"],
        own_gates: &["migration-idempotency", "rollback-runbook"],
        pinned: true,
        destructive_pins_depth: Some(Depth::Deep),
        globs: &["migrations/**", "db/schema/**", "docker-compose.yml"],
        shows: false,
        keeps: true,
    },
    Starter {
        name: "security",
        about: "who may do what, and how that is kept",
        gates: &["secure", "validate"],
        own_gates: &[],
        pinned: true,
        destructive_pins_depth: None,
        globs: &["src/auth/**", "src/middleware/**", "config/secrets/**"],
        shows: false,
        keeps: false,
    },
    Starter {
        name: "ui",
        about: "what people see",
        gates: &["ui-spec", "ui-review", "browser-uat"],
        own_gates: &[],
        pinned: false,
        destructive_pins_depth: None,
        globs: &["src/app/**", "src/components/**", "src/hooks/**", "DESIGN.md"],
        shows: true,
        keeps: true,
    },
    Starter {
        name: "ai",
        about: "prompts, models, and what judges them",
        gates: &["ai-spec", "eval-review"],
        own_gates: &[],
        pinned: false,
        destructive_pins_depth: None,
        globs: &["prompts/**", "src/llm/**", "evals/**"],
        shows: false,
        keeps: false,
    },
    Starter {
        name: "data",
        about: "what is stored, and what it means",
        gates: &["validate"],
        own_gates: &["parity-check"],
        pinned: false,
        destructive_pins_depth: None,
        globs: &["src/models/**", "src/lib/identity/**"],
        shows: false,
        keeps: false,
    },
];

/// What a map is proposed with.
pub const VOCABULARY: Vocabulary = Vocabulary {
    starters: STARTERS,
    signs: signs::SIGNS,
    shown: signs::SHOWN,
    parts: signs::PARTS,
    errands: signs::ERRANDS,
};

/// The table as a reader sees it.
pub fn table() -> Table {
    let listed = |names: &[&str]| {
        let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
        names.join(" ")
    };
    let rows = STARTERS.iter().map(|starter| {
        let pinned = match (starter.pinned, starter.destructive_pins_depth) {
            (true, Some(depth)) => format!("pinned, {} where something destructive lies in it", depth.word()),
            (true, None) => "pinned".to_owned(),
            (false, _) => String::new(),
        };
        let cells =
            [starter.about.to_owned(), pinned, listed(starter.gates), listed(starter.own_gates), listed(starter.globs)];
        TableRow::new(starter.name, cells)
    });
    Table {
        id: "starter",
        title: "Surfaces that a map starts with",
        intro: "`init` fits these to the folders of a project. A surface that nothing in the tree speaks for is left out; a \
                gate of the project's own is asked for only where phases have its artifact.",
        columns: &["what belongs to it", "pinned", "gates", "gates where phases have them", "globs to start with"],
        rows: rows.collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::glob::Glob;

    #[test]
    fn every_sign_is_of_a_starter_and_every_starter_has_signs() {
        for sign in VOCABULARY.signs {
            assert!(STARTERS.iter().any(|starter| starter.name == sign.surface), "{}", sign.words());
            assert!(sign.form.text().rsplit('/').skip(1).all(|segment| !segment.contains('*')), "{}", sign.words());
        }
        for starter in STARTERS {
            assert!(VOCABULARY.signs_of(starter.name).any(|sign| !sign.beside), "{}", starter.name);
            assert!(VOCABULARY.signs_of(starter.name).all(|sign| sign.surface == starter.name), "{}", starter.name);
            assert!(starter.globs.iter().all(|glob| Glob::parse(glob).is_ok()), "{}", starter.name);
        }
        assert_eq!(STARTERS.iter().filter(|starter| starter.shows).count(), 1);
    }

    #[test]
    fn no_sign_stands_there_twice() {
        for table in [signs::table(), table()] {
            let mut ids: Vec<&str> = table.rows.iter().map(|row| row.id.as_str()).collect();
            let all = ids.len();
            ids.sort_unstable();
            ids.dedup();
            assert_eq!(ids.len(), all, "{}", table.id);
        }
    }
}
