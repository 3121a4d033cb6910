use std::sync::LazyLock;

use super::*;

fn scan(text: &str) -> Vec<(usize, Operation)> {
    static KNOWN: LazyLock<Patterns> = LazyLock::new(|| Patterns::new(&[]).unwrap());
    let path = RepoPath::from("a.sql");
    let lines = text.lines().enumerate().map(|(at, text)| Line {
        commit: None,
        path: &path,
        number: at + 1,
        text: text.as_bytes(),
    });
    KNOWN.scan(lines).into_iter().map(|hit| (hit.line.unwrap(), hit.operation)).collect()
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
