//! What a status says, cut into statements: `Phase 12 complete — ready to plan Phase 13` says one thing of each of two phases.
//!
//! People and programs write single words and whole paragraphs into the same line. A statement calls something finished only
//! when it says little else; it says that there is more to do as soon as one of the words for that stands in it.

use super::token::{id, is_version};
use crate::gsd::ids::PhaseId;

/// Words that call a thing finished.
const FINISHED: &[&str] = &["complete", "completed", "done", "shipped", "closed", "archived"];

/// Statements that call the milestone finished without one of those words.
const BETWEEN: &[&[&str]] = &[&["awaiting", "next", "milestone"], &["between", "milestones"]];

/// Words that say that there is more to do; several words must stand together.
const UNFINISHED: &[&[&str]] = &[
    &["executing"],
    &["executed"],
    &["verifying"],
    &["verification"],
    &["planning"],
    &["not", "started"],
    &["ready", "for"],
    &["ready", "to"],
    &["in", "progress"],
    &["pending"],
    &["paused"],
    &["blocked"],
    &["needs"],
    &["human"],
];

/// What comes after this phase or milestone: a statement with one of these is not about it.
const NEXT: &[&[&str]] = &[&["next", "phase"], &["next", "milestone"], &["new", "milestone"]];

/// Words behind which `verification` is over.
const VERIFIED: &[&str] = &["passed", "complete", "completed", "done"];

/// Words that may stand beside a finished word without changing what it speaks of.
const FILLERS: &[&str] = &[
    "phase",
    "milestone",
    "all",
    "phases",
    "fully",
    "is",
    "now",
    "and",
    "the",
    "this",
    "status",
    "on",
    "of",
    "as",
    "in",
    "pr",
    "pull",
    "request",
    "tag",
    "tagged",
    "merged",
];

/// Words that make a statement about a milestone speak of something smaller, or deny it.
const NOT_THE_MILESTONE: &[&str] = &[
    "plan",
    "plans",
    "planned",
    "task",
    "tasks",
    "wave",
    "waves",
    "spec",
    "research",
    "context",
    "discussion",
    "roadmap",
    "requirements",
    "review",
    "reviews",
    "audit",
    "uat",
    "execution",
    "implementation",
    "code",
    "step",
    "steps",
    "setup",
    "kickoff",
    "not",
    "no",
    "never",
    "almost",
    "nearly",
    "partially",
    "partly",
    "half",
    "until",
    "when",
    "if",
    "once",
    "after",
    "before",
    "be",
];

/// What a statement calls finished.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Subject {
    /// The phase that the text is about.
    Phase,
    /// The milestone.
    Milestone,
}

/// One statement: its words in lower case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Statement {
    words: Vec<String>,
}

/// Cuts `text` into statements, at every sign by which one ends and another may begin.
pub(super) fn statements(text: &str) -> Vec<Statement> {
    const SIGNS: [char; 14] = [';', ',', '(', ')', '[', ']', '|', '—', '–', '→', '!', '?', '+', '\n'];
    const DASHES: [&str; 4] = [" - ", " -- ", ". ", ": "];
    let mut parts: Vec<&str> = text.split(SIGNS).collect();
    for dash in DASHES {
        parts = parts.into_iter().flat_map(|part| part.split(dash)).collect();
    }
    let statements = parts.into_iter().map(|part| Statement { words: words(part) });
    statements.filter(|statement| !statement.words.is_empty()).collect()
}

/// The words of a part in lower case and without signs around them. Blanks and `_` part words, and `-` where no id is meant.
fn words(part: &str) -> Vec<String> {
    let mut words = Vec::new();
    for word in part.split(|c: char| c.is_whitespace() || c == '_') {
        let word = word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
        if word.contains(|c: char| c.is_ascii_digit()) {
            words.push(word);
        } else {
            words.extend(word.split('-').filter(|word| !word.is_empty()).map(str::to_owned));
        }
    }
    words
}

impl Statement {
    /// The phases that the statement names, as in `phase 7`.
    pub(super) fn phases(&self) -> Vec<PhaseId> {
        let named = self.words.windows(2).filter(|pair| pair.first().is_some_and(|word| word == "phase"));
        named.filter_map(|pair| id(pair.last()?)).collect()
    }

    /// True for `phases 1-3 …`, which names phases that it does not list one by one.
    pub(super) fn names_several(&self) -> bool {
        self.words.windows(2).any(|pair| match pair {
            [phases, number] => phases == "phases" && number.starts_with(|c: char| c.is_ascii_digit()),
            _ => false,
        })
    }

    /// True when the statement is about what comes next (`ready for next phase`); waiting for it is not.
    pub(super) fn is_of_next(&self) -> bool {
        let holds_one = |groups: &[&[&str]]| groups.iter().any(|group| self.holds(group));
        holds_one(NEXT) && !holds_one(BETWEEN)
    }

    /// True when the statement says that there is more to do.
    pub(super) fn is_unfinished(&self) -> bool {
        let is_verified = self.words.windows(2).any(|pair| match pair {
            [verification, word] => verification == "verification" && VERIFIED.contains(&word.as_str()),
            _ => false,
        });
        UNFINISHED.iter().any(|group| self.holds(group) && !(is_verified && *group == ["verification"]))
    }

    /// What the statement calls finished; none when it calls nothing so, or something smaller than a phase.
    pub(super) fn finished(&self) -> Option<Subject> {
        if BETWEEN.iter().any(|group| self.holds(group)) {
            return Some(Subject::Milestone);
        }
        let at = self.words.iter().position(|word| FINISHED.contains(&word.as_str()))?;
        let has = |wanted: &str| self.words.iter().any(|word| word == wanted);
        let all_phases = has("phases") && (has("all") || self.words.iter().any(|word| is_all_of_all(word)));
        let is_milestone =
            has("milestone") || has("workstream") || all_phases || self.words.iter().any(|word| is_version(word));
        if is_milestone && self.words.iter().any(|word| NOT_THE_MILESTONE.contains(&word.as_str())) {
            return None;
        }
        // A milestone may stand there by its name; a phase by its id alone.
        let start = if is_milestone { at } else { 0 };
        let is_plain = (start..self.words.len()).all(|at| self.is_plain(at));
        let is_phase = !has("phases");
        match (is_plain, is_milestone, is_phase) {
            (true, true, _) => Some(Subject::Milestone),
            (true, false, true) => Some(Subject::Phase),
            _ => None,
        }
    }

    /// The phase of `Phase 7 shipped`.
    pub(super) fn shipped(&self) -> Option<PhaseId> {
        match self.words.as_slice() {
            [phase, token, shipped, ..] if phase == "phase" && shipped == "shipped" => id(token),
            _ => None,
        }
    }

    /// True when `group` stands in the statement word by word.
    fn holds(&self, group: &[&str]) -> bool {
        self.words.windows(group.len()).any(|window| window.iter().zip(group).all(|(word, wanted)| word == wanted))
    }

    /// True for a word that changes nothing: a filler, a version, a date, a number that the word before explains.
    fn is_plain(&self, at: usize) -> bool {
        let Some(word) = self.words.get(at) else { return false };
        let before = at.checked_sub(1).and_then(|at| self.words.get(at)).map(String::as_str);
        // `2 of 3 complete` is not finished; `of 3 complete`, behind a phase's own number, is.
        let is_explained = matches!(before, Some("phase" | "pr" | "request")) || (before == Some("of") && at == 1);
        FILLERS.contains(&word.as_str())
            || FINISHED.contains(&word.as_str())
            || is_version(word)
            || is_date(word)
            || (word.contains(|c: char| c.is_ascii_digit()) && is_explained)
            || is_all_of_all(word)
    }
}

/// True for `4/4`.
fn is_all_of_all(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_digit()) && word.split_once('/').is_some_and(|(done, all)| done == all)
}

/// True for `2026-08-13`.
fn is_date(word: &str) -> bool {
    word.len() == 10
        && word.split('-').map(str::len).eq([4, 2, 2])
        && word.bytes().all(|b| b == b'-' || b.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finished(text: &str) -> Option<Subject> {
        statements(text).iter().filter_map(Statement::finished).max()
    }

    fn unfinished(text: &str) -> bool {
        statements(text).iter().any(Statement::is_unfinished)
    }

    #[test]
    fn every_finished_word_calls_the_phase_finished_in_any_dress() {
        for word in FINISHED {
            for text in [
                (*word).to_owned(),
                word.to_uppercase(),
                format!("✅ {word} 2026-08-13"),
                format!("Phase {word}"),
                format!("Phase 12 {word}"),
                format!("phase_{word}"),
                format!("— {word} (10 of 10)"),
                format!("**{word}**"),
                format!("of 13 {word}"),
                format!("Phase {word} as PR #12"),
            ] {
                assert_eq!(finished(&text), Some(Subject::Phase), "{text}");
            }
            for text in [
                format!("Milestone {word}"),
                format!("milestone_{word}"),
                format!("v1.7 milestone {word}"),
                format!("milestone v1.7 {word}"),
                format!("v20.0 Glass Redesign {word} 2026-05-03"),
                format!("All phases {word}"),
                format!("All 5 phases {word}"),
                format!("4/4 phases {word}"),
                format!("Workstream {word}"),
            ] {
                assert_eq!(finished(&text), Some(Subject::Milestone), "{text}");
            }
        }
        for text in ["Awaiting next milestone", "between_milestones", "between-milestones"] {
            assert_eq!(finished(text), Some(Subject::Milestone), "{text}");
        }
    }

    #[test]
    fn what_is_smaller_or_denied_or_prose_is_not_finished() {
        for text in [
            "Plan complete",
            "ALL PLANS COMPLETE (2/2)",
            "6/6 plans complete",
            "Plan 41-14 COMPLETE",
            "Planning complete",
            "roadmap_complete",
            "v12.0 roadmap complete",
            "Milestone roadmap done",
            "research done",
            "UI-SPEC complete",
            "Wave 3 complete",
            "not complete",
            "NOT shipped",
            "milestone not complete",
            "incomplete",
            "2 of 3 complete",
            "2/3 complete",
            "50% complete",
            "3/5 phases complete",
            "Phases 1-3 complete",
            "code-complete",
            "The parser is complete for now except errors",
            "unknown",
            "Investigating",
            "",
        ] {
            assert_eq!(finished(text), None, "{text}");
        }
    }

    #[test]
    fn every_word_of_more_to_do_is_heard_in_any_dress() {
        for group in UNFINISHED {
            for join in [" ", "_", "-"] {
                let text = group.join(join);
                assert!(unfinished(&text), "{text}");
                assert!(unfinished(&format!("Phase complete — {}", text.to_uppercase())), "{text}");
                assert!(unfinished(&format!("**{text}** since Monday")), "{text}");
            }
        }
        for text in [
            "Phase complete — ready for verification",
            "ready_to_plan",
            "human_needed",
            "PHASE COMPLETE - ready to start",
            "human_uat",
            "verification pending",
        ] {
            assert!(unfinished(text), "{text}");
        }
        for text in ["complete", "verification passed 8/8", "Discussing", "already started", "unplanned", "unknown"] {
            assert!(!unfinished(text), "{text}");
        }
    }

    #[test]
    fn what_comes_next_is_another_matter() {
        for text in
            ["ready for next phase", "planning next milestone", "ready_for_next_milestone", "Ready to plan next phase"]
        {
            assert!(statements(text).iter().all(Statement::is_of_next), "{text}");
        }
        for text in ["Awaiting next milestone", "ready for milestone definition", "ready for phase 8", "next"] {
            assert!(!statements(text).iter().any(Statement::is_of_next), "{text}");
        }
    }

    #[test]
    fn a_statement_names_its_phases() {
        let named = |text: &str| {
            statements(text).iter().flat_map(Statement::phases).map(|id| id.to_string()).collect::<Vec<_>>()
        };
        assert_eq!(named("Phase 12 complete, ready to plan Phase 13"), ["12", "13"]);
        assert_eq!(named("phase_9_complete_phase_10_not_executed"), ["09", "10"]);
        assert_eq!(named("Phase complete 2026-08-13; phase 2026-08-13"), Vec::<String>::new());
        assert!(statements("Phases 1-3 done")[0].names_several());
        assert!(!statements("All phases done")[0].names_several());
    }

    #[test]
    fn a_shipped_line_names_its_phase() {
        let shipped = |text: &str| statements(text).iter().find_map(Statement::shipped);
        assert_eq!(shipped("Phase 7 shipped — PR #12"), PhaseId::parse("7"));
        assert_eq!(shipped("Phase CK-07 SHIPPED"), PhaseId::parse("CK-07"));
        for text in
            ["shipped", "Phase shipped", "Phase 7 not shipped", "phase 7 complete", "waiting for phase 7 shipped"]
        {
            assert_eq!(shipped(text), None, "{text}");
        }
    }

    #[test]
    fn a_date_is_four_two_and_two_digits() {
        assert!(is_date("2026-08-13"));
        for word in ["2026-8-133", "20260813ab", "2026-08-1a", "abcd-ef-gh", "2026-08-130", "2026-0813-", "08-13-2026"]
        {
            assert!(!is_date(word), "{word}");
        }
    }

    #[test]
    fn a_number_behind_of_is_explained_only_by_the_phases_own_before_it() {
        for (text, expected) in [
            ("of 13 complete", true),
            ("2 of 13 complete", false),
            ("13 complete", false),
            ("complete 3", false),
            ("phase 2 of 13 complete", false),
        ] {
            assert_eq!(finished(text).is_some(), expected, "{text}");
        }
    }
}
