//! What a tag makes of the node that it stands on: nothing where it names no type of YAML's own.
//!
//! Source: YAML 1.2.2, 10.3 (core schema), and `!!binary` of <https://yaml.org/type/binary.html>.

use std::borrow::Cow;

use granit_parser::{ScalarStyle, Tag};

use super::YamlError;
use super::build::Piece;

const NAMESPACE: &str = "tag:yaml.org,2002:";

/// The types whose nodes are scalars.
const SCALARS: [&str; 6] = ["null", "bool", "int", "float", "str", "binary"];

/// The name of the type, which many write with one `!` instead of two.
fn name(tag: &Tag) -> Option<Cow<'_, str>> {
    tag.suffix_in_namespace(NAMESPACE).or_else(|| tag.suffix_in_namespace("!"))
}

/// Whether the tag of a list (`seq`) or a map (`map`) lets it be one.
pub(super) fn holds(tag: Option<&Tag>, kind: &str, line: usize) -> Result<(), YamlError> {
    match tag.and_then(name).as_deref() {
        Some(name) if name != kind && (SCALARS.contains(&name) || matches!(name, "seq" | "map")) => {
            Err(unfit(name, line))
        }
        _ => Ok(()),
    }
}

/// A scalar with its tag. Whatever its type is, its text stays as written.
pub(super) fn scalar<'a>(
    text: Cow<'a, str>,
    style: ScalarStyle,
    tag: Option<&Tag>,
    line: usize,
) -> Result<Piece<'a>, YamlError> {
    let is_null = style == ScalarStyle::Plain && matches!(&*text, "" | "~" | "null" | "Null" | "NULL");
    match tag.and_then(name).as_deref() {
        Some("null") => Ok(Piece::Null(text)),
        Some("str" | "") => Ok(Piece::Text(text)),
        Some("binary") => decoded(&text).map(|text| Piece::Text(Cow::Owned(text))).ok_or_else(|| unfit("binary", line)),
        Some("bool") if !is_bool(text.trim_ascii()) => Err(unfit("bool", line)),
        Some("int") if !is_int(text.trim_ascii()) => Err(unfit("int", line)),
        Some("float") if !is_float(text.trim_ascii()) => Err(unfit("float", line)),
        Some(name @ ("seq" | "map")) => Err(unfit(name, line)),
        _ if is_null => Ok(Piece::Null(text)),
        _ => Ok(Piece::Text(text)),
    }
}

fn unfit(name: &str, line: usize) -> YamlError {
    YamlError::new(line, format!("the tag {name} does not fit what it stands on"))
}

fn is_bool(text: &str) -> bool {
    ["y", "yes", "true", "on", "n", "no", "false", "off"].iter().any(|word| text.eq_ignore_ascii_case(word))
}

fn is_int(text: &str) -> bool {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let (radix, digits) = match unsigned.split_at_checked(2) {
        Some(("0x" | "0X", digits)) => (16, digits),
        Some(("0o" | "0O", digits)) => (8, digits),
        Some(("0b" | "0B", digits)) => (2, digits),
        _ => (10, unsigned),
    };
    digits.split('_').all(|part| !part.is_empty() && part.chars().all(|digit| digit.is_digit(radix)))
}

fn is_float(text: &str) -> bool {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let is_number = || text.contains(|c: char| c.is_ascii_digit()) && text.parse::<f64>().is_ok();
    matches!(unsigned, ".inf" | ".Inf" | ".INF" | ".nan" | ".NaN" | ".NAN") || is_number()
}

/// The text that is written in base64.
fn decoded(text: &str) -> Option<String> {
    let bytes: Vec<u8> = text.bytes().filter(|byte| !byte.is_ascii_whitespace()).collect();
    let data = bytes.strip_suffix(b"==").or_else(|| bytes.strip_suffix(b"=")).unwrap_or(&bytes);
    let (mut decoded, mut held, mut bits) = (Vec::new(), 0_u32, 0);
    for byte in data {
        let six = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => return None,
        };
        (held, bits) = ((held << 6) | u32::from(six), bits + 6);
        if bits >= 8 {
            bits -= 8;
            decoded.push(u8::try_from(held >> bits).ok()?);
            held &= (1 << bits) - 1;
        }
    }
    (bytes.len().is_multiple_of(4) && held == 0).then(|| String::from_utf8(decoded).ok())?
}

#[cfg(test)]
mod tests {
    use super::super::{Value, read_map};

    #[test]
    fn a_tag_says_what_a_scalar_is_and_leaves_its_text() {
        let cases = [
            ("!!str 07", Some("07")),
            ("!!str ~", Some("~")),
            ("!!str", Some("")),
            ("! null", Some("null")),
            ("!!null x", None),
            ("!own ~", None),
            ("!own x", Some("x")),
            ("!!int 07", Some("07")),
            ("!int \"7\"", Some("7")),
            ("!!int -0x1F", Some("-0x1F")),
            ("!<tag:yaml.org,2002:int> 1_000", Some("1_000")),
            ("!!float 1e999", Some("1e999")),
            ("!!float -.inf", Some("-.inf")),
            ("!!bool No", Some("No")),
            ("!!timestamp 2026-01-02", Some("2026-01-02")),
            ("!!binary aGk=", Some("hi")),
            ("!!binary |\n  w6\n  k=\n", Some("é")),
        ];
        for (written, text) in cases {
            let value = read_map(&format!("a: {written}")).unwrap().remove(0).value;
            assert_eq!(value, text.map_or(Value::Null, |text| Value::Scalar(text.to_owned())), "{written}");
        }
    }

    #[test]
    fn a_tag_that_does_not_fit_is_an_error() {
        for written in [
            "!!int x",
            "!!int 1__0",
            "!!int 0x",
            "!!int ~",
            "!!float inf",
            "!!float 1.2.3",
            "!!bool 2",
            "!!binary aGk",
            "!!binary aG=k",
            "!!binary aGl=",
            "!!binary /w==",
            "!!seq x",
            "!!map x",
            "!!map [x]",
            "!!seq {x: y}",
            "!!str [x]",
            "!!null {x: y}",
        ] {
            let error = read_map(&format!("a: 1\nb: {written}")).unwrap_err();
            assert!(error.line == 2 && error.why.starts_with("the tag ") && !error.refused, "{written} {error:?}");
        }
        assert!(read_map("a: !!seq [x]\nb: !!map {x: y}\nc: !!set {x}\nd: !own [x]\n").is_ok());
    }
}
