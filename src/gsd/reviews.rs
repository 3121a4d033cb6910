//! Whether a review of the plans raises a serious concern.

/// The words that raise one, in capitals as reviewers write them.
const SERIOUS: &[&str] = &["HIGH", "CRITICAL", "BLOCKER"];

/// Words before such a word that take it back: `no HIGH`, `0 CRITICAL`.
const DENIALS: &[&str] = &["no", "0", "zero", "none", "without", "not"];

/// True when a line raises a serious concern: a heading, a list item or a line of a table that says so, and that is neither
/// ticked off nor struck out.
pub fn raises_concern(line: &str) -> bool {
    let line = line.trim();
    let is_place = line.starts_with('#') || line.starts_with('|') || is_item(line);
    let is_settled = ["[x]", "[X]"].iter().any(|tick| line.contains(tick)) || line.contains("~~");
    if !is_place || is_settled {
        return false;
    }
    let words: Vec<&str> = line.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    words.iter().enumerate().any(|(at, word)| {
        let before = at.checked_sub(1).and_then(|at| words.get(at)).map(|word| word.to_lowercase());
        let after = words.get(at + 1).map(|word| word.to_lowercase());
        let is_denied = before.is_some_and(|before| DENIALS.contains(&before.as_str()))
            || after.is_some_and(|after| matches!(after.as_str(), "0" | "none"));
        SERIOUS.contains(word) && !is_denied
    })
}

fn is_item(line: &str) -> bool {
    let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_numbered = rest.len() < line.len() && (rest.starts_with(". ") || rest.starts_with(") "));
    is_numbered || ["- ", "* ", "+ "].iter().any(|mark| line.starts_with(mark))
}

/// True when a line of `new` that `old` does not have raises a serious concern.
pub fn newly_raises(old: Option<&str>, new: &str) -> bool {
    let known: std::collections::BTreeSet<&str> = old.into_iter().flat_map(str::lines).map(str::trim).collect();
    new.lines().any(|line| !known.contains(line.trim()) && raises_concern(line))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_concern_is_a_heading_an_item_or_a_table_line() {
        for line in [
            "### HIGH: the rollback is missing",
            "- **[HIGH]** no index on the join",
            "1. CRITICAL — tokens are logged",
            "| 3 | BLOCKER | the migration drops a column |",
        ] {
            assert!(raises_concern(line), "{line}");
        }
        for line in [
            "HIGH quality work overall",
            "- no HIGH concerns",
            "- 0 HIGH, 2 LOW",
            "| HIGH | 0 |",
            "- [x] HIGH: fixed",
            "- ~~HIGH: dropped~~",
            "- highly coupled modules",
            "### Summary",
        ] {
            assert!(!raises_concern(line), "{line}");
        }
    }

    #[test]
    fn what_was_said_before_raises_nothing_new() {
        assert!(newly_raises(None, "- HIGH: a"));
        assert!(!newly_raises(Some("- HIGH: a\n"), "intro\n- HIGH: a"));
        assert!(newly_raises(Some("- HIGH: a\n"), "- HIGH: a\n- HIGH: b"));
    }

    #[test]
    fn an_item_begins_with_a_mark_or_a_number() {
        for line in ["- x", "* x", "+ x", "1. x", "12) x"] {
            assert!(is_item(line), "{line}");
        }
        for line in [". x", ") x", "1 x", "x", "-x", "1.x"] {
            assert!(!is_item(line), "{line}");
        }
    }
}
