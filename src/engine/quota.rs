//! Why an agent failed, from the text it ended with: a provider's quota, a known bug of handing over, or something else.
//!
//! Nothing on disk records that a quota ended a run; only this text does. A run that a quota ended is not started again before
//! the quota resets: it would fail the same way.
//! Source: GSD's `src/agent-command-router.cts` and its notes on provider signals; the messages are those that providers print.

use std::sync::LazyLock;

use regex::{Regex, RegexBuilder};

/// What ended a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cause {
    /// A quota or rate limit of the provider.
    Quota,
    /// GSD's own bug of handing over, after which the work may be whole.
    Handoff,
    /// Something else.
    Unknown,
}

impl Cause {
    /// The word used in every output; GSD's own.
    pub fn word(self) -> &'static str {
        match self {
            Self::Quota => "quota-exceeded",
            Self::Handoff => "classify-handoff-bug",
            Self::Unknown => "unknown-failure",
        }
    }
}

/// When a quota resets, as far as the text says so.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reset {
    /// In so many seconds.
    Seconds(u64),
    /// At a moment, as the text writes it.
    At(String),
}

/// What a text says of a failure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failed {
    /// What ended the run.
    pub cause: Cause,
    /// The sign that says so, and the line it stands on, from 1.
    pub sign: Option<(&'static str, usize)>,
    /// When the quota resets.
    pub reset: Option<Reset>,
}

/// One sign by which a text tells what ended a run.
#[derive(Debug, Clone, Copy)]
pub struct SignRow {
    /// Its name.
    pub id: &'static str,
    /// What it tells.
    pub cause: Cause,
    /// The pattern, over one line, without case.
    pattern: &'static str,
    /// A message that holds it.
    pub example: &'static str,
}

/// Every sign. Each names the provider's own words: a number or the word `quota` alone is none, for tests and disks have them too.
pub const SIGNS: &[SignRow] = &[
    SignRow {
        id: "handoff",
        cause: Cause::Handoff,
        pattern: r"classifyhandoffifneeded is not defined",
        example: "ReferenceError: classifyHandoffIfNeeded is not defined",
    },
    SignRow {
        id: "status-429",
        cause: Cause::Quota,
        pattern: r#"(\b(http(/\d(\.\d)?)?|status(_?code)?|error|code|api error)\b["':=\s(\[]{1,4}429\b|\b429\b[\s:,\-–{"(]{1,4}(too many requests|rate|resource|quota|\{|error))"#,
        example: "HTTP/1.1 429 Too Many Requests",
    },
    SignRow {
        id: "too-many-requests",
        cause: Cause::Quota,
        pattern: r"(\btoo many requests\b.*\b(wait|retry|try|limit|slow)|^\W*(error|exception|throttlingexception)\b.*\btoo many requests\b|throttlingexception)",
        example: "ThrottlingException: Too many requests, please wait before trying again.",
    },
    SignRow {
        id: "rate-limit-error",
        cause: Cause::Quota,
        pattern: r"\b(rate_limit_error|rate_limit_exceeded|ratelimiterror|usage_limit_reached|insufficient_quota|resource_exhausted|tokens_per_min_exceeded)\b",
        example: r#"{"type":"error","error":{"type":"rate_limit_error","message":"This request would exceed your organization's rate limit"}}"#,
    },
    SignRow {
        id: "rate-limit",
        cause: Cause::Quota,
        pattern: r"(\brate[ -]limit(s)? (reached|exceeded|hit)\b|\b(exceed(ed|s)?|hit|reached) (your|the|its|our) [\w' ]{0,30}rate limit\b|\b(you('re| are| have been)|been|being) rate[- ]limited\b)",
        example: "Rate limit reached for gpt-4o on tokens per min (TPM): Limit 30000. Please try again in 6m0s.",
    },
    SignRow {
        id: "usage-limit",
        cause: Cause::Quota,
        pattern: r"(\b(usage|session|weekly|daily|monthly|\d+-hour) limit (reached|exceeded|hit)\b|\b(hit|reached|exceeded) (your|the) [\w -]{0,24}\b(usage|session|weekly|daily|monthly|\d+-hour|spend(ing)?) limit\b|\blimit will reset at\b)",
        example: "Claude usage limit reached. Your limit will reset at 3pm (Europe/Berlin).",
    },
    SignRow {
        id: "quota",
        cause: Cause::Quota,
        pattern: r"(\bexceeded your (current |monthly |daily )?quota\b|\bquota exceeded for\b|\bexceeded your [\w ]{0,30}(request )?allowance\b|\bout of (credits|quota)\b|\bcredit balance is too low\b)",
        example: "You exceeded your current quota, please check your plan and billing details.",
    },
];

/// What a line must not be about: the quotas of disks, and code that speaks of limits.
const NOT_A_PROVIDER: &str = r"\b(disk|inode|mailbox|storage|edquot)\b.{0,12}\bquota|\bquota\b.{0,12}\b(disk|inode|storage)\b|^\s*(test |running |ok |pass(ed)?\b|✓|✔|\+|-|//|#|\*)|\btests? (passed|failed)\b|\.(rs|ts|js|py|go|rb|java|md):\d+";

/// Patterns are part of this file, and a test compiles every one of them.
fn compiled(pattern: &str) -> Option<Regex> {
    RegexBuilder::new(pattern).case_insensitive(true).build().ok()
}

static COMPILED: LazyLock<Vec<(&'static SignRow, Option<Regex>)>> =
    LazyLock::new(|| SIGNS.iter().map(|row| (row, compiled(row.pattern))).collect());
static ELSEWHERE: LazyLock<Option<Regex>> = LazyLock::new(|| compiled(NOT_A_PROVIDER));

/// Tells why a run failed that ended with this text. A sign of the handover comes first: what it ended may be whole.
pub fn failed(text: &str) -> Failed {
    let is_of_provider = |line: &str| !ELSEWHERE.as_ref().is_some_and(|elsewhere| elsewhere.is_match(line));
    for (row, pattern) in COMPILED.iter() {
        let Some(pattern) = pattern else { continue };
        let hit = text.lines().position(|line| pattern.is_match(line) && is_of_provider(line));
        if let Some(at) = hit {
            let reset = if row.cause == Cause::Quota { reset(text) } else { None };
            return Failed { cause: row.cause, sign: Some((row.id, at + 1)), reset };
        }
    }
    Failed { cause: Cause::Unknown, sign: None, reset: None }
}

/// Reads what the first group of a pattern holds.
type Read = fn(&str) -> Option<Reset>;

/// How a text says when a quota resets.
const RESETS: &[(&str, Read)] = &[
    (r#"\bretry[-_ ]?after["']?\s*[:=\s]\s*["']?(\d+(?:\.\d+)?)\b(?:\s*s)?"#, seconds),
    (
        r#"\bretry[-_ ]?after["']?\s*[:=]\s*["']?((?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,[^"'\r\n]{10,32}(?:gmt|utc))"#,
        at,
    ),
    (r#""?retrydelay"?\s*:\s*"?(\d+(?:\.\d+)?)s"#, seconds),
    (
        r"\b(?:try|retry) again in ((?:\d+(?:\.\d+)?\s*(?:days?|hours?|minutes?|seconds?|mins?|secs?|ms|[dhms])[\s,and]*)+)",
        span,
    ),
    (r"\b(?:usage )?limit reached\|(\d{10})\b", at),
    (
        r"\bresets?\b(?: at| on| in)?:? ((?:[a-z]{3,9} \d{1,2}(?:,? at)? ?)?\d{1,2}(?::\d{2})?\s*(?:am|pm)?(?:\s*\([\w/+\- ]{2,40}\))?)",
        at,
    ),
    (r"\bresets? at ([\dT:\-+.Z ]{16,32})", at),
];

static RESETS_COMPILED: LazyLock<Vec<(Option<Regex>, Read)>> =
    LazyLock::new(|| RESETS.iter().map(|(pattern, read)| (compiled(pattern), *read)).collect());

fn reset(text: &str) -> Option<Reset> {
    RESETS_COMPILED.iter().find_map(|(pattern, read)| {
        let found = pattern.as_ref()?.captures(text)?;
        read(found.get(1)?.as_str().trim())
    })
}

/// Whole seconds; a part of one counts as one.
fn seconds(text: &str) -> Option<Reset> {
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    let more = u64::from(part.bytes().any(|byte| byte != b'0'));
    whole.parse::<u64>().ok()?.checked_add(more).map(Reset::Seconds)
}

/// A moment as it is written; what is read is never empty, so this is one of the readers.
fn at(text: &str) -> Option<Reset> {
    (!text.is_empty()).then(|| Reset::At(text.to_owned()))
}

/// A span such as `6m0s`, `3 days 4 hours`, `1.5s`, `20ms`.
fn span(text: &str) -> Option<Reset> {
    let mut total = 0_u64;
    let mut rest = text;
    while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
        rest = rest.get(start..)?;
        let end = rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len());
        let Reset::Seconds(number) = seconds(rest.get(..end)?)? else { return None };
        rest = rest.get(end..)?.trim_start();
        let unit: String = rest.chars().take_while(char::is_ascii_alphabetic).collect::<String>().to_lowercase();
        let (factor, part) = match unit.as_str() {
            "ms" => (1, 1_000),
            unit if unit.starts_with('d') => (86_400, 1),
            unit if unit.starts_with('h') => (3_600, 1),
            unit if unit.starts_with('m') => (60, 1),
            _ => (1, 1),
        };
        total = total.checked_add(number.checked_mul(factor)?.div_ceil(part))?;
    }
    Some(Reset::Seconds(total))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pattern_is_one_and_every_example_is_told_by_its_own_row() {
        assert!(RESETS_COMPILED.iter().all(|(pattern, _)| pattern.is_some()) && ELSEWHERE.is_some());
        for (row, pattern) in COMPILED.iter() {
            assert!(pattern.as_ref().unwrap().is_match(row.example), "{}", row.id);
            assert_eq!(failed(row.example).cause, row.cause, "{}", row.id);
        }
    }

    #[test]
    fn what_providers_say_is_a_quota() {
        for text in [
            r#"API Error: 429 {"type":"error","error":{"type":"rate_limit_error","message":"x"}}"#,
            "Claude AI usage limit reached|1751738400",
            "5-hour limit reached ∙ resets 3pm",
            "You've hit your usage limit. Upgrade to Pro or try again in 3 days 4 hours 12 minutes.",
            "openai.RateLimitError: Error code: 429 - {'error': {'message': 'You exceeded your current quota'}}",
            "insufficient_quota",
            "[429 Too Many Requests] Quota exceeded for quota metric 'Generate Content API requests per minute'",
            r#"{"error": {"code": 429, "status": "RESOURCE_EXHAUSTED"}}"#,
            "Sorry, you have been rate-limited. Please wait a moment before trying again.",
            "Sorry, you have exceeded your premium request allowance.",
            "botocore.errorfactory.ThrottlingException: An error occurred (ThrottlingException)",
            "Rate limit exceeded: free-models-per-day",
            "Your credit balance is too low to access the API",
            "status: 429",
            "You have reached your weekly limit, resets Oct 6 at 1pm",
        ] {
            assert_eq!(failed(text).cause, Cause::Quota, "{text}");
        }
    }

    #[test]
    fn the_line_that_says_so_is_counted_from_one() {
        let line = |text: &str| failed(text).sign.map(|(_, line)| line);
        assert_eq!(line("insufficient_quota"), Some(1));
        assert_eq!(line("a\nb\ninsufficient_quota\n"), Some(3));
    }

    #[test]
    fn other_words_and_numbers_are_none() {
        for text in [
            "",
            "all 1429 tests passed",
            "1429 tests passed",
            "disk quota exceeded",
            "write failed: Disk quota exceeded for /home",
            "Error: EDQUOT: disk quota exceeded, write",
            "test rate_limit_exceeded ... ok",
            "src/limits.rs:429: rate limit exceeded is never shown",
            "+ return Err(\"rate limit exceeded\")",
            "error at line 429",
            "panicked at 'index out of bounds: the len is 429'",
            "quota",
            "added a rate limit to the API",
            "Overloaded (529)",
        ] {
            assert_eq!(failed(text).cause, Cause::Unknown, "{text}");
        }
        assert_eq!(
            failed("x\nclassifyHandoffIfNeeded is not defined\nHTTP 429 Too Many Requests").cause,
            Cause::Handoff
        );
    }

    #[test]
    fn when_it_resets_is_read_in_every_form() {
        let reset = |text: &str| failed(&format!("HTTP 429 Too Many Requests\n{text}")).reset;
        for (text, expected) in [
            ("Retry-After: 120", Some(Reset::Seconds(120))),
            ("retry_after=3", Some(Reset::Seconds(3))),
            (r#""retry-after": "7""#, Some(Reset::Seconds(7))),
            ("Please retry after 20 seconds.", Some(Reset::Seconds(20))),
            ("Retry-After: Wed, 21 Oct 2026 07:28:00 GMT", Some(Reset::At("Wed, 21 Oct 2026 07:28:00 GMT".to_owned()))),
            (r#""retryDelay": "34.2s""#, Some(Reset::Seconds(35))),
            ("Please try again in 6m0s.", Some(Reset::Seconds(360))),
            ("Please try again in 1.5s.", Some(Reset::Seconds(2))),
            ("Please try again in 20ms.", Some(Reset::Seconds(1))),
            ("try again in 3 days 4 hours", Some(Reset::Seconds(3 * 86_400 + 4 * 3_600))),
            ("resets 3pm", Some(Reset::At("3pm".to_owned()))),
            ("Your limit will reset at 3pm (Europe/Berlin).", Some(Reset::At("3pm (Europe/Berlin)".to_owned()))),
            ("resets Oct 6 at 1pm", Some(Reset::At("Oct 6 at 1pm".to_owned()))),
            ("usage limit reached|1751738400", Some(Reset::At("1751738400".to_owned()))),
            ("nothing more", None),
            ("Retry-After: 99999999999999999999999", None),
        ] {
            assert_eq!(reset(text), expected, "{text}");
        }
    }
}
