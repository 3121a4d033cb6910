//! What a check found, in SARIF 2.1.0, as code scanning services read it.
//!
//! Source: <https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html>; of it the part that is needed.

use serde_json::{Value, json};

use super::lint::scope;
use crate::engine::escape::escape;
use crate::engine::failure::Failure;
use crate::engine::lint::{Finding, LintReport, Rule, Severity, fingerprints};
use crate::engine::path::RepoPath;

const SCHEMA: &str = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// The log of a check.
pub fn of(report: &LintReport) -> Value {
    let found: Vec<&Finding> = report.findings.iter().collect();
    let hidden: Vec<&Finding> = report.ignored.iter().map(|ignored| &ignored.finding).collect();
    let mut results: Vec<Value> = found
        .iter()
        .zip(fingerprints(&found))
        .map(|(finding, fingerprint)| result(report, finding, &fingerprint))
        .collect();
    for ((ignored, finding), fingerprint) in report.ignored.iter().zip(&hidden).zip(fingerprints(&hidden)) {
        let mut result = result(report, finding, &fingerprint);
        if let Some(fields) = result.as_object_mut() {
            let suppression = json!({"kind": "external", "justification": escape(&ignored.reason)});
            fields.insert("suppressions".to_owned(), json!([suppression]));
        }
        results.push(result);
    }
    let told = |level: &str, text: &str| json!({"level": level, "message": {"text": escape(text)}});
    // What was looked at, as the other formats tell it: its range and the surfaces that it touches among it.
    let looked_at = scope(report);
    let mut notifications: Vec<Value> = looked_at.iter().chain(&report.notes).map(|note| told("note", note)).collect();
    if let Some(undetermined) = &report.undetermined {
        let text = [undetermined.why.clone()].iter().chain(&undetermined.remedies).cloned().collect::<Vec<_>>();
        notifications.push(told("error", &text.join(" · ")));
    }
    let rules: Vec<Value> = report.rules.iter().map(|rule| descriptor(rule)).collect();
    log(&rules, &results, report.undetermined.is_none(), report.outcome().code(), &notifications)
}

/// The log of a check that did not come to anything.
pub fn failure(failure: &Failure) -> Value {
    let text = [failure.message.clone()].iter().chain(&failure.remedies).cloned().collect::<Vec<_>>();
    let told = json!({"level": "error", "message": {"text": escape(&text.join(" · "))}});
    log(&[], &[], false, failure.outcome.code(), &[told])
}

fn log(rules: &[Value], results: &[Value], succeeded: bool, exit: u8, notifications: &[Value]) -> Value {
    json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {
                "name": "phase-pipeline",
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": rules,
            }},
            "columnKind": "unicodeCodePoints",
            "invocations": [{
                "executionSuccessful": succeeded,
                "exitCode": exit,
                "toolExecutionNotifications": notifications,
            }],
            "results": results,
        }],
    })
}

fn level(severity: Severity) -> &'static str {
    severity.word()
}

fn descriptor(rule: &Rule) -> Value {
    let help = format!("{}\n\n{}", rule.why, rule.fix);
    json!({
        "id": rule.full_id(),
        "name": rule.name,
        "shortDescription": {"text": rule.name.replace('-', " ")},
        "fullDescription": {"text": rule.why},
        "help": {"text": format!("{help}\n\nphase-pipeline explain {}", rule.full_id()), "markdown": help},
        "defaultConfiguration": {"level": level(rule.severity)},
    })
}

fn result(report: &LintReport, finding: &Finding, fingerprint: &str) -> Value {
    let at = report.rules.iter().position(|rule| *rule == finding.rule);
    let mut text = vec![escape(&finding.message)];
    text.extend(finding.evidence.iter().map(|shown| format!("evidence: {}", escape(shown))));
    text.extend(finding.phase.iter().map(|phase| format!("phase: {}", escape(phase))));
    text.push(format!("help: {}", escape(&finding.remedy())));
    let mut physical = json!({"artifactLocation": {"uri": uri(&finding.file), "uriBaseId": "%SRCROOT%"}});
    if let (Some(span), Some(fields)) = (finding.span, physical.as_object_mut()) {
        let region = json!({"startLine": span.line, "startColumn": span.column, "endColumn": span.end});
        fields.insert("region".to_owned(), region);
    }
    // What looks like a link in a message is one.
    let text = text.join("\n").replace("](", "] (");
    json!({
        "ruleId": finding.rule.full_id(),
        "ruleIndex": at,
        "level": level(finding.rule.severity),
        "message": {"text": text},
        "locations": [{"physicalLocation": physical}],
        "partialFingerprints": {"phasePipeline/v1": fingerprint},
    })
}

/// A path as a relative reference of a URI: all but unreserved characters are percent-encoded.
fn uri(path: &RepoPath) -> String {
    use std::fmt::Write as _;

    let mut out = String::new();
    for byte in path.as_bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => out.push(char::from(*byte)),
            byte => {
                let _ = write!(out, "%{byte:02X}");
            }
        }
    }
    if out.is_empty() { ".".to_owned() } else { out }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_a_relative_reference() {
        assert_eq!(uri(&RepoPath::from("a b/é:#?%.rs")), "a%20b/%C3%A9%3A%23%3F%25.rs");
        assert_eq!(uri(&RepoPath::new(b"\xff\n")), "%FF%0A");
        assert_eq!(uri(&RepoPath::default()), ".");
    }
}
