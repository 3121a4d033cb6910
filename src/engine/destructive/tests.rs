use std::sync::LazyLock;

use proptest::prelude::*;

use super::*;

static KNOWN: LazyLock<Patterns> = LazyLock::new(|| Patterns::new(&[]).unwrap());

fn line<'a>(path: &'a RepoPath, number: usize, text: &'a str) -> Line<'a> {
    Line { commit: None, path, number, text: text.as_bytes(), is_context: false, is_way_back: false }
}

fn scan_in(path: &str, text: &str) -> Vec<(usize, Operation)> {
    let path = RepoPath::from(path);
    let hits = KNOWN.scan(text.lines().enumerate().map(|(at, text)| line(&path, at + 1, text)));
    hits.into_iter().map(|hit| (hit.line.unwrap(), hit.operation)).collect()
}

fn scan(text: &str) -> Vec<(usize, Operation)> {
    scan_in("src/a.sql", text)
}

#[test]
fn every_row_finds_its_own_examples_and_no_row_finds_the_others() {
    let mut wrong = Vec::new();
    for row in DESTRUCTIVE {
        assert!(compile(&ascii(row.regex)).is_ok(), "{}", row.id);
        assert!(row.unless.is_none_or(|source| compile(&ascii(source)).is_ok()), "{}", row.id);
        assert!(row.finds.len() >= 3 && row.leaves.len() >= 3, "{} has too few examples", row.id);
        assert_eq!(DESTRUCTIVE.iter().filter(|other| other.id == row.id).count(), 1);
        for line in row.finds {
            let found = scan(line);
            if !found.iter().any(|(_, operation)| *operation == Operation::Known(row.id)) {
                wrong.push(format!("{} does not find {line}: {found:?}", row.id));
            }
        }
        for line in row.leaves {
            let found = scan(line);
            if !found.is_empty() {
                wrong.push(format!("{line} of {} is found: {found:?}", row.id));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_statement_may_be_bounded_on_a_later_line() {
    let found = |text: &str| scan(text).into_iter().map(|(line, _)| line).collect::<Vec<_>>();
    for (text, lines) in [
        ("DELETE FROM users\nWHERE id = 1;", vec![]),
        ("DELETE FROM users\n  USING a, b\n  WHERE a.id = b.id", vec![]),
        ("\"DELETE FROM users \"\n\"WHERE id = ?\"", vec![]),
        ("x = 1;\nDELETE FROM users", vec![2]),
        ("DELETE FROM users;\nWHERE id = 1;", vec![1]),
        ("DELETE FROM users\n\nWHERE id = 1;", vec![1]),
        ("DELETE FROM users\nDELETE FROM carts WHERE id = 1;", vec![1]),
        ("DELETE FROM users\n, x where\n;\nWHERE 1", vec![1]),
        (&format!("DELETE FROM users\n{}WHERE 1", "a\n".repeat(STATEMENT_LINES)), vec![1]),
        ("DELETE FROM a WHERE x; DELETE FROM b;", vec![1]),
    ] {
        assert_eq!(found(text), lines, "{text}");
    }
}

#[test]
fn a_line_that_was_there_before_bounds_and_is_no_hit() {
    let path = RepoPath::from("a.sql");
    let context = |number, text| Line { is_context: true, ..line(&path, number, text) };
    let bounded = [line(&path, 1, "DELETE FROM users"), context(2, "WHERE id = 1;")];
    assert_eq!(KNOWN.scan(bounded), []);
    assert_eq!(KNOWN.scan([context(1, "DROP TABLE users;")]), []);
    // A gap, another file or another commit is no continuation.
    let other = RepoPath::from("b.sql");
    let commit = Oid::from_bytes(&[1; 20]);
    for next in [line(&path, 3, "WHERE 1"), line(&other, 2, "WHERE 1"), Line { commit, ..line(&path, 2, "WHERE 1") }] {
        assert_eq!(KNOWN.scan([line(&path, 1, "DELETE FROM users"), next]).len(), 1);
    }
}

#[test]
fn a_test_may_clear_what_it_made() {
    for path in
        ["tests/a.py", "pkg/store_test.go", "src/__tests__/a.ts", "src/a.spec.ts", "app/test_a.py", "conftest.py"]
    {
        assert_eq!(scan_in(path, "shutil.rmtree(root)\nDELETE FROM users;"), [], "{path}");
        assert_eq!(scan_in(path, "DROP TABLE users;").len(), 1, "{path}");
    }
    for path in ["src/latest/a.py", "src/contest.py", "attest/a.go", "src/testing.rs"] {
        assert_eq!(scan_in(path, "shutil.rmtree(root)").len(), 1, "{path}");
    }
}

#[test]
fn the_way_back_of_a_migration_drops_what_its_way_there_made() {
    for path in ["db/0007_orders.down.sql", "migrations/2024-01-01-1_orders/down.sql", "m/7_orders-DOWN.sql"] {
        assert_eq!(scan_in(path, "DROP TABLE orders;\nALTER TABLE a DROP COLUMN b;\nDELETE FROM kinds;"), [], "{path}");
        assert_eq!(scan_in(path, "rm -rf /srv/data").len(), 1, "{path}");
    }
    for path in ["db/0007_orders.up.sql", "db/drop_down.py", "db/markdown.sql", "db/down.sql", "down.sql/a.sql"] {
        assert_eq!(scan_in(path, "DROP TABLE orders;").len(), 1, "{path}");
    }
}

#[test]
fn a_project_adds_patterns_and_takes_none_away() {
    let patterns = Patterns::new(&["purge_tenant\\(".to_owned(), "(?i)überschreibe".to_owned()]).unwrap();
    let path = RepoPath::from("a.rs");
    let texts = ["purge_tenant(7)", "ÜBERSCHREIBE alles", "DROP TABLE a;", "nothing"];
    let hits = patterns.scan(texts.iter().enumerate().map(|(at, text)| line(&path, at + 1, text)));
    let told: Vec<String> = hits.iter().map(ToString::to_string).collect();
    assert_eq!(
        told,
        ["a.rs:1 (pipeline.depth.destructive[0])", "a.rs:2 (pipeline.depth.destructive[1])", "a.rs:3 (SQL drop)"]
    );
    for (pattern, why) in [
        ("(", "unclosed group"),
        ("", "it finds the empty line"),
        ("a*", "it finds the empty line"),
        ("^$", "it finds the empty line"),
        ("(?=a)", "look-around"),
        ("\\w{1000}{1000}", "exceeds size limit"),
    ] {
        let bad = Patterns::new(&["ok".to_owned(), pattern.to_owned()]).unwrap_err();
        assert_eq!(bad.at, 1, "{pattern}");
        assert!(bad.why.contains(why), "{pattern}: {}", bad.why);
    }
}

#[test]
fn hits_are_cited_and_bounded() {
    let path = RepoPath::from("a\u{1b}.sql");
    let text = format!("{}DROP TABLE users;\u{7}", " ".repeat(300));
    let many = std::iter::repeat_n(text.as_str(), 2 * HITS_LIMIT).enumerate().map(|(at, text)| line(&path, at, text));
    let hits = KNOWN.scan(many);
    assert_eq!(hits.len(), HITS_LIMIT);
    let commit = Oid::from_bytes(&[0xab; 20]);
    let hit = Hit { commit, ..hits[7].clone() };
    assert_eq!(hit.to_string(), "abababa:a\\u{1b}.sql:7 (SQL drop)");
    assert_eq!(hit.text, "DROP TABLE users;\u{7}");
    // Text behind the bound of a line is not read, and half a character at the bound is no trouble.
    let long = format!("{}é DROP TABLE users;", "x".repeat(LINE_LIMIT - 1));
    assert_eq!(scan(&long), []);
    let path = RepoPath::from("a");
    let binary = Line { text: b"\xff\xfe DROP TABLE users;", ..line(&path, 1, "") };
    assert_eq!(KNOWN.scan([binary]).len(), 1);
    assert_eq!(deletion(None, path, "db").to_string(), "a (deleted below db)");
    assert_eq!(table().rows.len(), DESTRUCTIVE.len());
}

proptest! {
    #[test]
    fn any_lines_are_scanned(lines in proptest::collection::vec("(DELETE FROM a|where|;|rm -rf|\\PC| |\"){0,12}", 0..12)) {
        let path = RepoPath::from("a");
        let all: Vec<Line<'_>> = lines.iter().enumerate().map(|(at, text)| line(&path, at + 1, text)).collect();
        let hits = KNOWN.scan(all.iter().copied());
        prop_assert!(hits.iter().all(|hit| (1..=lines.len()).contains(&hit.line.unwrap())));
        // One more line below never takes a hit away that no later line could bound.
        let certain = KNOWN.scan(all.iter().copied().chain([line(&path, lines.len() + 2, "x")]));
        prop_assert_eq!(certain.len(), hits.len());
    }
}
