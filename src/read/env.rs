//! The environment variables that this tool reads: one table, and the one place that asks for them.

use std::ffi::OsString;

use crate::engine::table::{Table, TableRow};

/// A variable that this tool reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Var {
    /// `GSD_WORKSTREAM`.
    Workstream,
    /// `GIT_DIR`.
    GitDir,
    /// `PHASE_PIPELINE_CONTEXT`.
    Context,
    /// `CLAUDE_SESSION_ID`.
    ClaudeSession,
    /// `CLAUDE_CODE_SESSION_ID`.
    ClaudeCodeSession,
    /// `TMPDIR`.
    TemporaryFolder,
}

/// One row of the table of variables.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VarRow {
    /// The variable.
    pub var: Var,
    /// Its name in the environment.
    pub name: &'static str,
    /// What it is for, as help and documentation print it.
    pub purpose: &'static str,
}

/// Every variable that this tool reads itself. (Colour follows `NO_COLOR`, `CLICOLOR`, `CLICOLOR_FORCE`, which the terminal
/// library reads.)
///
/// Source: GSD's `references/workstream-flag.md`.
pub const VARS: &[VarRow] = &[
    VarRow {
        var: Var::Workstream,
        name: "GSD_WORKSTREAM",
        purpose: "the workstream to work in, where --ws does not name one",
    },
    VarRow {
        var: Var::GitDir,
        name: "GIT_DIR",
        purpose: "never followed: the repository is found by its path; a warning says so where this names another",
    },
    VarRow {
        var: Var::Context,
        name: "PHASE_PIPELINE_CONTEXT",
        purpose: "how full the context of the session is, in percent, where --context does not say it",
    },
    VarRow {
        var: Var::ClaudeSession,
        name: "CLAUDE_SESSION_ID",
        purpose: "the session whose status line may have measured that, at most a minute ago",
    },
    VarRow { var: Var::ClaudeCodeSession, name: "CLAUDE_CODE_SESSION_ID", purpose: "the same" },
    VarRow { var: Var::TemporaryFolder, name: "TMPDIR", purpose: "where that measure lies; else /tmp" },
];

/// The table as a reader sees it.
pub fn table() -> Table {
    Table {
        id: "env",
        title: "Environment variables",
        intro: "The variables that this tool reads itself. Colour follows NO_COLOR, CLICOLOR and CLICOLOR_FORCE.",
        columns: &["what for"],
        rows: VARS.iter().map(|row| TableRow::new(row.name, [row.purpose.to_owned()])).collect(),
    }
}

/// The value of `var`; none when it is not set or empty.
#[expect(clippy::disallowed_methods, reason = "this is the one place that reads the environment")]
pub fn get(var: Var) -> Option<OsString> {
    let row = VARS.iter().find(|row| row.var == var)?;
    std::env::var_os(row.name).filter(|value| !value.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_variable_has_one_row_and_one_name() {
        let all = [
            Var::Workstream,
            Var::GitDir,
            Var::Context,
            Var::ClaudeSession,
            Var::ClaudeCodeSession,
            Var::TemporaryFolder,
        ];
        assert_eq!(VARS.iter().map(|row| row.var).collect::<Vec<_>>(), all);
        for (at, row) in VARS.iter().enumerate() {
            assert!(VARS.iter().skip(at + 1).all(|other| other.name != row.name), "{}", row.name);
            assert!(!row.purpose.is_empty(), "{}", row.name);
        }
    }

    #[test]
    fn what_is_not_set_is_none() {
        for row in VARS {
            let value = get(row.var);
            assert!(value.is_none_or(|value| !value.is_empty()), "{}", row.name);
        }
    }
}
