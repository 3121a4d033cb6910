use super::*;

const NOTHING: Example = Example(&[]);

const fn rule(id: &'static str, name: &'static str, severity: Severity) -> Rule {
    Rule {
        id,
        name,
        severity,
        asks: Asks::Config,
        can_be_ignored: true,
        why: "it matters",
        fix: "run `mend PHASE`",
        bad: NOTHING,
        good: NOTHING,
    }
}

static BAD: Rule = rule("C001", "bad-key", Severity::Error);
static ODD: Rule = rule("P002", "odd-plan", Severity::Warning);

fn finding(rule: &'static Rule) -> Finding {
    Finding {
        rule,
        file: "b.md".into(),
        span: Some(Span { line: 2, column: 1, end: 4 }),
        line_text: None,
        phase: Some("07".to_owned()),
        subject: "two".to_owned(),
        message: "found".to_owned(),
        fix: None,
        evidence: Vec::new(),
    }
}

fn report(findings: Vec<Finding>, fail_on: Severity) -> LintReport {
    LintReport {
        place: Place {
            repository: "/r".to_owned(),
            git_backend: String::new(),
            planning: ".planning".into(),
            committed: true,
            config: None,
            workstream: None,
        },
        rules: vec![&BAD, &ODD],
        range: Err("no base".to_owned()),
        undetermined: None,
        phases: Vec::new(),
        fail_on,
        exit_zero: false,
        findings,
        ignored: Vec::new(),
        notes: Vec::new(),
    }
}

/// What differs of two findings that are otherwise the same, the one that comes first.
type Change = (&'static str, fn(&mut Finding));

/// From what counts most for the order to what counts least.
const SMALLER: &[Change] = &[
    ("file", |one| one.file = "a.md".into()),
    ("no span", |one| one.span = None),
    ("line", |one| one.span = Some(Span { line: 1, column: 9, end: 10 })),
    ("column", |one| one.span = Some(Span { line: 2, column: 0, end: 10 })),
    ("rule", |one| one.rule = &BAD),
    ("no phase", |one| one.phase = None),
    ("phase", |one| one.phase = Some("06".to_owned())),
    ("subject", |one| one.subject = "one".to_owned()),
    ("message", |one| one.message = "also found".to_owned()),
];

#[test]
fn findings_are_sorted_by_place_then_rule_then_what_they_say() {
    let usual = finding(&ODD);
    let group = |at: usize| match SMALLER.get(at).map(|(name, _)| *name) {
        Some("file") => 0,
        Some("no span" | "line" | "column") => 1,
        Some("rule") => 2,
        Some("no phase" | "phase") => 3,
        Some("subject") => 4,
        _ => 5,
    };
    for (at, (name, change)) in SMALLER.iter().enumerate() {
        let mut first = usual.clone();
        change(&mut first);
        assert_eq!(settle(vec![usual.clone(), first.clone()]), [first.clone(), usual.clone()], "{name}");
        // Those of one group change the same thing.
        for (weaker, (_, other)) in SMALLER.iter().enumerate().filter(|(weaker, _)| group(*weaker) > group(at)) {
            let mut second = usual.clone();
            other(&mut second);
            assert_eq!(settle(vec![second.clone(), first.clone()]), [first.clone(), second], "{name} before {weaker}");
        }
    }
}

#[test]
fn what_was_found_twice_is_told_once_and_all_else_is_kept() {
    let usual = finding(&ODD);
    assert_eq!(settle(vec![usual.clone(), usual.clone(), usual.clone()]), std::slice::from_ref(&usual));
    let mut all = vec![usual.clone()];
    for (_, change) in SMALLER {
        let mut other = usual.clone();
        change(&mut other);
        all.push(other);
    }
    let count = all.len();
    assert_eq!(settle([all.clone(), all].concat()).len(), count);
    let told_otherwise = Finding { evidence: vec!["seen".to_owned()], ..usual.clone() };
    assert_eq!(settle(vec![usual.clone(), told_otherwise]), [usual], "evidence makes no second finding");
    assert_eq!(settle(Vec::new()), []);
}

#[test]
fn a_fingerprint_is_of_what_a_finding_is_about_and_not_of_its_line() {
    let usual = finding(&ODD);
    let of = |finding: &Finding| fingerprints(&[finding]).remove(0);
    let known = of(&usual);
    assert_eq!(known.len(), 32);
    assert!(known.bytes().all(|byte| byte.is_ascii_hexdigit() && !byte.is_ascii_uppercase()), "{known}");
    for (name, stays, change) in [
        ("rule", false, (|one| one.rule = &BAD) as fn(&mut Finding)),
        ("file", false, |one| one.file = "a.md".into()),
        ("phase", false, |one| one.phase = None),
        ("subject", false, |one| one.subject = "one".to_owned()),
        ("line", true, |one| one.span = None),
        ("message", true, |one| one.message = "more".to_owned()),
        ("evidence", true, |one| one.evidence = vec!["a".to_owned()]),
    ] {
        let mut other = usual.clone();
        change(&mut other);
        assert_eq!(of(&other) == known, stays, "{name}");
    }
}

#[test]
fn the_parts_of_a_fingerprint_do_not_run_into_each_other() {
    let of = |phase: Option<&str>, subject: &str| {
        let one = Finding { phase: phase.map(str::to_owned), subject: subject.to_owned(), ..finding(&ODD) };
        fingerprints(&[&one]).remove(0)
    };
    assert_ne!(of(Some("0"), "7a"), of(Some("07"), "a"));
    assert_ne!(of(None, "07a"), of(Some("07"), "a"));
}

#[test]
fn findings_of_one_identity_are_told_apart_by_their_number() {
    let (usual, other) = (finding(&ODD), finding(&BAD));
    let all = fingerprints(&[&usual, &usual, &other, &usual]);
    let different: std::collections::BTreeSet<&String> = all.iter().collect();
    assert_eq!(different.len(), 4, "{all:?}");
    assert_eq!(all.first(), fingerprints(&[&usual]).first());
    assert_eq!(all.get(2), fingerprints(&[&other]).first(), "others do not count");
    assert_eq!(all, fingerprints(&[&usual, &usual, &other, &usual]), "the same again");
}

#[test]
fn a_run_ends_with_what_matters_most() {
    let unknown = || Some(Undetermined { why: "no base".to_owned(), remedies: Vec::new() });
    let (error, warning) = (|| vec![finding(&BAD)], || vec![finding(&ODD)]);
    let both = || vec![finding(&ODD), finding(&BAD)];
    for (name, findings, fail_on, exit_zero, undetermined, expected) in [
        ("clean", Vec::new(), Severity::Warning, false, None, Outcome::Done),
        ("clean and not whole", Vec::new(), Severity::Error, true, unknown(), Outcome::Undetermined),
        ("an error", error(), Severity::Error, false, None, Outcome::Findings),
        ("an error, warnings count", error(), Severity::Warning, false, None, Outcome::Findings),
        ("a warning", warning(), Severity::Warning, false, None, Outcome::Findings),
        ("a warning, errors count", warning(), Severity::Error, false, None, Outcome::Done),
        ("both, errors count", both(), Severity::Error, false, None, Outcome::Findings),
        ("told only", both(), Severity::Warning, true, None, Outcome::Done),
        ("found and not whole", both(), Severity::Warning, false, unknown(), Outcome::Undetermined),
    ] {
        let report = LintReport { undetermined, exit_zero, ..report(findings, fail_on) };
        assert_eq!(report.outcome(), expected, "{name}");
    }
}

#[test]
fn findings_are_counted_by_how_much_they_matter() {
    let all = report(vec![finding(&ODD), finding(&BAD), finding(&ODD), finding(&ODD)], Severity::Error);
    assert_eq!((all.count(Severity::Error), all.count(Severity::Warning)), (1, 3));
    assert!(all.fails() && all.is_grave(&finding(&BAD)) && !all.is_grave(&finding(&ODD)));
    let none = report(vec![finding(&ODD)], Severity::Error);
    assert_eq!((none.count(Severity::Error), none.fails()), (0, false));
}

#[test]
fn a_remedy_names_the_phase() {
    let usual = finding(&ODD);
    assert_eq!(usual.remedy(), "run `mend 07`");
    assert_eq!(Finding { phase: None, ..usual.clone() }.remedy(), "run `mend PHASE`");
    let own = Finding { fix: Some("take it out of PHASE".to_owned()), ..usual };
    assert_eq!(own.remedy(), "take it out of 07");
}

#[test]
fn a_rule_is_called_by_its_number_its_full_id_and_its_name() {
    for (text, expected) in [
        ("C001", true),
        ("lint/C001", true),
        ("bad-key", true),
        ("C002", false),
        ("lint/bad-key", false),
        ("bad", false),
        ("", false),
    ] {
        assert_eq!(BAD.is_called(text), expected, "{text}");
    }
    assert_eq!(BAD.full_id(), "lint/C001");
    assert!(BAD == rule("C001", "other", Severity::Warning) && BAD != ODD);
}

#[test]
fn a_range_is_empty_where_its_base_is_its_end() {
    let commit = |number: u8| Oid::from_bytes(&[number; 20]).unwrap();
    let range = |end: u8| Range {
        rule: String::new(),
        base: commit(1),
        end: "HEAD".to_owned(),
        end_commit: commit(end),
        commits: 0,
        paths: 0,
        uncommitted: 0,
        surfaces: Vec::new(),
    };
    assert!(range(1).is_empty() && !range(2).is_empty());
}

#[test]
fn an_example_is_a_history_to_read() {
    const ONE: Step = Step {
        subject: "feat: begin",
        files: &[
            ("a/b.json", Some("{}\n")),
            ("LICENSE", Some("free")),
            ("c", Some("")),
            ("sub/", Some("x")),
            ("d", None),
        ],
    };
    const TWO: Step = Step { subject: "fix: go on", files: &[("sub/", None)] };
    let files = "`a/b.json`:\n\n```json\n{}\n```\n\n`LICENSE`:\n\n```text\nfree\n```\n\n`c` is there.\n\n`sub/` is a submodule.\n\n\
                 `d` is removed.";
    assert_eq!(Example(&[ONE]).page(), files);
    assert_eq!(
        Example(&[ONE, TWO]).page(),
        format!(
            "Commit 1, the base of the range: `feat: begin`\n\n{files}\n\nCommit 2: `fix: go on`\n\n`sub/` is a submodule."
        )
    );
    assert_eq!(NOTHING.page(), "");
}

#[test]
fn the_table_of_rules_has_a_page_for_each() {
    static KEPT: Rule = Rule {
        can_be_ignored: false,
        asks: Asks::Range,
        bad: Example(&[Step { subject: "", files: &[("a", Some(""))] }]),
        ..rule("G001", "kept", Severity::Error)
    };
    let table = table(&[&ODD, &KEPT]);
    assert_eq!(table.ids().collect::<Vec<_>>(), ["lint/P002", "lint/G001"]);
    let cells: Vec<Vec<&str>> = table.rows.iter().map(|row| row.cells.iter().map(String::as_str).collect()).collect();
    assert_eq!(
        cells,
        [
            ["odd-plan", "warning", "every run", "yes", "it matters"],
            ["kept", "error", "a range of commits", "no", "it matters"]
        ]
    );
    assert!(table.rows.iter().all(|row| row.cells.len() == table.columns.len()));
    let more = table.rows.last().map(|row| row.more.iter().map(|more| more.text.as_str()).collect::<Vec<_>>());
    assert_eq!(more, Some(vec!["run `mend PHASE`", "`a` is there.", ""]));
    assert_eq!((Asks::Uncovered.words(), Asks::Phase.words()), ("`--uncovered`", "each phase in question"));
}
