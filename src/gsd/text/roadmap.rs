//! Reads ROADMAP.md: what it says of each phase on that phase's own lines.
//!
//! Three kinds of line belong to a phase: a heading (`### Phase 7: Name`), a checkbox (`- [x] **Phase 7: Name**`) and a row of
//! a table of phases (`| 7. Name | 2/2 | Complete |`). Everything else that mentions it is prose: plan lines, dependency and
//! requirement tables, sentences.
//!
//! Source: GSD's `templates/roadmap.md` and `docs/reference/planning-artifacts.md`; the drift is that of public projects.

use std::collections::HashMap;
use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::lines::visible_lines;
pub use super::table::RowStatus;
use super::table::{Row, Tables};
use super::token::{leading_id, leading_token};
use crate::gsd::ids::PhaseId;
use crate::read::markdown::{Line, heading};
use crate::read::text::{NoText, decode};

/// What stands between the brackets of a checkbox.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Tick {
    /// `[x]` or `[X]`.
    Ticked,
    /// `[ ]` or `[]`.
    Open,
    /// Any other sign: `[~]` (superseded or half done), `[→]` (moved), `[-]`. It says neither complete nor to be done.
    Other,
}

/// A value and the line that says it, counted from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct At<T> {
    /// What is said.
    pub value: T,
    /// Where.
    pub line: usize,
}

/// One phase as ROADMAP.md has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoadmapEntry {
    /// The phase's id.
    pub id: PhaseId,
    /// Its name as first written; empty where no line gives one.
    pub name: String,
    /// The line of its first heading.
    pub heading: Option<usize>,
    /// Its checkbox. Of several, one that is not ticked wins: a number that was taken again is open.
    pub tick: Option<At<Tick>>,
    /// Its table row. Of several, one that is not complete wins.
    pub row: Option<At<RowStatus>>,
    /// How many of its plans that row calls done, and of how many; none where it does not say, or several rows do.
    pub plans: Option<At<(usize, usize)>>,
    /// `**UI hint**: yes` or `no` below its heading.
    pub ui_hint: Option<bool>,
    /// The ids that `**Depends on**:` names; none where no such line stands below its heading. A line that
    /// names no phase (`Nothing`) says that it depends on none.
    pub depends_on: Option<Vec<PhaseId>>,
    /// The line that names it first.
    pub line: usize,
    /// The lines below its headings, counted from 1; the end is the first line that is not part of them.
    pub sections: Vec<Range<usize>>,
}

impl RoadmapEntry {
    /// True when a box or a row of the phase says that it is complete.
    pub fn is_marked(&self) -> bool {
        self.tick.is_some_and(|tick| tick.value == Tick::Ticked)
            || self.row.is_some_and(|row| row.value == RowStatus::Complete)
    }

    /// True when a box or a row says that it is to be done, and neither says that it is complete: a number of the archive that
    /// is listed so was taken again.
    pub fn is_listed_open(&self) -> bool {
        let says_open = self.tick.is_some_and(|tick| tick.value == Tick::Open)
            || self.row.is_some_and(|row| row.value == RowStatus::Open);
        says_open && !self.is_marked()
    }
}

/// ROADMAP.md, phase by phase, in the order in which it first names them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Roadmap {
    /// One entry per phase.
    pub entries: Vec<RoadmapEntry>,
    /// The place of each phase's entry: a survey asks for all of them.
    places: HashMap<PhaseId, usize>,
    /// True where the text holds a NUL byte: what stood there is gone.
    has_nul: bool,
}

impl Roadmap {
    /// Reads the bytes of a ROADMAP.md (a BOM and CRLF are accepted; fenced code and comments are not read).
    pub fn read(bytes: &[u8]) -> Result<Self, NoText> {
        Ok(Self::parse(&decode(bytes)?.text))
    }

    /// Reads the text of a ROADMAP.md, its lines ended by `\n`.
    pub fn parse(text: &str) -> Self {
        let mut reader = Reader::default();
        for line in visible_lines(text, 1) {
            reader.line(line);
        }
        reader.close_sections(0, text.lines().count() + 1);
        Self { entries: reader.entries, places: reader.known, has_nul: text.contains('\0') }
    }

    /// True where a phase that it does not name was left out of it. A file that was emptied, cut off at its top or filled with
    /// NUL bytes, as a full disk or a lost write leaves it, names nothing and says nothing.
    pub fn tells_absence(&self) -> bool {
        !self.entries.is_empty() && !self.has_nul
    }

    /// The entry of the phase that may be written as any of `ids`, an earlier one before a later one.
    pub fn entry(&self, ids: &[PhaseId]) -> Option<&RoadmapEntry> {
        ids.iter().find_map(|id| self.entries.get(*self.places.get(id)?))
    }
}

/// A heading whose section is still open: its level, its entry, and the line its text begins on.
struct OpenSection {
    level: usize,
    entry: usize,
    start: usize,
}

#[derive(Default)]
struct Reader {
    entries: Vec<RoadmapEntry>,
    known: HashMap<PhaseId, usize>,
    open: Vec<OpenSection>,
    tables: Tables,
}

impl Reader {
    fn line(&mut self, line: Line<'_>) {
        let number = line.number;
        let trimmed = line.text.trim();
        if let Some(row) = self.tables.line(line) {
            self.row(&row, number);
        } else if let Some(head) = heading(Line { text: line.text.trim_start_matches(' '), ..line }) {
            self.close_sections(head.level, number);
            if let Some((id, name)) = named(head.title, true) {
                let index = self.entry(id, name, number);
                if let Some(entry) = self.entries.get_mut(index) {
                    entry.heading.get_or_insert(number);
                }
                self.open.push(OpenSection { level: head.level, entry: index, start: number + 1 });
            }
        } else if let Some((tick, rest)) = checkbox(trimmed) {
            if let Some((id, name)) = named(rest, false) {
                let index = self.entry(id, name, number);
                if let Some(entry) = self.entries.get_mut(index) {
                    let tick = At { value: tick, line: number };
                    entry.tick = Some(stricter(entry.tick, tick, |tick| *tick == Tick::Ticked));
                }
            }
        } else {
            self.field(trimmed);
        }
    }

    fn row(&mut self, row: &Row<'_>, number: usize) {
        let Some((id, name)) = row.phase() else { return };
        let Some(status) = row.status() else { return };
        let index = self.entry(id, name, number);
        if let Some(entry) = self.entries.get_mut(index) {
            let plans = row.plans().map(|value| At { value, line: number });
            entry.plans = if entry.row.is_none() { plans } else { None };
            let row = At { value: status, line: number };
            entry.row = Some(stricter(entry.row, row, |status| *status == RowStatus::Complete));
        }
    }

    fn field(&mut self, trimmed: &str) {
        let Some(index) = self.open.last().map(|section| section.entry) else { return };
        let Some(entry) = self.entries.get_mut(index) else { return };
        if let Some(value) = labelled(trimmed, "ui hint") {
            let word = value.split(|c: char| !c.is_alphanumeric()).find(|word| !word.is_empty()).unwrap_or_default();
            let hint = match word.to_lowercase().as_str() {
                "yes" | "true" => Some(true),
                "no" | "none" | "false" => Some(false),
                _ => None,
            };
            entry.ui_hint = entry.ui_hint.or(hint);
        } else if let Some(value) = labelled(trimmed, "depends on") {
            let known = entry.depends_on.get_or_insert_default();
            for id in depended(value) {
                if !known.contains(&id) {
                    known.push(id);
                }
            }
        }
    }

    /// The index of the phase's entry, which is made when it is named for the first time.
    fn entry(&mut self, id: PhaseId, name: &str, line: usize) -> usize {
        let index = *self.known.entry(id.clone()).or_insert_with(|| {
            self.entries.push(RoadmapEntry {
                id,
                name: String::new(),
                heading: None,
                tick: None,
                row: None,
                plans: None,
                ui_hint: None,
                depends_on: None,
                line,
                sections: Vec::new(),
            });
            self.entries.len() - 1
        });
        if let Some(entry) = self.entries.get_mut(index)
            && entry.name.is_empty()
        {
            name.clone_into(&mut entry.name);
        }
        index
    }

    /// Ends the sections that a heading of `level` ends, at `end`.
    fn close_sections(&mut self, level: usize, end: usize) {
        while let Some(section) = self.open.pop_if(|section| section.level >= level) {
            if let Some(entry) = self.entries.get_mut(section.entry) {
                entry.sections.push(section.start..end.max(section.start));
            }
        }
    }
}

/// Of two sayings the one that does not mark the phase; of two alike the first.
fn stricter<T: Copy>(old: Option<At<T>>, new: At<T>, marks: impl Fn(&T) -> bool) -> At<T> {
    match old {
        Some(old) if !marks(&old.value) || marks(&new.value) => old,
        _ => new,
    }
}

/// The sign and the text of a list item with a checkbox.
fn checkbox(trimmed: &str) -> Option<(Tick, &str)> {
    let item = trimmed
        .strip_prefix(['-', '*', '+'])
        .or_else(|| trimmed.trim_start_matches(|c: char| c.is_ascii_digit()).strip_prefix(['.', ')']))?;
    let (sign, rest) = item.trim_start().strip_prefix('[')?.split_once(']')?;
    // A link `[text](target)` is no box: a box holds at most one sign.
    if sign.trim().chars().count() > 1 || rest.starts_with('(') {
        return None;
    }
    let tick = match sign.trim() {
        "" => Tick::Open,
        "x" | "X" => Tick::Ticked,
        _ => Tick::Other,
    };
    Some((tick, rest.trim()))
}

/// The id and the name of a text that begins with `Phase <id>`. In a list item (`in_heading` false) a sign must part the id
/// from what follows, or both be in bold: `Phase 7 tests pass` speaks of a phase and does not list it.
fn named(text: &str, in_heading: bool) -> Option<(PhaseId, &str)> {
    let bare = text.trim_start_matches(|c: char| !c.is_alphanumeric());
    let before = text.get(..text.len() - bare.len()).unwrap_or_default();
    let word = bare.get(..5)?;
    let rest = bare.get(5..)?.strip_prefix(|c: char| c.is_whitespace() || matches!(c, '*' | '`'))?;
    if !word.eq_ignore_ascii_case("phase") {
        return None;
    }
    let (id, rest) = leading_id(rest.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '*' | '`')))?;
    // `Phases 7–9` in one line are several.
    let is_range = rest.strip_prefix(['–', '—']).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    if is_range {
        return None;
    }
    let is_bold = before.contains("**") || before.contains("__");
    let follows = rest.trim_start_matches(['*', '_', '`', ' ']).chars().next();
    let is_parted =
        follows.is_none_or(|c| matches!(c, ':' | '.' | '(' | '-' | '|' | '[' | '~' | '–' | '—') || is_pictogram(c));
    if !in_heading && !is_bold && !is_parted {
        return None;
    }
    Some((id, name_of(rest, is_bold, in_heading)))
}

/// True for a sign such as `✅` or `🔑`, which people put behind an id.
fn is_pictogram(c: char) -> bool {
    !c.is_alphanumeric() && c > '\u{2300}'
}

/// The name in what follows an id: without separators and a bracket in front of it, and in a list item without what people
/// note behind it.
fn name_of(rest: &str, is_bold: bool, in_heading: bool) -> &str {
    let rest = match rest.trim_start().strip_prefix('(').and_then(|rest| rest.split_once("):")) {
        Some((_, name)) => name,
        None => rest,
    };
    let name = rest.trim_start_matches([':', '.', '-', '–', '—', ' ', '*', '_']);
    let skipped = rest.get(..rest.len() - name.len()).unwrap_or_default();
    let is_still_bold = is_bold && !skipped.contains("**") && !skipped.contains("__");
    let cuts: &[&str] = match (is_still_bold, in_heading) {
        (true, _) => &["**", "__"],
        (false, true) => &[],
        (false, false) => &[" (", " — ", " – ", " -- ", " - ", "**"],
    };
    let end = cuts.iter().filter_map(|cut| name.find(cut)).min().unwrap_or(name.len());
    name.get(..end).unwrap_or_default().trim_end_matches(|c: char| c == ':' || c.is_whitespace() || is_pictogram(c))
}

/// The value of a line `**Label**: value`, `**Label:** value`, `- Label: value`.
pub(super) fn labelled<'t>(trimmed: &'t str, label: &str) -> Option<&'t str> {
    let bare = trimmed.trim_start_matches(['-', '*', '_', '>', ' ']);
    let (head, rest) = (bare.get(..label.len())?, bare.get(label.len()..)?);
    if !head.eq_ignore_ascii_case(label) {
        return None;
    }
    let value = rest.trim_start_matches(['*', '_', ' ']).strip_prefix(':')?;
    Some(value.trim_start_matches(['*', '_']).trim())
}

/// The ids in the value of `Depends on`: `Phase 3, 4 and 7.1 (schema)`, `Phases 2-4`, `1, 2`, `Nothing`. Brackets and whatever
/// follows a dash or a full stop are reasons, not ids.
fn depended(value: &str) -> Vec<PhaseId> {
    let value = without_brackets(value);
    let end = [" — ", " – ", " -- ", ". "].iter().filter_map(|sign| value.find(sign)).min().unwrap_or(value.len());
    let value = value.get(..end).unwrap_or_default();
    let mut ids = Vec::new();
    let (mut listing, mut several) = (true, false);
    for word in value.split(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | '&' | '+' | '/' | '*' | '`')) {
        match word.to_lowercase().as_str() {
            "" | "and" | "or" | "und" | "y" | "e" | "et" => {}
            "phase" => (listing, several) = (true, false),
            "phases" => (listing, several) = (true, true),
            _ if !listing => {}
            _ => match range(word).filter(|_| several) {
                Some(range) => ids.extend(range.filter_map(|number| PhaseId::parse(&number.to_string()))),
                None => match leading_id(word) {
                    Some((id, _)) => ids.push(id),
                    None => listing = false,
                },
            },
        }
    }
    ids
}

/// The numbers of `2-4` or `2–4`; none where it is no range that a list of phases would hold.
fn range(word: &str) -> Option<std::ops::RangeInclusive<u32>> {
    let (token, rest) = leading_token(word)?;
    let (first, last) = match rest.strip_prefix('–') {
        Some(last) => (token, leading_token(last)?.0),
        None => token.split_once('-')?,
    };
    let (first, last) = (first.parse::<u32>().ok()?, last.parse::<u32>().ok()?);
    (first < last && last - first < 100).then_some(first..=last)
}

fn without_brackets(text: &str) -> String {
    let mut depth = 0usize;
    let mut kept = String::new();
    for c in text.chars() {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            _ if depth == 0 => kept.push(c),
            _ => {}
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn only(text: &str) -> RoadmapEntry {
        let roadmap = Roadmap::parse(text);
        assert_eq!(roadmap.entries.len(), 1, "{text}: {roadmap:?}");
        roadmap.entries.into_iter().next().unwrap()
    }

    fn id(text: &str) -> PhaseId {
        PhaseId::parse(text).unwrap()
    }

    fn ids(text: &str) -> Vec<String> {
        Roadmap::parse(text).entries.into_iter().map(|entry| entry.id.to_string()).collect()
    }

    #[test]
    fn a_heading_names_its_phase_at_any_level_and_in_any_dress() {
        for (line, token, name) in [
            ("## Phase 7: Signal Filter", "7", "Signal Filter"),
            ("### Phase 07: Signal Filter", "07", "Signal Filter"),
            ("#### Phase 2.1: Signal Filter (INSERTED)", "2.1", "Signal Filter (INSERTED)"),
            ("### Phase 26 (Cluster B): Signal", "26", "Signal"),
            ("### Phase 96: `info` command", "96", "`info` command"),
            ("### **Phase 5: Bold Name**", "5", "Bold Name"),
            ("### ✅ Phase 8: Name — Rest", "8", "Name — Rest"),
            ("### Phase 9 — Dashed Name", "9", "Dashed Name"),
            ("### Phase 10: Name ✅ COMPLETE 2026-01-02", "10", "Name ✅ COMPLETE 2026-01-02"),
            ("### Phase CK-07: Coded", "CK-07", "Coded"),
            ("### Phase 11", "11", ""),
            ("###\tPhase 12: Tab", "12", "Tab"),
            (" ### Phase 13: Indented", "13", "Indented"),
        ] {
            let entry = only(line);
            assert_eq!((&entry.id, entry.heading, entry.tick, entry.row), (&id(token), Some(1), None, None), "{line}");
            assert_eq!(entry.name, name, "{line}");
        }
        for line in [
            "### Phases 1-4",
            "### Phase Details",
            "### Phase 1–4: Four",
            "### Plan Phase 3",
            "####### Phase 3: x",
            "###Phase 3",
        ] {
            assert_eq!(ids(line), Vec::<String>::new(), "{line}");
        }
    }

    #[test]
    fn a_checkbox_lists_its_phase_however_it_is_ticked() {
        for (line, token, name, tick) in [
            ("- [x] **Phase 7: Name** - what it does", "7", "Name", Tick::Ticked),
            ("- [X] **Phase 7: Name** (completed 2026-06-14)", "7", "Name", Tick::Ticked),
            ("- [x] Phase 38: Name & More (3/3 plans) — completed 2026-04-04", "38", "Name & More", Tick::Ticked),
            ("- [ ] **Phase 12A: Name**", "12A", "Name", Tick::Open),
            ("* [] Phase 7: Name", "7", "Name", Tick::Open),
            ("  + [ ] Phase 7 — Name", "7", "Name", Tick::Open),
            ("1. [x] **Phase 1: Name**", "1", "Name", Tick::Ticked),
            ("- [~] **Phase 75: Name** — 🔁 superseded", "75", "Name", Tick::Other),
            ("- [→] **Phase 157: OPS — Name** — ➡️ v1.8", "157", "OPS — Name", Tick::Other),
            ("- [-] **Phase 158: Name**", "158", "Name", Tick::Other),
            ("- [x] **Phase 88 — Name** — text", "88", "Name", Tick::Ticked),
            ("- [x] **Phase 88 Name** text", "88", "Name", Tick::Ticked),
            ("- [x] **Phase 88:** Name — text", "88", "Name", Tick::Ticked),
            ("- [x] ~~**Phase 5: Name**~~ 🔑 KEYSTONE", "5", "Name", Tick::Ticked),
            ("- [x] Phase 10.1 ✓ Verified", "10.1", "✓ Verified", Tick::Ticked),
        ] {
            let entry = only(line);
            let got = (&entry.id, entry.tick.map(|tick| tick.value), entry.heading);
            assert_eq!(got, (&id(token), Some(tick), None), "{line}");
            assert_eq!(entry.name, name, "{line}");
        }
    }

    #[test]
    fn prose_and_plans_list_no_phase() {
        for line in [
            "- [x] 56-02-PLAN.md — keeps the Phase 57 risk row",
            "- [x] 01-01: Standardize execution",
            "- [ ] **W4** · 08 — Phase 3 gate",
            "- [x] Phase 7 tests pass",
            "- [x] Phase 7's tests",
            "- [x] Phase 7, 8 and 9",
            "- [x] Phase 7 → 8 handover",
            "- [Phase 7: Name](archive/x.md)",
            "- Phase 7: Name",
            "- **Phase 158 (OPS) FIRST.**",
            "Phase 7: Name",
            "| APF-06 | Phase 29 | Complete |",
            "| Phase 1 → Phase 2 | schema | done |",
            "- [x] **v1.1 Hardening** - Phases 6 through 16 are complete",
            "<summary>Phase 3: x</summary>",
        ] {
            assert_eq!(ids(line), Vec::<String>::new(), "{line}");
        }
    }

    #[test]
    fn code_and_comments_are_not_read_and_an_open_fence_hides_nothing() {
        assert_eq!(ids("```\n- [x] **Phase 1: A**\n```\n<!-- - [x] **Phase 2: B** -->\n### Phase 3: C\n"), ["03"]);
        assert_eq!(ids("```\n- [x] **Phase 1: A**\n"), ["01"]);
        assert_eq!(ids("<details>\n<summary>v1</summary>\n\n- [x] Phase 1: A\n</details>\n"), ["01"]);
    }

    #[test]
    fn a_byte_order_mark_and_every_line_end_are_accepted() {
        let text = "\u{feff}### Phase 1: A\r\n**UI hint**: yes\r\n\r\n- [x] **Phase 2: B**\r\n";
        let roadmap = Roadmap::read(text.as_bytes()).unwrap();
        let [first, second] = roadmap.entries.as_slice() else { panic!("{roadmap:?}") };
        assert_eq!((first.line, first.ui_hint, first.name.as_str()), (1, Some(true), "A"));
        assert_eq!((second.line, second.name.as_str()), (4, "B"));
        assert!(Roadmap::read(b"\xff\xfe#\0").is_err());
    }

    #[test]
    fn the_lines_of_one_phase_make_one_entry() {
        let text = "\
# Roadmap
- [x] **Phase 07: Name** - text
- [ ] **Phase 7.1: Other**

### Phase 7: Long Name
**Goal**: something
**Depends on**: Phase 3, Phase 12A and 7.1 (Phase 9 later) — Phase 8 waits
**UI hint**: no
#### Notes
x
### Phase 7.1: Other
## Progress
| Phase | Plans | Status |
|-------|-------|--------|
| 7. Name | 2/2 | In Progress |
| 7.1 Other | 1/1 | Complete |
";
        let roadmap = Roadmap::parse(text);
        assert_eq!(roadmap.entries.len(), 2);
        let seven = roadmap.entry(&[id("CK-7"), id("7")]).unwrap();
        assert_eq!(seven.name, "Name");
        assert_eq!((seven.line, seven.heading), (2, Some(5)));
        assert_eq!(seven.tick, Some(At { value: Tick::Ticked, line: 2 }));
        assert_eq!(seven.row, Some(At { value: RowStatus::Open, line: 15 }));
        assert_eq!(seven.depends_on, Some(vec![id("3"), id("12A"), id("7.1")]));
        assert_eq!(seven.ui_hint, Some(false));
        assert_eq!(seven.sections, vec![6..11; 1]);
        assert!(seven.is_marked() && !seven.is_listed_open());
        let other = roadmap.entry(&[id("7.1")]).unwrap();
        assert!(other.is_marked());
        assert_eq!(other.depends_on, None);
        assert_eq!(only("### Phase 1: A\n**Depends on**: Nothing (first phase)\n").depends_on, Some(vec![]));
        assert_eq!(other.sections, vec![12..12; 1]);
        assert_eq!(roadmap.entry(&[id("9")]), None);
    }

    #[test]
    fn a_number_that_is_listed_twice_is_open_while_one_of_them_is() {
        let twice = |one: &str, other: &str| {
            let both = [
                format!("- [{one}] Phase 3: A\n- [{other}] Phase 03: B\n"),
                format!("- [{other}] Phase 3: B\n- [{one}] Phase 3: A\n"),
            ];
            both.map(|text| only(&text).tick.unwrap().value)
        };
        assert_eq!(twice("x", "x"), [Tick::Ticked; 2]);
        assert_eq!(twice("x", " "), [Tick::Open; 2]);
        assert_eq!(twice("x", "~"), [Tick::Other; 2]);
    }

    #[test]
    fn of_two_rows_the_one_that_is_not_complete_counts() {
        for (first, second, line) in [("Complete", "Open", 4), ("Open", "Complete", 3), ("Complete", "Complete", 3)] {
            let rows = format!("| Phase | Status |\n|---|---|\n| 3. A | {first} |\n| 3. A | {second} |\n");
            assert_eq!(only(&rows).row.map(|row| row.line), Some(line), "{first}, {second}");
        }
    }

    #[test]
    fn marked_and_listed_open_follow_from_box_and_row() {
        let ticks = [None, Some(Tick::Ticked), Some(Tick::Open), Some(Tick::Other)];
        let rows = [None, Some(RowStatus::Complete), Some(RowStatus::Open), Some(RowStatus::Gone)];
        for tick in ticks {
            for row in rows {
                let mut entry = only("### Phase 3: A");
                entry.tick = tick.map(|value| At { value, line: 1 });
                entry.row = row.map(|value| At { value, line: 1 });
                let marked = tick == Some(Tick::Ticked) || row == Some(RowStatus::Complete);
                let open = !marked && (tick == Some(Tick::Open) || row == Some(RowStatus::Open));
                assert_eq!((entry.is_marked(), entry.is_listed_open()), (marked, open), "{tick:?} {row:?}");
            }
        }
    }

    #[test]
    fn dependencies_are_ids_and_not_their_reasons() {
        for (value, expected) in [
            ("Phase 3", vec!["3"]),
            ("Phase 3, Phase 4", vec!["3", "4"]),
            ("Phases 2, 3 and 4.1", vec!["2", "3", "4.1"]),
            ("Phases 2-4", vec!["2", "3", "4"]),
            ("Phases 97–98", vec!["97", "98"]),
            ("Phase 02-04", vec!["02-04"]),
            ("Phases 2-4 and 6", vec!["2", "3", "4", "6"]),
            ("Phase 3 and the 3rd try", vec!["3"]),
            ("1, 2", vec!["1", "2"]),
            ("49", vec!["49"]),
            ("Phase 75 (v9.0 complete)", vec!["75"]),
            ("Phase 86 (brings x); Phase 80 (brings y).", vec!["86", "80"]),
            ("Phase 158 — Phase 165 waits for it", vec!["158"]),
            ("Phase CK-07 + CK-08", vec!["CK-07", "CK-08"]),
            ("Nothing (first phase)", vec![]),
            ("-", vec![]),
            ("none, 3 days of work", vec![]),
            ("", vec![]),
        ] {
            assert_eq!(depended(value), expected.into_iter().map(id).collect::<Vec<_>>(), "{value}");
        }
    }

    proptest! {
        #[test]
        fn any_bytes_are_read_without_a_panic_and_lines_lie_in_the_text(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
            if let Ok(roadmap) = Roadmap::read(&bytes) {
                let lines = bytes.iter().filter(|byte| matches!(**byte, b'\n' | b'\r')).count() + 1;
                for entry in roadmap.entries {
                    prop_assert!(entry.line >= 1 && entry.line <= lines);
                }
            }
        }

        #[test]
        fn any_mix_of_its_pieces_is_read_without_a_panic(
            pieces in proptest::collection::vec(prop::sample::select(vec![
                "- [x] ", "- [", "] ", "**", "Phase ", "Phase", "7", "07", ".1", "A", ":", " ", "\n", "| ", "|", "|--", "###", "# ",
                "Depends on", "UI hint", "yes", "(", ")", "–", "```", "<!--", "-->", "é", "complete", "Status", "\u{feff}", "✅",
            ]), 0..60)
        ) {
            let text = pieces.concat();
            let roadmap = Roadmap::parse(&text);
            for entry in &roadmap.entries {
                prop_assert!(entry.heading.is_some() || entry.tick.is_some() || entry.row.is_some());
                prop_assert!(!(entry.is_marked() && entry.is_listed_open()));
            }
        }
    }

    #[test]
    fn of_two_sayings_the_one_that_does_not_mark_counts() {
        let at = |value: bool, line: usize| At { value, line };
        for (old, new, line) in [(true, true, 1), (false, false, 1), (true, false, 2), (false, true, 1)] {
            assert_eq!(stricter(Some(at(old, 1)), at(new, 2), |marks| *marks).line, line, "{old} {new}");
        }
        assert_eq!(stricter(None, at(true, 2), |marks| *marks).line, 2);
    }

    #[test]
    fn a_box_holds_at_most_one_sign_and_is_no_link() {
        for text in ["- [x] a", "1. [ ] a", "* [X] (a)", "+ [] a"] {
            assert!(checkbox(text).is_some(), "{text}");
        }
        for text in ["- [xy] a", "- [x](a)", "- [](a)", "- [text](a)", "[x] a", "- x"] {
            assert!(checkbox(text).is_none(), "{text}");
        }
    }

    #[test]
    fn a_range_goes_up_and_holds_few_phases() {
        for (text, length) in [
            ("7-9", Some(3)),
            ("1-100", Some(100)),
            ("7-7", None),
            ("9-7", None),
            ("1-101", None),
            ("200-301", None),
            ("7", None),
        ] {
            assert_eq!(range(text).map(Iterator::count), length, "{text}");
        }
    }

    #[test]
    fn what_stands_in_brackets_is_left_out() {
        for (text, kept) in [("a (b) c", "a  c"), ("a [b (c) d] e", "a  e"), ("a) b", "a b"), ("a (b", "a ")] {
            assert_eq!(without_brackets(text), kept, "{text}");
        }
    }

    #[test]
    fn a_pictogram_is_no_letter_and_no_dash() {
        for (sign, expected) in
            [('✅', true), ('🔑', true), ('\u{2300}', false), ('—', false), ('(', false), ('支', false)]
        {
            assert_eq!(is_pictogram(sign), expected, "{sign}");
        }
    }

    #[test]
    fn a_phase_is_named_behind_any_blank_or_mark_and_a_range_names_none() {
        for (text, id) in [
            ("Phase 7: a", Some("07")),
            ("**Phase** `7`: a", Some("07")),
            ("Phase ** 7: a", Some("07")),
            ("Phase 7–9: a", None),
            ("Phase 7— a", Some("07")),
        ] {
            assert_eq!(named(text, true).map(|(id, _)| id.to_string()).as_deref(), id, "{text}");
        }
    }

    #[test]
    fn a_name_ends_before_signs_blanks_and_colons() {
        for (rest, name) in
            [(": Photos ✅", "Photos"), (": Photos:", "Photos"), (": Photos ", "Photos"), (": Photos 🔑 :", "Photos")]
        {
            assert_eq!(name_of(rest, false, true), name, "{rest}");
        }
    }

    #[test]
    fn the_last_section_reaches_to_the_last_line() {
        assert_eq!(only("## Phase 7: A\na\nb\n").sections, vec![2..4; 1]);
        assert_eq!(only("## Phase 7: A\na").sections, vec![2..3; 1]);
    }
}
