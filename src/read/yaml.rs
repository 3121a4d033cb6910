//! YAML as written: every scalar stays text (`07`, `2.10`, `no`), because an id is never a number.

mod build;
mod tag;

/// A value of a YAML block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// Nothing, `~` or `null`.
    Null,
    /// The text of a scalar, without quotes and comments.
    Scalar(String),
    /// A list, in block or flow style.
    List(Vec<Self>),
    /// A map, in the order written.
    Map(Vec<(String, Self)>),
}

impl Value {
    /// The text of a scalar.
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Self::Scalar(text) => Some(text),
            _ => None,
        }
    }

    /// The items of a list; none of any other value.
    pub fn items(&self) -> &[Self] {
        match self {
            Self::List(items) => items,
            _ => &[],
        }
    }

    /// The value of a map's key.
    pub fn get(&self, key: &str) -> Option<&Self> {
        match self {
            Self::Map(pairs) => pairs.iter().find(|(name, _)| name == key).map(|(_, value)| value),
            _ => None,
        }
    }

    /// The scalars of a list, or the one scalar that stands where a list is meant. A map in the list gives its first value
    /// (`- path: x` is written for `- x`).
    pub fn texts(&self) -> Vec<&str> {
        match self {
            Self::Null => Vec::new(),
            Self::Scalar(text) => vec![text],
            Self::List(items) => items.iter().flat_map(Self::texts).collect(),
            Self::Map(pairs) => pairs.first().map(|(_, value)| value.texts()).unwrap_or_default(),
        }
    }
}

/// A key of the top level with its value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The key.
    pub key: String,
    /// The value.
    pub value: Value,
    /// The line of the key, from 1 at the block's first line.
    pub line: usize,
}

/// Why a block is no YAML map, or was refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct YamlError {
    /// The line, from 1 at the block's first line.
    pub line: usize,
    /// What is wrong, in a line.
    pub why: String,
    /// True where the block was refused for its size (nesting, aliases, nodes), not for its form.
    pub refused: bool,
}

impl YamlError {
    fn new(line: usize, why: impl Into<String>) -> Self {
        Self { line: line.max(1), why: why.into(), refused: false }
    }

    fn refused(line: usize, why: impl Into<String>) -> Self {
        Self { refused: true, ..Self::new(line, why) }
    }
}

/// Reads a block whose top level is a map. Duplicate keys are an error; an empty block is an empty map.
pub fn read_map(block: &str) -> Result<Vec<Entry>, YamlError> {
    if block.lines().all(|line| line.trim().is_empty() || line.trim_start().starts_with('#')) {
        return Ok(Vec::new());
    }
    let (root, lines) = build::document(block)?;
    match root {
        Value::Null => Ok(Vec::new()),
        Value::Map(pairs) => {
            Ok(pairs.into_iter().zip(lines).map(|((key, value), line)| Entry { key, value, line }).collect())
        }
        Value::Scalar(_) | Value::List(_) => Err(YamlError::new(1, "the block holds no keys")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scalar(text: &str) -> Value {
        Value::Scalar(text.to_owned())
    }

    fn value(block: &str) -> Value {
        read_map(block).unwrap().remove(0).value
    }

    #[test]
    fn every_scalar_stays_as_written() {
        for written in [
            "07",
            "2.10",
            "no",
            "True",
            "1_000",
            "0x1F",
            "010",
            "1e3",
            ".inf",
            "-.5",
            ".nan",
            "99999999999999999999",
            "2026-01-02",
            "yes",
        ] {
            assert_eq!(value(&format!("a: {written}")), scalar(written));
            assert_eq!(value(&format!("a: {written}  # note\nb: 1")), scalar(written));
            assert_eq!(value(&format!("a: [{written}, x]")), Value::List(vec![scalar(written), scalar("x")]));
            assert_eq!(value(&format!("a:\n  - {written}\n")), Value::List(vec![scalar(written)]));
            assert_eq!(value(&format!("é: \"{written}\"")), scalar(written));
            assert_eq!(read_map(&format!("{written}: x")).unwrap()[0].key, written);
            assert_eq!(value(&format!("ü: &x {written}\nb: *x")), scalar(written));
        }
    }

    #[test]
    fn nothing_is_null_and_keys_carry_their_line() {
        let entries = read_map("a:\n\n# note\nb: ~\nc: {d: 07, e: null}\n").unwrap();
        let lines: Vec<(&str, usize)> = entries.iter().map(|entry| (entry.key.as_str(), entry.line)).collect();
        assert_eq!(lines, [("a", 1), ("b", 4), ("c", 5)]);
        assert_eq!(entries[1].value, Value::Null);
        assert_eq!(entries[2].value.get("d"), Some(&scalar("07")));
        assert_eq!(entries[2].value.get("e"), Some(&Value::Null));
        assert_eq!(read_map("# only\n\n"), Ok(Vec::new()));
    }

    #[test]
    fn an_alias_stands_for_what_it_names() {
        let entries = read_map("a: &x 07\nb: *x\nc: &y [07, {d: 1.0}]\ne: *y\n").unwrap();
        assert_eq!(entries[1].value, scalar("07"));
        assert_eq!(entries[3].value, entries[2].value);
    }

    #[test]
    fn what_is_too_big_is_refused_by_name() {
        let level = |level: usize| format!("a{level}: &a{level} [{}]", vec![format!("*a{}", level - 1); 9].join(", "));
        let levels: Vec<String> = (1..9).map(level).collect();
        let bomb = format!("a0: &a0 [x, x, x, x, x, x, x, x, x]\n{}\n", levels.join("\n"));
        let deep = format!("a: {}", "[".repeat(5000));
        let steps: Vec<String> = (0..2000).map(|level| format!("{}a:", " ".repeat(level))).collect();
        let deep_block = steps.join("\n");
        let long = format!(
            "a: &a {}\nb: &b [{x}]\nc: &c [{y}]\nd: [{z}]\n",
            "x".repeat(200_000),
            x = ["*a"; 8].join(", "),
            y = ["*b"; 8].join(", "),
            z = ["*c"; 8].join(", ")
        );
        for big in [bomb, deep, deep_block, long] {
            let error = read_map(&big).unwrap_err();
            assert!(error.refused && !error.why.contains(" at line"), "{error:?}");
        }
    }

    #[test]
    fn a_limit_may_be_reached_and_not_passed() {
        fn listed(count: usize, item: &str) -> String {
            format!("[{}]", vec![item; count].join(", "))
        }
        fn nested(levels: usize, item: &str) -> String {
            format!("{}{item}{}", "[".repeat(levels), "]".repeat(levels))
        }
        fn check(limit: usize, why: &str, block: impl Fn(usize) -> String) {
            assert!(read_map(&block(limit)).is_ok(), "{why}");
            let error = read_map(&block(limit + 1)).unwrap_err();
            assert!(error.refused && error.why.contains(why), "{error:?}");
        }
        // The map itself, its key and its list count as well, and so does the end of a list that has an anchor.
        check(32, "nested deeper", |count| format!("a: {}", nested(count - 1, "x")));
        check(32, "nested deeper", |count| format!("a: &x {}\nb: {}", nested(20, "x"), nested(count - 21, "*x")));
        check(64, "anchors", |count| (0..count).map(|at| format!("k{at}: &a{at} v\n")).collect::<Vec<_>>().concat());
        check(64, "aliases", |count| format!("a: &x v\nb: {}", listed(count, "*x")));
        check(50_000, "nodes", |count| format!("a: {}", listed(count - 3, "x")));
        check(10_000, "under anchors", |count| format!("a: &x {}", listed(count - 2, "x")));
    }

    #[test]
    fn keys_are_told_apart_by_their_text() {
        let keys = |block: &str| read_map(block).map(|entries| entries.into_iter().map(|entry| entry.key).collect());
        assert_eq!(
            keys("7: a\n07: b\n0x7: c\n~: d\n: e\n? |\n  f\n"),
            Ok(["7", "07", "0x7", "~", "", "f\n"].map(str::to_owned).to_vec())
        );
        assert_eq!(keys("7: a\n\"7\": b\n").unwrap_err().line, 2);
    }

    #[test]
    fn lines_are_folded_as_the_style_says() {
        for (block, text) in [
            ("a: 1\n  2\n", "1 2"),
            ("a: b\n\n  c\n", "b\nc"),
            ("a: \"b\n  c\"\n", "b c"),
            ("a: |\n  b\n  c\n", "b\nc\n"),
            ("a: >-\n  b\n  c\n", "b c"),
            ("a: |\r\n  b\r\n  c\r\n", "b\nc\n"),
            ("%YAML 1.2\n---\na: 'null'\n...\n", "null"),
            ("\u{feff}a:\tb\n", "b"),
        ] {
            assert_eq!(value(block), scalar(text), "{block:?}");
        }
    }

    #[test]
    fn what_is_no_map_is_an_error_with_its_line() {
        for (block, line) in [
            ("a: 1\nb: c: d\n", 2),
            ("a: 1\na: 2\n", 2),
            ("a:\n  b: 1\n  b: 2\n", 3),
            ("a: 1\n? [a]\n: b\n", 2),
            ("a: &x [b]\n*x : c\n", 2),
            ("a: 1\nb: &x [*x]\n", 2),
            ("a: 1\nb: *x\n", 2),
            ("a: 1\n---\nb: 2\n", 3),
            ("- a\n", 1),
            ("a\n", 1),
            ("a: [b\n", 1),
        ] {
            let error = read_map(block).unwrap_err();
            assert!(!error.refused && error.line >= line && !error.why.contains('\n'), "{block} {error:?}");
        }
    }
}
