//! A map put into any config: the values are those of before and the map, and every byte of before is there in its order.

use std::fmt::Write as _;

use phase_pipeline::engine::depth::Depth;
use phase_pipeline::engine::surface::{Surface, SurfaceMap, globs};
use phase_pipeline::gsd::text::insert::{InsertError, with_map};
use phase_pipeline::gsd::text::surfaces::load;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use serde_json::Value;

fn surface(name: &str, list: &[&str], pinned: bool) -> Surface {
    Surface {
        name: name.to_owned(),
        lists: vec![globs(name, list, pinned).unwrap()],
        gates: vec!["secure".to_owned(), "validate".to_owned()],
        pinned,
        destructive_pins_depth: pinned.then_some(Depth::Deep),
        depth_floor: None,
        keywords: Vec::new(),
        was: Vec::new(),
        line: 0,
    }
}

fn map() -> SurfaceMap {
    let long =
        ["src/a/very/long/folder/of/many/parts/**", "src/ä/**", "src/\"quoted\"/**", "src/another/long/folder/**"];
    SurfaceMap { surfaces: vec![surface("schema", &["db/migrate/**"], true), surface("ui", &long, false)] }
}

fn map_value() -> Value {
    serde_json::from_slice::<Value>(&with_map(None, &map()).unwrap()).unwrap()["surfaces"].clone()
}

/// True where `new` is `old` with something put in at one place.
fn is_put_in(old: &[u8], new: &[u8]) -> bool {
    let before = old.iter().zip(new).take_while(|(a, b)| a == b).count();
    let behind = old.iter().rev().zip(new.iter().rev()).take_while(|(a, b)| a == b).count();
    before + behind >= old.len()
}

/// How a JSON text is laid out: what stands around its signs.
#[derive(Debug, Clone)]
struct Layout {
    line_end: &'static str,
    indent: &'static str,
    colon: &'static str,
    trailing: &'static str,
    one_line: bool,
    bom: bool,
    end: &'static str,
}

fn layouts() -> impl Strategy<Value = Layout> {
    let choice = |from: &'static [&'static str]| proptest::sample::select(from);
    (
        choice(&["\n", "\r\n", "\n\n"]),
        choice(&["  ", "    ", "\t", "", " \t"]),
        choice(&[": ", ":", " : ", ":\n"]),
        choice(&["", " ", "  ", "\t"]),
        any::<bool>(),
        any::<bool>(),
        choice(&["", "\n", "\r\n", " \n\n"]),
    )
        .prop_map(|(line_end, indent, colon, trailing, one_line, bom, end)| Layout {
            line_end,
            indent,
            colon,
            trailing,
            one_line,
            bom,
            end,
        })
}

fn values() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i32>().prop_map(Value::from),
        "[ -~\u{e9}\u{1f4f7}{}\"\\\\]{0,8}".prop_map(Value::from),
        Just(Value::from("surfaces")),
    ];
    leaf.prop_recursive(3, 24, 4, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            proptest::collection::vec((keys(), inner), 0..4)
                .prop_map(|fields| Value::Object(fields.into_iter().collect())),
        ]
    })
}

fn keys() -> impl Strategy<Value = String> {
    prop_oneof!["[a-z]{1,6}", Just("workflow".to_owned()), Just("a \"b\" {".to_owned())]
}

fn objects() -> impl Strategy<Value = Value> {
    let field = (keys(), values());
    proptest::collection::vec(field, 0..5).prop_map(|fields| {
        let fields = fields.into_iter().filter(|(key, _)| !["surfaces", "pipeline"].contains(&key.as_str()));
        Value::Object(fields.collect())
    })
}

fn written(value: &Value, layout: &Layout, level: usize, out: &mut String) {
    let gap = |out: &mut String, level: usize| {
        if !layout.one_line {
            let _ = write!(out, "{}{}{}", layout.trailing, layout.line_end, layout.indent.repeat(level));
        }
    };
    let (open, close, items): (char, char, Vec<(Option<&String>, &Value)>) = match value {
        Value::Object(fields) => ('{', '}', fields.iter().map(|(key, value)| (Some(key), value)).collect()),
        Value::Array(items) => ('[', ']', items.iter().map(|value| (None, value)).collect()),
        other => return out.push_str(&other.to_string()),
    };
    out.push(open);
    for (at, (key, value)) in items.iter().enumerate() {
        if at > 0 {
            out.push(',');
        }
        gap(out, level + 1);
        if let Some(key) = key {
            let _ = write!(out, "{}{}", Value::from(key.as_str()), layout.colon);
        }
        written(value, layout, level + 1, out);
    }
    if !items.is_empty() || !layout.trailing.is_empty() {
        gap(out, level);
    }
    out.push(close);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, rng_seed: RngSeed::Fixed(1), ..ProptestConfig::default() })]

    #[test]
    fn a_map_is_put_in_and_nothing_else_changes(object in objects(), layout in layouts()) {
        let mut text = if layout.bom { "\u{feff}".to_owned() } else { String::new() };
        written(&object, &layout, 0, &mut text);
        text.push_str(layout.end);
        let new = with_map(Some(text.as_bytes()), &map()).unwrap();
        prop_assert!(is_put_in(text.as_bytes(), &new), "{text:?}\n{:?}", String::from_utf8_lossy(&new));
        let read = serde_json::from_slice::<Value>(new.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&new)).unwrap();
        let mut expected = object;
        expected["surfaces"] = map_value();
        prop_assert_eq!(read, expected);
        let loaded = load(&new).unwrap();
        prop_assert_eq!(loaded.surfaces.surfaces.len(), 2);
        // Once more: the map takes its own place, and its bytes stay.
        prop_assert_eq!(with_map(Some(&new), &map()).unwrap(), new);
    }
}

fn map_of_one() -> SurfaceMap {
    SurfaceMap { surfaces: vec![surface("ui", &["app/**"], false)] }
}

#[test]
fn the_map_is_written_as_the_file_is() {
    let text = |old: Option<&str>| String::from_utf8(with_map(old.map(str::as_bytes), &map_of_one()).unwrap()).unwrap();
    let fields = |step: &str, base: &str, end: &str| {
        format!(
            "{{{end}{base}{step}\"ui\": {{{end}{base}{step}{step}\"globs\": [\"app/**\"],{end}{base}{step}{step}\"gates\": [\"secure\", \"validate\"],{end}{base}{step}{step}\"pinned\": false{end}{base}{step}}}{end}{base}}}"
        )
    };
    let (two, four, tab) = (fields("  ", "  ", "\n"), fields("    ", "    ", "\r\n"), fields("\t", "\t", "\n"));
    for (old, new) in [
        (None, format!("{{\n  \"surfaces\": {two}\n}}\n")),
        (Some("{}\n"), format!("{{\n  \"surfaces\": {two}\n}}\n")),
        (Some("{\n}"), format!("{{\n  \"surfaces\": {two}\n}}")),
        (Some("{\n  \"a\": 1\n}\n"), format!("{{\n  \"a\": 1,\n  \"surfaces\": {two}\n}}\n")),
        (Some("{\r\n    \"a\": 1\r\n}\r\n"), format!("{{\r\n    \"a\": 1,\r\n    \"surfaces\": {four}\r\n}}\r\n")),
        (Some("\u{feff}{\n\t\"a\": 1 \n}"), format!("\u{feff}{{\n\t\"a\": 1,\n\t\"surfaces\": {tab} \n}}")),
        (Some("{\n  \"surfaces\": {},\n  \"a\": 1\n}\n"), format!("{{\n  \"surfaces\": {two},\n  \"a\": 1\n}}\n")),
        (
            Some("{\"a\":1}"),
            "{\"a\":1,\"surfaces\":{\"ui\":{\"globs\":[\"app/**\"],\"gates\":[\"secure\",\"validate\"],\"pinned\":false}}}".to_owned(),
        ),
        (
            Some("{ \"a\": 1 }\n"),
            "{ \"a\": 1, \"surfaces\": {\"ui\": {\"globs\": [\"app/**\"], \"gates\": [\"secure\", \"validate\"], \"pinned\": false}} }\n"
                .to_owned(),
        ),
    ] {
        assert_eq!(text(old), new, "{old:?}");
    }
}

#[test]
fn what_is_no_object_is_refused_with_its_place() {
    let refused = |text: &[u8]| with_map(Some(text), &map()).unwrap_err();
    assert_eq!(refused(b"{\n  \"a\": }").to_string(), "line 2, column 8: expected value");
    assert_eq!(refused(b"[]"), InsertError::NoObject);
    assert_eq!(refused(b"{\"a\": \"\xff\"}"), InsertError::NoText);
}
