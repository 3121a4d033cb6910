//! Reads STATE.md: the phase it names as current, and whether it calls that phase or the milestone finished.
//!
//! STATE follows one phase; of every other it says nothing. Three texts say how far the current one is: the rest of its
//! `Phase:` line, the `Status:` line, and `status` in the front matter. People and programs write whole paragraphs into all
//! three, so each is cut into clauses, and a clause counts only when it is about this phase, the milestone, or nothing else.
//!
//! Source: GSD's `templates/state.md`, `src/state-document.cts`; the drift is that of public projects.

use super::lines::visible_lines;
use super::roadmap::{At, labelled};
use super::token::{fold, is_version, leading_token};
use crate::read::frontmatter::{self, Fields};
use crate::read::markdown::{Line, heading};
use crate::read::text::{NoText, decode};

/// Words that call a thing finished.
const FINISHED: &[&str] = &["complete", "completed", "done", "shipped", "closed", "archived"];

/// Whole clauses that call the milestone finished without one of those words.
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

/// Words that may stand beside a finished word without changing what is finished.
const FILLERS: &[&str] = &[
    "phase",
    "phases",
    "milestone",
    "milestones",
    "all",
    "fully",
    "is",
    "are",
    "now",
    "and",
    "the",
    "status",
    "on",
    "of",
    "at",
    "as",
    "with",
    "pr",
    "pull",
    "request",
    "tag",
    "tagged",
    "merged",
    "x",
    "this",
];

/// Words that make a finished word speak of something smaller than a phase, or deny it.
const OTHER_SUBJECTS: &[&str] = &[
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
    "un",
    "be",
    "ui",
    "ai",
];

/// What STATE says of a thing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Says {
    /// It is finished.
    Finished,
    /// It is under way, or is not called finished.
    Unfinished,
    /// Nothing.
    Silent,
}

/// Where the id of the current phase was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CurrentFrom {
    /// `current_phase` in the front matter.
    FrontMatter,
    /// The `Phase:` line of the body.
    Line,
}

/// STATE.md, as far as the phases go.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct State {
    /// The id of the phase that it names as current.
    pub current: Option<At<String>>,
    /// Where that id was read.
    pub current_from: Option<CurrentFrom>,
    /// The texts that say how far it is, each with its line: the rest of the `Phase:` line, `Status:`, `status`.
    pub texts: Vec<At<String>>,
    /// The phase of a line `Phase 7 shipped — PR #12`.
    pub shipped: Option<At<String>>,
    /// The milestone that it names, as written.
    pub milestone: Option<String>,
}

/// What STATE says of one phase and of the milestone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct StateSays {
    /// Of the phase: never [`Says::Silent`] for the current one.
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
            let (token, rest) = current_of(phase.value);
            if let (None, Some(token)) = (&state.current, token) {
                state.current = Some(At { value: token.to_owned(), line: phase.line });
                state.current_from = Some(CurrentFrom::Line);
            }
            state.texts.push(At { value: rest.to_owned(), line: phase.line });
        }
        let status = labelled_line(position, &["Status"]);
        state.texts.extend(status.map(|status| At { value: status.value.to_owned(), line: status.line }));
        state.texts.extend(front_status);
        state.shipped = state.texts.iter().find_map(|text| {
            let token = clauses(&text.value).find_map(|clause| shipped_phase(&words(clause)))?;
            Some(At { value: token, line: text.line })
        });
        state
    }

    /// Takes what the front matter says; gives its status.
    fn front(&mut self, fields: &Fields) -> Option<At<String>> {
        let said = |key: &str| {
            let entry = fields.get(key)?;
            let text = entry.value.as_str()?.trim();
            (!text.is_empty()).then(|| At { value: text.to_owned(), line: entry.line })
        };
        if let Some(current) = said("current_phase")
            && let (Some(token), _) = current_of(&current.value)
        {
            self.current = Some(At { value: token.to_owned(), line: current.line });
            self.current_from = Some(CurrentFrom::FrontMatter);
        }
        self.milestone = said("milestone").map(|milestone| milestone.value);
        said("status")
    }

    /// What this STATE says of the phase whose ids `is_this_phase` accepts, and of the milestone.
    pub fn says(&self, is_this_phase: impl Fn(&str) -> bool) -> StateSays {
        let is_current = self.current.as_ref().is_some_and(|current| is_this_phase(&current.value));
        let current = self.current.as_ref().map(|current| fold(&current.value));
        let is_subject =
            |token: &str| is_this_phase(token) || current.as_ref().is_some_and(|current| *current == fold(token));
        let mut finishes: Option<Subject> = None;
        let mut unfinished = false;
        for text in &self.texts {
            for clause in clauses(&text.value) {
                let words = words(clause);
                if names_another(&words, is_subject) {
                    continue;
                }
                unfinished |= UNFINISHED.iter().any(|group| holds(&words, group));
                if let Some(subject) = finished_subject(&words) {
                    finishes = Some(finishes.map_or(subject, |known| known.max(subject)));
                }
            }
        }
        let finishes = finishes.filter(|_| !unfinished);
        let milestone = match finishes {
            Some(Subject::Milestone) => Says::Finished,
            Some(Subject::Phase) if self.current.is_none() => Says::Finished,
            _ => Says::Silent,
        };
        let phase = match (is_current, finishes) {
            (true, Some(_)) => Says::Finished,
            (true, None) => Says::Unfinished,
            (false, _) => Says::Silent,
        };
        StateSays { phase, milestone }
    }
}

/// What a finished word speaks of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Subject {
    Phase,
    Milestone,
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
        let value = labels.iter().find_map(|label| {
            let has_capital =
                line.text.trim_start_matches(|c: char| !c.is_alphabetic()).starts_with(char::is_uppercase);
            labelled(line.text.trim(), label).filter(|_| has_capital)
        })?;
        Some(At { value, line: line.number })
    })
}

/// The id that the value of a `Phase:` line begins with, and the rest of the line.
fn current_of(value: &str) -> (Option<&str>, &str) {
    let bare = value.trim_start_matches(['*', '`', '_', '#', '"', '\'', ' ', '[']);
    let bare = match bare.get(..6) {
        Some(word) if word.eq_ignore_ascii_case("phase ") => bare.get(6..).unwrap_or_default().trim_start(),
        _ => bare,
    };
    match leading_token(bare) {
        Some((token, rest)) if !is_version(token) => (Some(token), rest),
        _ => (None, bare),
    }
}

/// Cuts a text where one statement ends and another may begin.
fn clauses(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let text = rest?;
        let signs = text.find([';', ',', '(', ')', '[', ']', '|', '—', '–', '→', '!', '?']).map(|at| (at, 1));
        let dashes = [" - ", " -- ", ". ", ": ", "+ "]
            .iter()
            .filter_map(|sign| text.find(sign).map(|at| (at, sign.len())))
            .min();
        let cut = signs.into_iter().chain(dashes).min();
        match cut {
            Some((at, length)) => {
                let length = text.get(at..)?.chars().next().map_or(length, |c| c.len_utf8().max(length));
                rest = text.get(at + length..);
                text.get(..at)
            }
            None => {
                rest = None;
                Some(text)
            }
        }
    })
}

/// The words of a clause in lower case, without signs around them; `_` parts words, `-` parts them unless an id holds it.
fn words(clause: &str) -> Vec<String> {
    let mut words = Vec::new();
    for word in clause.split(|c: char| c.is_whitespace() || c == '_' || c == '/') {
        let word = word.trim_matches(|c: char| !c.is_alphanumeric());
        if word.is_empty() {
            continue;
        }
        if word.contains(|c: char| c.is_ascii_digit()) {
            words.push(word.to_lowercase());
        } else {
            words.extend(word.split('-').filter(|part| !part.is_empty()).map(str::to_lowercase));
        }
    }
    words
}

/// True when `group` stands in `words` as written, word by word.
fn holds(words: &[String], group: &[&str]) -> bool {
    words.windows(group.len()).any(|window| window.iter().zip(group).all(|(word, wanted)| word == wanted))
}

/// True when the clause names a phase that is neither the one asked for nor the current one.
fn names_another(words: &[String], is_subject: impl Fn(&str) -> bool) -> bool {
    words.windows(2).any(|pair| match pair {
        [phase, token] => {
            phase == "phase" && token.contains(|c: char| c.is_ascii_digit()) && !is_subject(token) && !is_date(token)
        }
        _ => false,
    })
}

/// What the clause calls finished; none when it calls nothing finished or something smaller.
fn finished_subject(words: &[String]) -> Option<Subject> {
    if BETWEEN.iter().any(|group| holds(words, group)) {
        return Some(Subject::Milestone);
    }
    let at = words.iter().position(|word| FINISHED.contains(&word.as_str()))?;
    if words.iter().any(|word| OTHER_SUBJECTS.contains(&word.as_str())) {
        return None;
    }
    let is_milestone =
        words.iter().any(|word| word == "milestone" || is_version(word)) || holds(words, &["all", "phases"]);
    // The name of a milestone may stand before the word; otherwise only what changes nothing.
    let beside = if is_milestone { words.get(at + 1..)? } else { words };
    let is_plain = |word: &String| {
        FILLERS.contains(&word.as_str())
            || FINISHED.contains(&word.as_str())
            || word.contains(|c: char| c.is_ascii_digit())
    };
    beside.iter().all(is_plain).then_some(if is_milestone { Subject::Milestone } else { Subject::Phase })
}

fn shipped_phase(words: &[String]) -> Option<String> {
    match words {
        [phase, token, shipped, ..]
            if phase == "phase" && shipped == "shipped" && token.contains(|c: char| c.is_ascii_digit()) =>
        {
            Some(token.clone())
        }
        _ => None,
    }
}

fn is_date(word: &str) -> bool {
    word.len() == 10 && word.bytes().filter(|byte| *byte == b'-').count() == 2
}
