//! When prose is complete: it says something, nothing that it opened is left open, and it is not the template.

use super::artifact::{Artifact, Note};
use crate::gsd::artifacts::Kind;
use crate::read::markdown::{Heading, Line, bold_line, heading, open_tag};

/// The tags that a finished file of the kind closes.
///
/// Source: GSD's templates of CONTEXT, RESEARCH and PLAN. A plan's `<output>` is left out: it is the last line of the template,
/// says nothing, and finished plans lack its end.
fn tags_of(kind: Kind) -> &'static [&'static str] {
    match kind {
        Kind::Context => {
            &["domain", "spec_lock", "decisions", "canonical_refs", "code_context", "specifics", "deferred"]
        }
        Kind::Research => &["user_constraints", "phase_requirements", "architectural_responsibility_map"],
        Kind::Plan => &["objective", "tasks", "task", "feature", "verification", "success_criteria"],
        _ => &[],
    }
}

/// How a line begins that can only stand near the end of a finished file of the kind. Where one follows a fence that nothing
/// closes, the fence was miscounted (a sample that itself holds fences) and the file is whole.
fn endings_of(kind: Kind) -> &'static [&'static str] {
    match kind {
        Kind::Plan => &["</tasks>", "</feature>", "</verification>", "</success_criteria>", "</output>"],
        Kind::Research => &["## Sources", "## Metadata"],
        Kind::Context => &["</deferred>", "*Context gathered"],
        _ => &[],
    }
}

/// Slots of the templates' titles.
const TITLE_SLOTS: &[&str] =
    &["[X]", "[Name]", "[name]", "{N}", "{X}", "{Name}", "{phase_name}", "{phase-name}", "XX-name"];

/// Lines that stand for a text that is still to come.
///
/// Source: the markers that GSD's pause workflow looks for.
const PLACEHOLDERS: &[&str] = &["to be filled", "tbd", "todo", "placeholder"];

/// Why a prose file is cut short, if it is.
pub(super) fn truncation(kind: Kind, artifact: &Artifact<'_>) -> Option<Note> {
    let bare = || {
        let is_bare = !artifact.markdown.has_text();
        is_bare.then(|| Note::new(artifact.last_line(), "there is nothing below the title"))
    };
    artifact.cut().or_else(bare).or_else(|| left_open(kind, artifact))
}

/// What a cut leaves behind: a tag of the kind, a fence or a comment that nothing closes, or half a tag.
fn left_open(kind: Kind, artifact: &Artifact<'_>) -> Option<Note> {
    let markdown = &artifact.markdown;
    let tag = open_tag(markdown, artifact.body, artifact.body_line, tags_of(kind));
    let tag = tag.filter(|(_, line)| kind == Kind::Plan || !sections_follow(markdown.lines(), *line));
    let tag = tag.map(|(name, line)| Note::new(line, format!("<{name}> on line {line} is not closed")));
    let is_over = |from: usize| {
        let endings = endings_of(kind);
        let mut after = artifact.body.lines().skip((from + 1).saturating_sub(artifact.body_line));
        after.any(|line| endings.iter().any(|ending| line.trim_start().starts_with(ending)))
    };
    let fence = || {
        let line = markdown.open_fence().filter(|line| !is_over(*line))?;
        Some(Note::new(line, format!("the code fence on line {line} is not closed")))
    };
    let comment = || {
        let line = markdown.open_comment()?;
        Some(Note::new(line, format!("the comment on line {line} is not closed")))
    };
    let half_tag = || {
        let last = artifact.body.lines().next_back().filter(|_| !artifact.body.ends_with('\n'))?;
        let is_half = last.trim_start().starts_with('<') && !last.contains('>');
        is_half.then(|| Note::new(artifact.last_line(), "the file ends within a tag"))
    };
    tag.or_else(fence).or_else(comment).or_else(half_tag)
}

/// True when more than one section begins below `line`: a tag holds one, so that it was never closed and not cut off.
fn sections_follow(lines: &[Line<'_>], line: usize) -> bool {
    let is_section = |head: &Heading<'_>| head.level <= 2 && head.line > line && !head.title.is_empty();
    lines.iter().filter_map(|line| heading(*line)).filter(is_section).nth(1).is_some()
}

/// Why a prose file is still a template or a stub, if it is.
pub(super) fn draft(kind: Kind, artifact: &Artifact<'_>) -> Option<String> {
    let markdown = &artifact.markdown;
    let title = markdown.headings().next();
    let slot = title.and_then(|title| TITLE_SLOTS.iter().find(|slot| title.title.contains(**slot)));
    if let Some(slot) = slot {
        return Some(format!("the title still holds the template's {slot}"));
    }
    if is_stub(markdown.lines()) {
        return Some("the text is a placeholder".to_owned());
    }
    match kind {
        Kind::AiSpec => markdown
            .lines()
            .iter()
            .find(|line| is_slot(line.text))
            .map(|line| format!("line {} still holds the template's comment in place of a value", line.number)),
        Kind::Spec => markdown
            .bold("Ambiguity score", true)
            .filter(|found| found.text.starts_with("[score]"))
            .map(|found| format!("the ambiguity score on line {} is the template's [score]", found.line)),
        _ => None,
    }
}

/// True when every line of text is a placeholder.
fn is_stub(lines: &[Line<'_>]) -> bool {
    let texts = lines.iter().filter(|line| heading(**line).is_none()).map(|line| {
        let value = bold_line(line.text).map_or(line.text, |(_, value)| value);
        value.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase()
    });
    let mut texts = texts.filter(|text| !text.is_empty()).peekable();
    texts.peek().is_some() && texts.all(|text| PLACEHOLDERS.iter().any(|placeholder| text.starts_with(placeholder)))
}

/// True for a bold header line or a table row whose value is nothing but a comment.
fn is_slot(text: &str) -> bool {
    let is_comment =
        |text: &str| text.starts_with("<!--") && text.ends_with("-->") && text.matches("<!--").count() == 1;
    let is_row = || crate::read::markdown::row(text).is_some_and(|cells| cells.iter().any(|cell| is_comment(cell)));
    bold_line(text).is_some_and(|(_, value)| is_comment(value)) || is_row()
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::gsd::text::artifact::Source;

    /// What is cut off, by the beginning of what is said.
    fn cut(kind: Kind, file: &str) -> String {
        let source = Source::of(file.as_bytes()).unwrap();
        left_open(kind, &source.artifact())
            .map(|cut| cut.text.split(" is ").next().unwrap_or_default().to_owned())
            .unwrap_or_default()
    }

    #[test]
    fn a_tag_that_is_not_closed_is_a_cut_unless_more_than_one_section_follows() {
        for (kind, tags) in [
            (Kind::Context, tags_of(Kind::Context)),
            (Kind::Research, tags_of(Kind::Research)),
            (Kind::Plan, tags_of(Kind::Plan)),
        ] {
            assert!(!tags.is_empty());
            for tag in tags {
                let open = format!("# T\n<{tag}>\nwords\n");
                assert_eq!(cut(kind, &open), format!("<{tag}> on line 2"), "{kind:?}");
                assert_eq!(cut(kind, &format!("{open}</{tag}>\n")), "", "{kind:?}");
                assert_eq!(cut(kind, &format!("{open}## A\n")), format!("<{tag}> on line 2"), "{kind:?}");
                let is_cut = kind == Kind::Plan;
                assert_eq!(!cut(kind, &format!("{open}## A\n## B\n")).is_empty(), is_cut, "{kind:?} {tag}");
            }
        }
    }

    #[test]
    fn a_section_on_the_line_itself_does_not_follow() {
        let lines: Vec<Line<'_>> = ["# T", "## A", "## B", "### C"]
            .iter()
            .enumerate()
            .map(|(at, text)| Line { number: at + 1, text })
            .collect();
        assert_eq!([0, 1, 2, 3].map(|line| sections_follow(&lines, line)), [true, true, false, false]);
    }

    #[test]
    fn a_fence_that_is_not_closed_is_a_cut_unless_the_files_end_follows() {
        for kind in [Kind::Plan, Kind::Research, Kind::Context] {
            for ending in endings_of(kind) {
                let fence = "# T\n```\ncode\n";
                assert_eq!(cut(kind, fence), "the code fence on line 2", "{kind:?}");
                assert_eq!(cut(kind, &format!("{fence}{ending} words\n")), "", "{kind:?} {ending}");
                // What stands before the fence does not end the file.
                let before = format!("# T\nwords\n{ending} words\n```\ncode\n");
                assert_eq!(cut(kind, &before), "the code fence on line 4", "{kind:?} {ending}");
                let behind = format!("---\na: 1\n---\n{fence}{ending} words\n");
                assert_eq!(cut(kind, &behind), "", "{kind:?} {ending}");
            }
            assert!(!endings_of(kind).is_empty());
        }
    }

    #[test]
    fn a_last_line_that_begins_a_tag_is_a_cut() {
        for (file, is_cut) in [
            ("words\n<tas", true),
            ("words\n<tas\n", false),
            ("words\n<br>", false),
            ("words\na < b", false),
            ("words\na", false),
        ] {
            assert_eq!(cut(Kind::Verification, file) == "the file ends within a tag", is_cut, "{file}");
        }
    }
}
