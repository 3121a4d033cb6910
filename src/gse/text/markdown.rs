//! The artifacts of a sprint, as far as guards ask for them: requirements, tests and findings; and whether one is finished.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::document::Met;
use crate::engine::evidence::{Content, Meaning};
use crate::gse::shapes::Shape;
use crate::read::frontmatter::{self, FrontMatter};
use crate::read::held::{OPEN_END, open_end};
use crate::read::markdown::{Heading, Line, Markdown, heading};
use crate::read::text::{NoText, decode};

/// One requirement.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Requirement {
    /// Its id.
    pub id: String,
    /// Its priority in lower case; empty where nothing says it.
    pub priority: String,
    /// The TASKs that it names.
    pub tasks: BTreeSet<String>,
}

/// One finding of a review.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    /// Its id.
    pub id: String,
    /// True for the severities HIGH and CRITICAL.
    pub is_high: bool,
    /// True where it judges the test strategy or a test's specification.
    pub is_upstream: bool,
    /// True unless it says that it is settled.
    pub is_open: bool,
}

/// What an artifact says of itself: whether it is finished.
pub fn content(bytes: &[u8]) -> Content {
    let text = match decode(bytes) {
        Ok(text) => text,
        Err(NoText::Utf16) => return Content::Unreadable { line: 0, why: "it is UTF-16".to_owned() },
    };
    if let Some(line) = text.nul.or(text.invalid) {
        return Content::Unreadable { line, why: "it holds bytes that are no text".to_owned() };
    }
    let document = frontmatter::read(&text.text);
    if let FrontMatter::Unclosed(_) = document.front {
        return Content::Truncated { line: 1, why: "its front matter is not closed".to_owned() };
    }
    let body = Markdown::scan(document.body, document.body_line);
    if let Some(line) = body.open_fence().or(body.open_comment()) {
        return Content::Truncated { line, why: format!("what opens on line {line} is not closed") };
    }
    if let Some(line) = body.conflict() {
        return Content::Unreadable { line, why: "a merge left its marks".to_owned() };
    }
    let fields = document.front.fields();
    if let Some(line) = fields.and_then(|fields| fields.unclear("gse").or_else(|| fields.unclear("status"))) {
        return Content::Unreadable {
            line,
            why: "it cannot be told what the front matter gives as the status".to_owned(),
        };
    }
    let gse = fields.and_then(|fields| fields.get("gse"));
    let status = gse.and_then(|gse| gse.value.get("status")?.as_str()).or_else(|| fields?.text("status"));
    match status {
        Some(word) if word.eq_ignore_ascii_case("draft") => Content::Draft { why: "status: draft".to_owned() },
        _ if !body.has_text() => Content::Draft { why: "it holds no text".to_owned() },
        word => Content::Finished { word: word.map(str::to_owned), meaning: Meaning::Done },
    }
}

/// The same of a file that is uncommitted, where a last line without an end is a doubt.
pub fn uncommitted(bytes: &[u8]) -> Content {
    match (content(bytes), open_end(bytes)) {
        (Content::Finished { .. } | Content::Draft { .. }, Some(line)) => {
            Content::Unreadable { line, why: OPEN_END.to_owned() }
        }
        (content, _) => content,
    }
}

/// The requirements that a text defines, in its order, and the forms that were met.
pub fn requirements(text: &str) -> (Vec<Requirement>, Vec<Met>) {
    let (mut found, mut met): (Vec<Requirement>, Vec<Met>) = (Vec::new(), Vec::new());
    let mut odd = |line: &Line<'_>, at: &str| {
        met.push(Met { shape: Shape::RequirementForm, line: line.number, at: at.to_owned() });
    };
    for (line, head) in lines(text) {
        let listed = line.text.trim_start().strip_prefix("- id:").map(|rest| rest.trim().trim_matches(['"', '\'']));
        let title = head.map(|head| head.title.trim_start_matches('*'));
        let begins = listed.or(title).and_then(|text| id_at(text, "REQ-"));
        if let Some(id) = begins {
            if listed.is_some() || head.is_some_and(|head| head.level != 3) {
                odd(&line, id);
            }
            found.push(Requirement { id: id.to_owned(), priority: String::new(), tasks: BTreeSet::new() });
        } else if head.is_some_and(|head| head.level <= 2) {
            // A section of its own ends the requirement before it.
            found.push(Requirement { id: String::new(), priority: String::new(), tasks: BTreeSet::new() });
        }
        let Some(current) = found.last_mut() else { continue };
        current.tasks.extend(ids(line.text, "TASK-"));
        if let Some((key, value)) = field(line.text)
            && key.eq_ignore_ascii_case("priority")
        {
            if key != "Priority" {
                odd(&line, &current.id);
            }
            current.priority = value.split_whitespace().next().unwrap_or_default().to_lowercase();
        }
    }
    found.retain(|requirement| !requirement.id.is_empty());
    met.sort();
    met.dedup_by(|a, b| a.shape == b.shape);
    (found, met)
}

/// The findings of a review, in its order.
pub fn findings(text: &str) -> Vec<Finding> {
    let mut found: Vec<Finding> = Vec::new();
    let mut section_is_high = false;
    for (line, head) in lines(text) {
        let bare = line.text.trim_start().trim_start_matches(['#', '-', '*', ' ']);
        if let Some(id) = id_at(bare, "RVW-") {
            let is_high = section_is_high || is_high(bare);
            found.push(Finding { id: id.to_owned(), is_high, is_upstream: false, is_open: true });
        } else if let Some(head) = head {
            section_is_high = is_high(head.title);
        }
        let Some(current) = found.last_mut() else { continue };
        current.is_upstream |= line.text.contains("[STRATEGY]") || line.text.contains("[TST-SPEC]");
        let Some((key, value)) = field(line.text) else { continue };
        let value = value.trim_matches(['"', '\'']);
        match key.to_lowercase().as_str() {
            "severity" => current.is_high = is_high(value),
            "tags" => current.is_upstream |= value.contains("STRATEGY") || value.contains("TST-SPEC"),
            "status" => {
                current.is_open = !["fixed", "accepted-as-is", "deferred"].contains(&value.to_lowercase().as_str());
            }
            _ => {}
        }
    }
    found
}

fn is_high(text: &str) -> bool {
    text.split(|c: char| !c.is_ascii_alphanumeric()).any(|word| matches!(word, "HIGH" | "CRITICAL"))
}

/// Every line, in fenced code too, where lists of requirements and findings are put; with the heading that it is.
fn lines(text: &str) -> Vec<(Line<'_>, Option<Heading<'_>>)> {
    let body = Markdown::scan(text, 1);
    let plain = body.lines().iter().map(|line| (*line, heading(*line)));
    let mut all: Vec<_> = plain.chain(body.fenced().iter().map(|line| (*line, None))).collect();
    all.sort_by_key(|(line, _)| line.number);
    all
}

/// Key and value of `- **Key:** value`, `**key**: value` or `key: value`.
fn field(line: &str) -> Option<(&str, &str)> {
    let bare = line.trim_start().trim_start_matches(['-', '*', ' ']);
    let (key, value) = bare.split_once(':')?;
    Some((key.trim_end_matches(['*', ' ']), value.trim_matches(['*', ' '])))
}

/// The id that stands at the very beginning of a text.
fn id_at<'t>(text: &'t str, prefix: &str) -> Option<&'t str> {
    let digits = text.strip_prefix(prefix)?.bytes().take_while(u8::is_ascii_digit).count();
    if digits == 0 { None } else { text.get(..prefix.len() + digits) }
}

/// Every id of a kind in a text.
pub fn ids(text: &str, prefix: &str) -> Vec<String> {
    let places = text.match_indices(prefix);
    places.filter_map(|(at, _)| id_at(text.get(at..)?, prefix)).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn summary(text: &str) -> Vec<(String, String, Vec<String>)> {
        let (found, _) = requirements(text);
        found.into_iter().map(|one| (one.id, one.priority, one.tasks.into_iter().collect())).collect()
    }

    fn one(id: &str, priority: &str, tasks: &[&str]) -> (String, String, Vec<String>) {
        (id.to_owned(), priority.to_owned(), tasks.iter().map(|task| (*task).to_owned()).collect())
    }

    #[test]
    fn requirements_are_read_in_every_form_that_is_in_use() {
        let template = "## Functional\n\n### REQ-001 — Keep photos\n\n- **Type:** functional\n- **Priority:** Must\n- **Traces:** TASK-001\n\n## Notes\n\nTASK-009\n";
        assert_eq!(summary(template), [one("REQ-001", "must", &["TASK-001"])]);
        assert!(requirements(template).1.is_empty());
        for (odd, expected) in [
            ("## REQ-201\n\nPriority: should\n", one("REQ-201", "should", &[])),
            (
                "```yaml\n- id: REQ-003\n  priority: must\n  traces: [TASK-4]\n```\n",
                one("REQ-003", "must", &["TASK-4"]),
            ),
            ("### REQ-002 — x\n\n- **id:** REQ-002\n- **priority:** must\n", one("REQ-002", "must", &[])),
        ] {
            assert_eq!(summary(odd), [expected], "{odd}");
            assert_eq!(requirements(odd).1.len(), 1, "{odd}");
        }
        assert_eq!(summary("Covers REQ-001.\n\n- REQ-002 is later\n"), []);
    }

    #[test]
    fn findings_are_read_in_each_of_three_forms() {
        let text = "# Review\n\nRVW-001 [HIGH] — [STRATEGY] no level for the store\n  perspective: tests\n\nRVW-002:\n  severity: HIGH\n  tags: [TST-SPEC]\n  status: fixed\n\n### MEDIUM severity\n\n- **RVW-003** | code | `a`\n\n### HIGH severity\n\n- **RVW-004** | code | `b`\n";
        let found: Vec<_> =
            findings(text).into_iter().map(|one| (one.id, one.is_high, one.is_upstream, one.is_open)).collect();
        let expected = [
            ("RVW-001", true, true, true),
            ("RVW-002", true, true, false),
            ("RVW-003", false, false, true),
            ("RVW-004", true, false, true),
        ];
        assert_eq!(found, expected.map(|(id, high, upstream, open)| (id.to_owned(), high, upstream, open)));
    }

    #[test]
    fn a_draft_and_what_is_cut_short_are_not_finished() {
        let of = |text: &str| content(text.as_bytes());
        assert!(matches!(of("---\ngse:\n  status: approved\n---\n\n# A\n\ntext\n"), Content::Finished { .. }));
        assert!(matches!(of("# A\n\ntext\n"), Content::Finished { word: None, .. }));
        assert!(matches!(of("---\ngse:\n  status: draft\n---\n\ntext\n"), Content::Draft { .. }));
        assert!(matches!(of("# A\n"), Content::Draft { .. }));
        assert!(matches!(of("---\ngse:\n  status: draft\n"), Content::Truncated { .. }));
        assert!(matches!(of("a\n\n```\nb\n"), Content::Truncated { .. }));
        assert!(matches!(content(b"a\0b\n"), Content::Unreadable { line: 1, .. }));
        assert!(matches!(of("<<<<<<< a\nx\n=======\ny\n>>>>>>> b\n"), Content::Unreadable { .. }));
    }
}
