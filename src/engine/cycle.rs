//! The cycle gates: what each of them does at each depth, as words for a reader and as flags for its command.

use super::depth::Depth;
use super::table::{Table, TableRow};

/// Whether a depth runs the gate at all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Run {
    /// The step is skipped.
    Skip,
    /// The step runs when at least this many gray areas are open, or when nobody has counted them.
    WhenGray(usize),
    /// The step runs.
    Always,
}

impl Run {
    /// Whether the gate runs with that many gray areas; none where they are not counted.
    pub fn runs(self, gray_areas: Option<usize>) -> bool {
        match self {
            Self::Skip => false,
            Self::WhenGray(at_least) => gray_areas.is_none_or(|counted| counted >= at_least),
            Self::Always => true,
        }
    }
}

/// The findings that a depth asks to fix.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum FixScope {
    /// Critical findings and blockers.
    Critical,
    /// Warnings too.
    Warnings,
    /// Every finding.
    All,
}

/// A flag and the one command that takes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Flag {
    /// The flag as typed.
    pub flag: &'static str,
    /// The command's first word, e.g. `/gsd-code-review`.
    pub command: &'static str,
}

/// What one gate does at one depth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Setting {
    /// What it comes to, in words.
    pub words: &'static str,
    /// Whether it runs.
    pub run: Run,
    /// The flags, each for the command that takes it.
    pub flags: &'static [Flag],
    /// The findings that it asks to fix, where it fixes.
    pub fix: Option<FixScope>,
}

/// One row of the cycle table.
#[derive(Debug, Clone, Copy)]
pub struct CycleRow {
    /// The gate, named like its step.
    pub gate: &'static str,
    /// What it does at shallow, standard and deep.
    pub settings: [Setting; 3],
}

impl CycleRow {
    /// What the gate does at `depth`.
    pub fn at(&self, depth: Depth) -> &Setting {
        let [shallow, standard, deep] = &self.settings;
        match depth {
            Depth::Shallow => shallow,
            Depth::Standard => standard,
            Depth::Deep => deep,
        }
    }
}

impl Setting {
    /// The flags that `command` takes, in order. A command that a project put in the place of the usual one takes none.
    pub fn flags_for(&self, command: &str) -> Vec<&'static str> {
        let first = command.split_whitespace().next().unwrap_or_default();
        let flags = self.flags.iter().filter(|flag| flag.command == first).map(|flag| flag.flag);
        // A flag that the command has already is not said twice.
        flags.filter(|flag| !command.split_whitespace().any(|word| word == *flag)).collect()
    }

    /// `command` with the flags that it takes.
    pub fn apply(&self, command: &str) -> String {
        std::iter::once(command).chain(self.flags_for(command)).collect::<Vec<_>>().join(" ")
    }
}

/// The table as a reader sees it.
pub fn table(rows: &[CycleRow]) -> Table {
    let rows = rows.iter().map(|row| {
        let cell = |setting: &Setting| {
            let mut flags: Vec<String> = Vec::new();
            for flag in setting.flags {
                let told = format!("`{}` of `{}`", flag.flag, flag.command);
                flags.push(told);
            }
            if flags.is_empty() { setting.words.to_owned() } else { format!("{}: {}", setting.words, flags.join(", ")) }
        };
        TableRow::new(row.gate, Depth::ALL.map(|depth| cell(row.at(depth))))
    });
    Table {
        id: "cycle",
        title: "Cycles by depth",
        intro: "How hard the gates that cost cycles work at each depth. Deep is the uniform pipeline. A flag is printed only \
                with the command that takes it. Gates of surfaces are not here: an owed one runs at every depth.",
        columns: &["shallow", "standard", "deep"],
        rows: rows.collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOOP: Flag = Flag { flag: "--max-cycles 2", command: "/loop" };
    const ALL: Flag = Flag { flag: "--all", command: "/review" };
    const ROW: CycleRow = CycleRow {
        gate: "review",
        settings: [
            Setting { words: "none", run: Run::Skip, flags: &[], fix: None },
            Setting { words: "two", run: Run::WhenGray(3), flags: &[LOOP], fix: None },
            Setting { words: "all", run: Run::Always, flags: &[LOOP, ALL], fix: Some(FixScope::All) },
        ],
    };

    #[test]
    fn a_command_gets_the_flags_that_it_takes() {
        let deep = ROW.at(Depth::Deep);
        assert_eq!(deep.apply("/loop 7"), "/loop 7 --max-cycles 2");
        assert_eq!(deep.apply("/review --phase 7"), "/review --phase 7 --all");
        assert_eq!(deep.apply("/review --all 7"), "/review --all 7");
        assert_eq!(deep.apply("/reviewer 7"), "/reviewer 7");
        assert_eq!(deep.apply("make review"), "make review");
        assert_eq!(deep.apply(""), "");
        assert_eq!(ROW.at(Depth::Shallow).apply("/loop 7"), "/loop 7");
    }

    #[test]
    fn gray_areas_that_nobody_counted_are_enough() {
        assert!(Run::WhenGray(3).runs(None));
        assert!(Run::WhenGray(3).runs(Some(3)));
        assert!(!Run::WhenGray(3).runs(Some(2)));
        assert!(Run::Always.runs(Some(0)) && !Run::Skip.runs(None));
    }

    #[test]
    fn the_table_has_a_cell_for_each_depth() {
        let table = table(&[ROW]);
        assert_eq!(table.rows.first().map(|row| row.cells.len()), Some(table.columns.len()));
        assert!(table.rows[0].cells[2].contains("`--max-cycles 2` of `/loop`"));
    }
}
