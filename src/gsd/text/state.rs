//! Reads STATE.md: the phase it names as current, and whether it calls that phase or the milestone finished.
//!
//! STATE follows one phase; of the others it rarely speaks. Three texts say how far the current one is: the rest of its
//! `Phase:` line, the `Status:` line, and `status` in the front matter. The `Plan:` line and prose say nothing.
//!
//! Source: GSD's `templates/state.md`, `src/state-document.cts`; the drift is that of public projects.

use serde::{Deserialize, Serialize};

use super::lines::visible_lines;
use super::progress::{Count, Progress, progress};
use super::roadmap::{At, labelled};
use super::statements::{Statement, Subject, statements};
use super::token::{id, leading_token};
use crate::gsd::folders::folder_tokens;
use crate::gsd::ids::PhaseId;
use crate::read::frontmatter::{self, Fields};
use crate::read::markdown::{Line, heading};
use crate::read::text::{NoText, decode};

/// What STATE says of a thing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Says {
    /// It is finished.
    Finished,
    /// It is the current phase, and not called finished.
    Unfinished,
    /// Nothing.
    Silent,
}

/// STATE.md, as far as the phases go.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct State {
    /// The phase that it names as current: `current_phase` in the front matter, else what the `Phase:` line begins with.
    pub current: Option<At<PhaseId>>,
    /// The texts that say how far it is, each with its line: the rest of the `Phase:` line, `Status:`, `status`.
    pub texts: Vec<At<String>>,
    /// The phases of `Phase 7 shipped — PR #12` in those texts.
    pub shipped: Vec<At<PhaseId>>,
    /// The milestone that it names, as written.
    pub milestone: Option<String>,
    /// Its `Plan: 3 of 5`.
    pub plan: Option<At<Count>>,
    /// What it counts.
    pub progress: Option<At<Progress>>,
}

/// What STATE says of one phase and of the milestone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct StateSays {
    /// Of the phase: never [`Says::Silent`] for the current one, never [`Says::Unfinished`] for another.
    pub phase: Says,
    /// Of the milestone: finished or silent.
    pub milestone: Says,
}

impl State {
    /// Reads the bytes of a STATE.md (a BOM and CRLF are accepted).
    pub fn read(bytes: &[u8]) -> Result<Self, NoText> {
        Ok(Self::parse(&decode(bytes)?.text))
    }

    /// Reads the text of a STATE.md, its lines ended by `\n`. Only the first block of front matter counts.
    pub fn parse(text: &str) -> Self {
        let document = frontmatter::read(text);
        let mut state = Self::default();
        let front_status = document.front.fields().and_then(|fields| state.front(fields));
        let lines = visible_lines(document.body, document.body_line);
        let position = position(&lines);
        if let Some(phase) = labelled_line(position, &["Phase", "Current Phase"]) {
            let (current, rest) = current_of(phase.value);
            state.current = state.current.or(current.map(|value| At { value, line: phase.line }));
            state.texts.push(At { value: rest.to_owned(), line: phase.line });
        }
        let plan = labelled_line(position, &["Plan", "Current Plan"]);
        state.plan = plan.and_then(|plan| Some(At { value: Count::parse(plan.value)?, line: plan.line }));
        state.progress = progress(text);
        let status = labelled_line(position, &["Status"]);
        state.texts.extend(status.map(|status| At { value: status.value.to_owned(), line: status.line }));
        state.texts.extend(front_status);
        for text in &state.texts {
            let shipped = statements(&text.value).into_iter().filter_map(|statement| statement.shipped());
            state.shipped.extend(shipped.map(|value| At { value, line: text.line }));
        }
        state
    }

    /// Takes what the front matter says; gives its status.
    fn front(&mut self, fields: &Fields) -> Option<At<String>> {
        let said = |key: &str| {
            let entry = fields.get(key)?;
            let text = entry.value.as_str()?.trim();
            (!text.is_empty()).then(|| At { value: text.to_owned(), line: entry.line })
        };
        self.current = said("current_phase")
            .and_then(|current| current_of(&current.value).0.map(|value| At { value, line: current.line }));
        self.milestone = said("milestone").map(|milestone| milestone.value);
        said("status")
    }

    /// What this STATE says of the phase that may be written as any of `ids`, and of the milestone.
    pub fn says(&self, ids: &[PhaseId]) -> StateSays {
        let current = self.current.as_ref().map(|current| &current.value);
        let is_current = current.is_some_and(|current| ids.contains(current));
        let mut finishes: Option<Subject> = None;
        let mut unfinished = false;
        let mut by_name = false;
        for statement in self.texts.iter().flat_map(|text| statements(&text.value)) {
            let phases = statement.phases();
            by_name |= phases.iter().any(|phase| ids.contains(phase)) && calls_finished(&statement);
            // A statement that names a phase speaks of that one.
            let is_subject = |phase: &PhaseId| current == Some(phase) || (is_current && ids.contains(phase));
            let is_of_another = statement.names_several() || statement.is_of_next() || !phases.iter().all(is_subject);
            if !is_of_another {
                unfinished |= statement.is_unfinished();
                finishes = finishes.max(statement.finished());
            }
        }
        let finishes = finishes.filter(|_| !unfinished);
        let phase = match (is_current, finishes) {
            (true, Some(_)) => Says::Finished,
            (true, None) => Says::Unfinished,
            (false, _) if by_name => Says::Finished,
            (false, _) => Says::Silent,
        };
        let milestone = match finishes {
            Some(Subject::Milestone) => Says::Finished,
            // Where no phase is current there is nothing else that could be finished.
            Some(Subject::Phase) if current.is_none() => Says::Finished,
            _ => Says::Silent,
        };
        StateSays { phase, milestone }
    }

    /// The line that names the current phase; 0 where none does.
    pub fn current_line(&self) -> usize {
        self.current
            .as_ref()
            .map(|current| current.line)
            .or(self.texts.first().map(|text| text.line))
            .unwrap_or_default()
    }

    /// The line that calls the phase that may be written as any of `ids` finished.
    pub fn finished_line(&self, ids: &[PhaseId]) -> usize {
        let speaks_of_it = |statement: &Statement| {
            let phases = statement.phases();
            calls_finished(statement) && (phases.is_empty() || phases.iter().any(|phase| ids.contains(phase)))
        };
        // Whoever finishes the milestone finishes its current phase.
        self.line_where(speaks_of_it).unwrap_or_else(|| self.milestone_line())
    }

    /// The line that calls the milestone finished.
    pub fn milestone_line(&self) -> usize {
        let of_milestone = self.line_where(|statement| statement.finished() == Some(Subject::Milestone));
        let any = || self.line_where(|statement| statement.finished().is_some());
        of_milestone.or_else(any).unwrap_or_else(|| self.current_line())
    }

    fn line_where(&self, is_it: impl Fn(&Statement) -> bool) -> Option<usize> {
        self.texts.iter().find(|text| statements(&text.value).iter().any(&is_it)).map(|text| text.line)
    }
}

fn calls_finished(statement: &Statement) -> bool {
    statement.finished() == Some(Subject::Phase) && !statement.is_unfinished()
}

/// The lines that say where the work stands: those below `Current Position`, or all where there is no such heading.
fn position<'l, 't>(lines: &'l [Line<'t>]) -> &'l [Line<'t>] {
    let is_position = |title: &str| title.to_lowercase().contains("current position");
    let heads = lines.iter().enumerate().filter_map(|(at, line)| heading(*line).map(|head| (at, head)));
    let mut heads = heads.skip_while(|(_, head)| !is_position(head.title));
    let Some((start, first)) = heads.next() else { return lines };
    let end = heads.find(|(_, head)| head.level <= first.level).map_or(lines.len(), |(at, _)| at);
    lines.get(start..end).unwrap_or_default()
}

/// The value of the first line with one of the labels. The capital tells a line of the body from keys of a second block of
/// front matter, which people leave in the body.
fn labelled_line<'t>(lines: &[Line<'t>], labels: &[&str]) -> Option<At<&'t str>> {
    lines.iter().find_map(|line| {
        let has_capital =
            line.text.trim_start_matches(|c: char| !c.is_alphabetic()).starts_with(|c: char| c.is_uppercase());
        let value = labels.iter().find_map(|label| labelled(line.text.trim(), label)).filter(|_| has_capital)?;
        Some(At { value, line: line.number })
    })
}

/// The id that the value of a `Phase:` line begins with (`3 of 5`, `Phase 3`, `03-slug`), and the rest of the line.
fn current_of(value: &str) -> (Option<PhaseId>, &str) {
    let bare = value.trim_start_matches(|c: char| !c.is_alphanumeric());
    let bare = match bare.get(..6) {
        Some(word) if word.eq_ignore_ascii_case("phase ") => bare.get(6..).unwrap_or_default().trim_start(),
        _ => bare,
    };
    let Some((token, rest)) = leading_token(bare).filter(|(token, _)| token.contains(|c: char| c.is_ascii_digit()))
    else {
        return (None, value);
    };
    let slugged = || folder_tokens(token.as_bytes()).into_iter().next().filter(|_| token.contains('-'));
    match id(token).or_else(slugged) {
        Some(current) => (Some(current), rest),
        None => (None, value),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn phase(text: &str) -> PhaseId {
        PhaseId::parse(text).unwrap()
    }

    fn says(text: &str, token: &str) -> (Says, Says) {
        let says = State::parse(text).says(&[phase(token)]);
        (says.phase, says.milestone)
    }

    #[test]
    fn a_claim_stands_where_it_is_made() {
        let lines = |text: &str| {
            let state = State::parse(text);
            (state.current_line(), state.finished_line(&[phase("7")]), state.milestone_line())
        };
        assert_eq!(lines("Phase: 7 of 8 (Photos)\nPlan: 2 of 2\nStatus: Phase complete\n"), (1, 3, 3));
        assert_eq!(lines("Phase: 7 (photos) — COMPLETE\nStatus: Ready\n"), (1, 1, 1));
        assert_eq!(lines("---\nstatus: milestone_complete\n---\n\nPhase: 8 of 8 (Albums)\n"), (5, 2, 2));
        assert_eq!(lines("---\ncurrent_phase: 7\n---\n\nPhase: 7 of 8\nStatus: v1.0 milestone complete\n"), (2, 6, 6));
        assert_eq!(lines("Phase: 8 of 8\nStatus: Phase 6 complete; Phase 7 complete\n"), (1, 2, 2));
        assert_eq!(lines("Phase: 7\nStatus: Executing\n"), (1, 1, 1));
    }

    #[test]
    fn the_current_phase_is_what_the_phase_line_begins_with() {
        for (value, token) in [
            ("03 (ai-session) — EXECUTING", Some("3")),
            ("03 — COMPLETE", Some("3")),
            ("57", Some("57")),
            ("181 of 184 (PDF)", Some("181")),
            ("29 - Tool Boundary", Some("29")),
            ("7/9", Some("7")),
            ("Phase 3 of 5", Some("3")),
            ("**7** of 9", Some("7")),
            ("#12", Some("12")),
            ("02.10 (Ten)", Some("2.10")),
            ("03-ai-session-generation", Some("3")),
            ("CK-07 (x)", Some("CK-07")),
            ("V14 (x)", Some("V14")),
            ("999.1 (x)", Some("999.1")),
            ("None active — Phase 1 pending", None),
            ("Not started (defining requirements)", None),
            ("v1.7 archived", None),
            ("Milestone v1.7 complete", None),
            ("—", None),
            ("", None),
        ] {
            for line in ["Phase: ", "**Phase:** ", "**Phase**: ", "- Phase: ", "**Current Phase:** "] {
                let state = State::parse(&format!("# State\n\n## Current Position\n\n{line}{value}\n"));
                let expected = token.map(|token| At { value: phase(token), line: 5 });
                assert_eq!(state.current, expected, "{line}{value}");
            }
        }
    }

    #[test]
    fn the_front_matter_names_the_current_phase_before_the_body_does() {
        let text = "---\nstatus: planning\ncurrent_phase: 02.10\nmilestone: v1.2\n---\nPhase: 3 — COMPLETE\n";
        let state = State::parse(text);
        assert_eq!(state.current, Some(At { value: phase("2.10"), line: 3 }));
        assert_eq!(state.milestone.as_deref(), Some("v1.2"));
        let lines: Vec<usize> = state.texts.iter().map(|text| text.line).collect();
        assert_eq!(lines, [6, 2]);
        // A block that is no YAML is read all the same, and null is nobody.
        let state = State::parse("---\nstopped_at: a: b: c\ncurrent_phase: null\nstatus: paused\n---\nPhase: 3\n");
        assert_eq!(state.current, Some(At { value: phase("3"), line: 6 }));
        assert_eq!(says("---\nstopped_at: a: b: c\nstatus: complete\n---\nPhase: 3\n", "3").0, Says::Finished);
    }

    #[test]
    fn only_the_current_position_and_the_first_block_count() {
        let text = "\
---
status: executing
---

---
status: complete
---

## History
Phase: 1 — COMPLETE
Status: Complete

## Current Position
```
Phase: 9
```
Phase: 3 (Name)
Plan: 2 of 2 complete
Status: Executing Phase 3
Phase: 2 — old

## Notes
Status: Complete
";
        let state = State::parse(text);
        assert_eq!(state.current, Some(At { value: phase("3"), line: 17 }));
        let texts: Vec<&str> = state.texts.iter().map(|text| text.value.as_str()).collect();
        assert_eq!(texts, [" (Name)", "Executing Phase 3", "executing"]);
        assert_eq!(says(text, "3"), (Says::Unfinished, Says::Silent));
    }

    #[test]
    fn a_byte_order_mark_and_crlf_are_accepted() {
        let state =
            State::read("\u{feff}---\r\ncurrent_phase: 4\r\nstatus: completed\r\n---\r\nx\r\n".as_bytes()).unwrap();
        assert_eq!(state.says(&[phase("04")]).phase, Says::Finished);
        assert!(State::read(b"\xff\xfe").is_err());
    }

    #[test]
    fn the_current_phase_is_finished_only_when_one_text_says_so_and_none_denies_it() {
        for (line, status, front, expected) in [
            ("7 of 7 (X) — COMPLETE", "", "", Says::Finished),
            ("7 of 9 (X)", "Complete", "", Says::Finished),
            ("7 of 9 (X)", "Phase complete", "", Says::Finished),
            ("7 (X)", "Phase 7 shipped — PR #12", "", Says::Finished),
            ("7 (X)", "", "completed", Says::Finished),
            ("7 (X)", "", "\"milestone v1.7 archived\"", Says::Finished),
            ("7 (X)", "Awaiting next milestone", "", Says::Finished),
            ("7 (X)", "All phases complete", "executed", Says::Unfinished),
            ("7 (X) — COMPLETE", "Phase complete; ready to start Phase 8", "", Says::Finished),
            ("7 (X)", "Phase 7 complete (verification passed), ready for Phase 8", "", Says::Finished),
            ("7 (X) — COMPLETE", "", "ready_to_plan", Says::Unfinished),
            ("7 (X) — EXECUTING", "Phase complete — ready for verification", "", Says::Unfinished),
            ("7 (X)", "PHASE COMPLETE — ready to start Phase 07", "", Says::Unfinished),
            ("7 (X)", "Archived — planning next milestone", "", Says::Finished),
            ("7 (X)", "Phase complete, ready for next phase", "", Says::Finished),
            ("7 (X)", "ready for milestone definition", "", Says::Unfinished),
            ("7 (X) — EXECUTING", "Milestone complete", "completed", Says::Unfinished),
            ("7 (X)", "Plan complete", "", Says::Unfinished),
            ("7 (X) — ALL PLANS COMPLETE (2/2)", "", "", Says::Unfinished),
            ("7 (X), not yet planned. Phase 6 COMPLETE (11/11)", "", "", Says::Unfinished),
            ("7 (X)", "Phases 1-6 complete", "", Says::Unfinished),
            ("7 (X)", "Investigating", "in_progress", Says::Unfinished),
            ("7 (X)", "", "unknown", Says::Unfinished),
            ("7 (X)", "", "human_uat", Says::Unfinished),
            ("7", "", "", Says::Unfinished),
        ] {
            let front = if front.is_empty() { String::new() } else { format!("---\nstatus: {front}\n---\n") };
            let text =
                format!("{front}\n## Current Position\nPhase: {line}\nPlan: 3 of 3 complete\nStatus: {status}\n");
            assert_eq!(says(&text, "7").0, expected, "{text}");
        }
    }

    #[test]
    fn of_another_phase_state_speaks_only_by_its_name_or_by_the_milestone() {
        let text = "Phase: 125 (X), not yet planned. Phase 124 COMPLETE (11/11)\nStatus: executing\n";
        assert_eq!(says(text, "124"), (Says::Finished, Says::Silent));
        assert_eq!(says(text, "123"), (Says::Silent, Says::Silent));
        assert_eq!(says("Phase: 7 — COMPLETE\n", "6"), (Says::Silent, Says::Silent));
        assert_eq!(says("Phase: 7\nStatus: v1.0 milestone complete\n", "6"), (Says::Silent, Says::Finished));
        assert_eq!(says("Phase: None\nStatus: Shipped\n", "6"), (Says::Silent, Says::Finished));
        assert_eq!(says("Milestone: v2 — SHIPPED\nStatus: Closed (10 phases)\n", "6"), (Says::Silent, Says::Finished));
        let denied = "---\nstatus: verifying\n---\nMilestone: v2 — SHIPPED\nStatus: Closed (10 phases)\n";
        assert_eq!(says(denied, "6"), (Says::Silent, Says::Silent));
        assert_eq!(says("", "6"), (Says::Silent, Says::Silent));
    }

    #[test]
    fn shipped_lines_are_found_with_their_line() {
        let state = State::parse("Phase: 7\nStatus: Phase 7 shipped — PR #12\n");
        assert_eq!(state.shipped, [At { value: phase("7"), line: 2 }]);
    }

    proptest! {
        #[test]
        fn any_bytes_are_read_without_a_panic(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
            if let Ok(state) = State::read(&bytes) {
                state.says(&[phase("7")]);
            }
        }

        #[test]
        fn the_current_phase_is_never_silent_and_another_never_unfinished(
            line in "[ a-zA-Z0-9:.()—_-]{0,40}", status in "[ a-zA-Z0-9:.()—_-]{0,40}", front in "[a-z_ ]{0,20}"
        ) {
            let state = State::parse(&format!("---\nstatus: {front}\n---\nPhase: 7 {line}\nStatus: {status}\n"));
            prop_assert_eq!(state.current.as_ref().map(|at| &at.value), Some(&phase("7")));
            prop_assert_ne!(state.says(&[phase("7")]).phase, Says::Silent);
            prop_assert_ne!(state.says(&[phase("8")]).phase, Says::Unfinished);
        }
    }

    #[test]
    fn a_phase_is_called_finished_by_a_statement_that_leaves_nothing_open() {
        let of = |text: &str| statements(text).iter().any(calls_finished);
        for text in ["Phase 7 complete", "phase complete"] {
            assert!(of(text), "{text}");
        }
        for text in ["Phase 7", "milestone complete", "Phase 7 in progress", "Phase 7 not complete"] {
            assert!(!of(text), "{text}");
        }
    }

    #[test]
    fn the_position_ends_where_the_next_heading_of_its_level_begins() {
        let lines_of = |text: &str| {
            let lines: Vec<Line<'_>> =
                text.lines().enumerate().map(|(at, text)| Line { number: at + 1, text }).collect();
            position(&lines).iter().map(|line| line.number).collect::<Vec<_>>()
        };
        assert_eq!(lines_of("# S\n## Current Position\na\n### Detail\nb\n## Other\nc\n"), [2, 3, 4, 5]);
        assert_eq!(lines_of("# S\n## Current Position\na\n# Other\nc\n"), [2, 3]);
        assert_eq!(lines_of("## Current Position\na\n"), [1, 2]);
        assert_eq!(lines_of("# S\na\n"), [1, 2]);
    }

    #[test]
    fn a_statement_speaks_of_the_current_phase_in_any_of_its_spellings() {
        let state = State::parse("# S\nPhase: 7\nStatus: Phase CK-7 complete\n");
        assert_eq!(state.says(&[phase("7"), phase("CK-7")]).phase, Says::Finished);
        assert_eq!(state.says(&[phase("7")]).phase, Says::Unfinished);
        assert_eq!(State::parse("# S\nPhase: 7\nStatus: Phase 7 complete\n").says(&[phase("7")]).phase, Says::Finished);
    }
}
