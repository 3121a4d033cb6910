//! What an artifact says of itself: finished and with what meaning, a draft, cut short, or not to be read.

use serde::{Deserialize, Serialize};

use super::artifact::{Artifact, Note, Source};
use super::plan::plan_facts;
use super::prose;
use super::review::review_facts;
use super::status::{Word, approval, is_part, word_of};
use super::summary::{SelfCheck, is_halted, self_check};
use crate::engine::evidence::{Content, Meaning};
use crate::engine::words::{is_doubted, normalise};
use crate::gsd::artifacts::{Finish, Kind};
use crate::gsd::words::words_of;

/// What is said of a file in which both sides of a merge stand.
const CONFLICT: &str = "a merge left its conflict marks";

/// A status word that a project adds to a kind's table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExtraWord {
    /// The word, in any spelling.
    pub word: String,
    /// What it means.
    pub meaning: Meaning,
}

impl ExtraWord {
    /// True for the same word in another spelling.
    pub fn is_spelt(&self, word: &str) -> bool {
        normalise(&self.word) == normalise(word)
    }
}

/// What was read of one file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ContentReading {
    /// What the file says.
    pub content: Content,
    /// The fault, where front matter is no valid YAML and was read key by key.
    pub salvaged: Option<Note>,
    /// What is odd and decides nothing.
    pub notes: Vec<Note>,
    /// Why a committed file that judges the work may be cut short, although it is read as what it says.
    pub may_be_cut: Option<Note>,
}

/// Reads a file of `kind` by the rules of the artifact table. `extra` are the project's own words for this kind; they can add
/// a word, never move one of the table.
pub fn read_content(kind: Kind, bytes: &[u8], extra: &[ExtraWord]) -> ContentReading {
    match Source::of(bytes) {
        Ok(source) => content_of(kind, &source.artifact(), extra),
        Err(content) => ContentReading { content, salvaged: None, notes: Vec::new(), may_be_cut: None },
    }
}

/// Reads an artifact that is already parted; see [`read_content`].
pub fn content_of(kind: Kind, artifact: &Artifact<'_>, extra: &[ExtraWord]) -> ContentReading {
    let mut notes = artifact.notes.clone();
    let content = match (artifact.markdown.conflict(), artifact.cut()) {
        (Some(line), _) => Content::Unreadable { line, why: CONFLICT.to_owned() },
        (None, Some(cut)) => truncated(cut),
        (None, None) => by_finish(kind, artifact, extra, &mut notes),
    };
    ContentReading { content, salvaged: artifact.salvaged(), notes, may_be_cut: None }
}

/// Reads the artifact of a gate of the project's own: complete prose, with the word that the gate asks for where it asks for one.
pub fn of_gate(artifact: &Artifact<'_>, done_word: Option<&str>) -> Content {
    // No kind's own tags: only what every kind closes.
    if let Some(line) = artifact.markdown.conflict() {
        return Content::Unreadable { line, why: CONFLICT.to_owned() };
    }
    if let Some(cut) = artifact.cut().or_else(|| prose::truncation(Kind::Lock, artifact)) {
        return truncated(cut);
    }
    let Some(done) = done_word else { return done() };
    if let Some(line) = artifact.front.fields().and_then(|fields| fields.unclear("status")) {
        let why = "it cannot be told what the front matter gives as the status".to_owned();
        return Content::Unreadable { line, why };
    }
    match artifact.text("status").map(str::trim) {
        Some(word) if normalise(word) == normalise(done) => {
            Content::Finished { word: Some(word.to_owned()), meaning: Meaning::Done }
        }
        Some(word) => draft(format!("its status is {word}, not {done}")),
        None => draft(format!("it has no status; {done} is asked for")),
    }
}

fn by_finish(kind: Kind, artifact: &Artifact<'_>, extra: &[ExtraWord], notes: &mut Vec<Note>) -> Content {
    if let Some((line, why)) = contradiction(kind, artifact) {
        return Content::Unreadable { line, why: why.to_owned() };
    }
    let word = word_of(kind, artifact);
    if kind == Kind::UiSpec
        && (word == Word::None || word.normal() == "draft")
        && let Some(line) = approval(artifact)
    {
        notes.push(Note::new(line, "the sign-off approves it; the status was left behind"));
        return Content::Finished { word: Some("approved".to_owned()), meaning: Meaning::Done };
    }
    match (kind.row().finish, word) {
        (Finish::Note, _) => done(),
        (Finish::Prose, _) => prose(kind, artifact),
        (Finish::Plan, _) => plan(kind, artifact),
        (Finish::Word, Word::None) => draft("no status word"),
        (Finish::WordOrNone, word) => summary(kind, artifact, word, extra, notes),
        (Finish::WordAndNoThreats, word) => of_threats(kind, artifact, word, extra, notes),
        (Finish::WordOrFindings, Word::None) => of_findings(artifact),
        (Finish::Word | Finish::WordOrFindings, word) => of_word(kind, word, extra),
    }
}

fn done() -> Content {
    Content::Finished { word: None, meaning: Meaning::Done }
}

fn draft(why: impl Into<String>) -> Content {
    Content::Draft { why: why.into() }
}

fn truncated(cut: Note) -> Content {
    Content::Truncated { line: cut.line, why: cut.text }
}

fn prose(kind: Kind, artifact: &Artifact<'_>) -> Content {
    match (prose::truncation(kind, artifact), prose::draft(kind, artifact)) {
        (Some(cut), _) => truncated(cut),
        (None, Some(why)) => Content::Draft { why },
        (None, None) if kind == Kind::PlanOutline && !is_whole_outline(artifact) => {
            truncated(Note::new(artifact.last_line(), "`## OUTLINE COMPLETE` is missing"))
        }
        (None, None) => done(),
    }
}

/// True for an outline with the mark that its writer puts below the last plan.
///
/// Source: GSD's chunked planning, which takes an outline up again only with this mark.
fn is_whole_outline(artifact: &Artifact<'_>) -> bool {
    artifact.markdown.headings().any(|head| head.level == 2 && head.title == "OUTLINE COMPLETE")
}

/// A plan is prose whose task list is closed; one that has an objective and no task was cut off before it.
fn plan(kind: Kind, artifact: &Artifact<'_>) -> Content {
    let content = prose(kind, artifact);
    let begins = |tag: &str| artifact.body.lines().position(|line| line.trim_start().starts_with(tag));
    let objective = begins("<objective").filter(|_| ["<task", "<feature"].into_iter().all(|tag| begins(tag).is_none()));
    match objective {
        Some(at) if content == done() && plan_facts(artifact).tasks == 0 => {
            truncated(Note::new(artifact.body_line + at, "there is an objective and no task"))
        }
        _ => content,
    }
}

/// A SUMMARY counts without a word; but not where its own self-check failed, which its executor writes last.
///
/// Source: GSD's execute workflow, which takes a failed self-check for a failed plan.
fn summary(kind: Kind, artifact: &Artifact<'_>, word: Word<'_>, extra: &[ExtraWord], notes: &mut Vec<Note>) -> Content {
    let content = match word {
        Word::None => prose(kind, artifact),
        word => of_word(kind, word, extra),
    };
    let failed = self_check(artifact).filter(|(check, _)| *check == SelfCheck::Failed);
    match (content, failed) {
        (Content::Finished { word, meaning: Meaning::Done }, Some((_, line))) if !is_halted(word.as_deref()) => {
            notes.push(Note::new(line, "the self-check failed"));
            Content::Finished { word, meaning: Meaning::Open }
        }
        (content, _) => content,
    }
}

fn of_word(kind: Kind, word: Word<'_>, extra: &[ExtraWord]) -> Content {
    let (text, line) = match word {
        Word::None => return draft("no status word"),
        Word::Cut(line) => return truncated(Note::new(line, format!("the file ends in the status on line {line}"))),
        Word::Bad(line, why) => return Content::Unreadable { line, why: why.to_owned() },
        Word::Is(text, line) => (text, line),
    };
    // A sign that takes a good word back counts here too, unless the project's own word is written with such a one.
    let is_told = |own: &&ExtraWord| {
        normalise(&own.word) == word.normal()
            && (own.meaning != Meaning::Done || !is_doubted(text) || is_doubted(&own.word))
    };
    let own = || extra.iter().find(is_told).map(|own| own.meaning);
    match words_of(kind).and_then(|rows| word.meaning(rows)).or_else(own) {
        _ if word.normal() == "draft" => draft("status: draft"),
        _ if word.is_template() => draft("the status is the template's list of words"),
        Some(meaning) => Content::Finished { word: Some(text.to_owned()), meaning },
        None if kind == Kind::Summary && is_part(text) => {
            Content::Finished { word: Some(text.to_owned()), meaning: Meaning::Open }
        }
        None => Content::Unknown { word: text.to_owned(), line },
    }
}

/// SECURITY: whatever its word, threats are open until `threats_open` is exactly 0.
///
/// Source: GSD's ship gate, which fails closed where the file, the field or the number is missing.
fn of_threats(
    kind: Kind,
    artifact: &Artifact<'_>,
    word: Word<'_>,
    extra: &[ExtraWord],
    notes: &mut Vec<Note>,
) -> Content {
    let threats = artifact.text("threats_open").map(str::trim);
    let is_none = threats == Some("0");
    let content = match word {
        Word::None if is_none => return done(),
        Word::None => return draft("no status word, and no `threats_open: 0`"),
        word => of_word(kind, word, extra),
    };
    let Content::Finished { word, meaning: Meaning::Done } = content else { return content };
    let meaning = match threats {
        Some("0") => Meaning::Done,
        Some(open) if open.parse::<u64>().is_ok() => Meaning::Issues,
        _ => {
            let line = artifact.entry("threats_open").map_or(0, |entry| entry.line);
            notes.push(Note::new(line, "`threats_open` holds no number, which counts as open"));
            Meaning::Open
        }
    };
    Content::Finished { word, meaning }
}

/// Where a file says two things of what decides whether it is finished: nobody can know which of them holds.
fn contradiction(kind: Kind, artifact: &Artifact<'_>) -> Option<(usize, &'static str)> {
    let twice = |key: &str| artifact.front.fields()?.unclear(key);
    match kind.row().finish {
        Finish::WordAndNoThreats => twice("threats_open")
            .map(|line| (line, "`threats_open` cannot be read, or stands twice with different values")),
        Finish::WordOrFindings => twice("findings")
            .map(|line| (line, "`findings` cannot be read, or stands twice with different values"))
            .or_else(|| denied_counts(kind, artifact)),
        _ => None,
    }
}

/// Counts of findings that deny each other, or the word: a review that found something critical is not clean.
fn denied_counts(kind: Kind, artifact: &Artifact<'_>) -> Option<(usize, &'static str)> {
    let line = artifact.entry("findings")?.line;
    let facts = review_facts(artifact);
    let counted = [facts.critical, facts.warning, facts.info].into_iter().flatten().fold(0_u32, u32::saturating_add);
    if facts.total.is_some_and(|total| total < counted) {
        return Some((line, "`findings` counts more of single kinds than in total"));
    }
    let is_clean = ["clean", "passed"].contains(&word_of(kind, artifact).normal().as_str());
    (is_clean && facts.critical > Some(0))
        .then_some((line, "`findings` counts critical ones, and the status says clean"))
}

/// REVIEW without a word goes by its count of findings.
fn of_findings(artifact: &Artifact<'_>) -> Content {
    let findings = artifact.value("findings");
    let total = findings.and_then(|value| value.get("total").unwrap_or(value).as_str());
    match total.and_then(|total| total.trim().parse::<u64>().ok()) {
        Some(0) => done(),
        Some(_) => Content::Finished { word: None, meaning: Meaning::Issues },
        None => draft("no status word and no count of findings"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::gsd::text::artifact::Source;

    #[test]
    fn an_outline_is_whole_with_its_mark() {
        let of = |file: &str| is_whole_outline(&Source::of(file.as_bytes()).unwrap().artifact());
        assert!(of("# O\n## OUTLINE COMPLETE\n"));
        for file in ["# O\n## Plans\n", "# O\n### OUTLINE COMPLETE\n", "# OUTLINE COMPLETE\n", "OUTLINE COMPLETE\n"] {
            assert!(!of(file), "{file}");
        }
    }

    #[test]
    fn a_word_of_the_projects_own_means_what_the_project_says() {
        let own = |word: &str, meaning| ExtraWord { word: word.to_owned(), meaning };
        let extra = [own("green", Meaning::Done), own("red", Meaning::Failed)];
        let of = |word: &str| {
            let file = format!("---\nstatus: {word}\n---\n# V\n\nText.\n");
            match read_content(Kind::Verification, file.as_bytes(), &extra).content {
                Content::Finished { meaning, .. } => Some(meaning),
                _ => None,
            }
        };
        assert_eq!([of("green"), of("RED"), of("blue")], [Some(Meaning::Done), Some(Meaning::Failed), None]);
    }

    #[test]
    fn a_sign_off_approves_a_spec_whose_status_was_left_behind() {
        let is_approved = |status: &str, sign_off: &str| {
            let file = format!("---\nstatus: {status}\n---\n# UI\n\nText.\n\n**Approval:** {sign_off}\n");
            matches!(
                read_content(Kind::UiSpec, file.as_bytes(), &[]).content,
                Content::Finished { meaning: Meaning::Done, .. }
            )
        };
        assert!(is_approved("draft", "approved 2026-08-13") && is_approved("approved", "pending"));
        assert!(!is_approved("draft", "pending") && !is_approved("nonsense", "approved 2026-08-13"));
    }

    #[test]
    fn a_gate_of_the_projects_own_is_done_by_its_word_or_where_it_asks_for_none() {
        let of = |file: &str, word: Option<&str>| {
            matches!(
                of_gate(&Source::of(file.as_bytes()).unwrap().artifact(), word),
                Content::Finished { meaning: Meaning::Done, .. }
            )
        };
        let green = "---\nstatus: Green\n---\n# L\n\nText.\n";
        assert!(of(green, None) && of("# L\n\nText.\n", None) && of(green, Some("green")));
        let half_merged = "---\nstatus: green\n---\n# L\n\nText.\n>>>>>>> side\n";
        assert!(!of(half_merged, None) && !of(half_merged, Some("green")));
        assert!(!of(green, Some("red")) && !of("# L\n\nText.\n", Some("green")) && !of("", None));
    }
}
