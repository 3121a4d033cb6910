use proptest::collection::vec;
use proptest::prelude::*;

use super::*;
use crate::engine::depth::Depth;
use crate::engine::lock::{Lock, LockedSurface, Remark};
use crate::gsd::ids::PhaseId;
use crate::gsd::text::locks::locks;

const BLOCK: &str =
    "<!-- phase-pipeline:lock v1 phase=07 -->\nassumed: none\ndepth: standard\n<!-- /phase-pipeline:lock -->\n";

fn seven() -> PhaseId {
    PhaseId::parse("7").unwrap()
}

fn put(text: &str) -> String {
    String::from_utf8(with_block(text.as_bytes(), BLOCK, None).unwrap()).unwrap()
}

/// The document around the block, which is written as `[B]` here.
fn shown(text: &str) -> String {
    put(text).replace(BLOCK, "[B]\n").replace(&BLOCK.replace('\n', "\r\n"), "[B]\r\n")
}

#[test]
fn a_block_goes_in_front_of_the_closing_footer() {
    for (text, expected) in [
        ("", "[B]\n"),
        ("# C\n", "# C\n\n[B]\n"),
        ("# C\n\ntext", "# C\n\ntext\n\n[B]\n"),
        ("# C\n\n---\n\n*Phase: 07*\n*Gathered: today*\n", "# C\n\n[B]\n\n---\n\n*Phase: 07*\n*Gathered: today*\n"),
        ("# C\n\n---\n*Phase: 07*", "# C\n\n[B]\n\n---\n*Phase: 07*"),
        ("text\n_Phase: 07_  \n\n", "text\n\n[B]\n\n_Phase: 07_  \n\n"),
        ("*Phase: 07*\n", "[B]\n\n*Phase: 07*\n"),
        ("# C\r\n\r\n---\r\n\r\n*Phase*\r\n", "# C\r\n\r\n[B]\r\n\r\n---\r\n\r\n*Phase*\r\n"),
        ("\u{feff}# C\n", "\u{feff}# C\n\n[B]\n"),
        // A rule without a footer is the author's, and so are list items and bold lines.
        ("# C\n\n---\n", "# C\n\n---\n\n[B]\n"),
        ("# C\n\n---\n\n* item *\n", "# C\n\n---\n\n* item *\n\n[B]\n"),
        ("# C\n\n---\n\n**Status:** x\n", "# C\n\n---\n\n**Status:** x\n\n[B]\n"),
        // Below text dashes make a heading, and front matter stays in one piece.
        ("Title\n---\n*Phase*\n", "Title\n---\n\n[B]\n\n*Phase*\n"),
        ("---\na: 1\n\n---\n*Phase*\n", "---\na: 1\n\n---\n\n[B]\n\n*Phase*\n"),
        ("---\na: b\n*x*\n---\n", "---\na: b\n*x*\n---\n\n[B]\n"),
        // A footer that is quoted in code is none.
        ("# C\n\n```\n---\n*Phase*\n```\n", "# C\n\n```\n---\n*Phase*\n```\n\n[B]\n"),
        ("a\n\n<!--\n*x*\n-->\n", "a\n\n<!--\n*x*\n-->\n\n[B]\n"),
    ] {
        assert_eq!(shown(text), expected, "{text:?}");
    }
    assert!(with_block(b"\xff\xfea\0", BLOCK, None).is_err());
}

#[test]
fn a_block_takes_the_place_of_the_one_that_is_there_and_nothing_else() {
    let text =
        "# C\r\n\r\nbefore\r\n<!-- phase-pipeline:lock v1 phase=07 -->\r\ndepth: deep\r\n<!-- /phase-pipeline:lock -->";
    let put = with_block(text.as_bytes(), BLOCK, Some(&(4..=6))).unwrap();
    let expected = format!("# C\r\n\r\nbefore\r\n{}", BLOCK.trim_end().replace('\n', "\r\n"));
    assert_eq!(String::from_utf8(put).unwrap(), expected);
    let text = format!("\u{feff}{BLOCK}rest");
    let put = with_block(text.as_bytes(), BLOCK, Some(&(1..=4))).unwrap();
    assert_eq!(put, text.as_bytes());
}

fn lock() -> impl Strategy<Value = Lock> {
    let name = "[a-z]{1,6}";
    (name, "[ -~é]{0,20}", any::<bool>()).prop_map(|(name, why, pinned)| Lock {
        phase: "07".to_owned(),
        surfaces: [(name, LockedSurface { pinned, ..LockedSurface::default() })].into(),
        depth: Some(Depth::Deep),
        rationale: Remark::new(&why),
        ..Lock::default()
    })
}

/// Documents with everything that may stand at their ends, their lines ended in any way.
fn document() -> impl Strategy<Value = Vec<u8>> {
    let line = prop_oneof![
        6 => "[ -~é]{0,12}",
        1 => Just("---".to_owned()),
        1 => Just("*Phase: 07-photos*".to_owned()),
        1 => Just("_x_".to_owned()),
        1 => Just("```".to_owned()),
        1 => Just("<!-- x".to_owned()),
        1 => Just("-->".to_owned()),
        1 => Just("</deferred>".to_owned()),
        1 => Just(String::new()),
        1 => Just(BLOCK.replace("07", "08").trim_end().to_owned()),
    ];
    let end = prop_oneof![8 => Just("\n"), 8 => Just("\r\n"), 1 => Just("\r"), 1 => Just("\u{2028}")];
    let lines = vec((line, end), 0..14);
    let body = (lines, any::<bool>(), any::<bool>(), vec(any::<u8>(), 0..3)).prop_map(|(lines, marked, cut, odd)| {
        let mut text: String = lines.iter().flat_map(|(line, end)| [line.as_str(), end]).collect();
        if cut {
            text.truncate(text.trim_end().len());
        }
        let mut bytes = if marked { b"\xef\xbb\xbf".to_vec() } else { Vec::new() };
        bytes.extend(text.into_bytes());
        bytes.extend(odd);
        bytes
    });
    body.prop_filter("a document in UTF-16", |bytes| decode(bytes).is_ok())
}

proptest! {
    #[test]
    fn what_is_put_is_read_back_and_every_other_byte_stays(old in document(), lock in lock(), next in lock()) {
        let new = with_block(&old, &lock.to_string(), None).unwrap();
        // What was there is there, in two parts.
        let head = old.iter().zip(&new).take_while(|(one, other)| one == other).count();
        let tail = old.iter().rev().zip(new.iter().rev()).take_while(|(one, other)| one == other).count();
        prop_assert!(head + tail >= old.len(), "{:?}", String::from_utf8_lossy(&new));
        let found = locks(&new, &seven()).unwrap();
        let scan = decode(&old).unwrap();
        let markdown = Markdown::scan(&scan.text, 1);
        if markdown.open_fence().is_some() || markdown.open_comment().is_some() || !locks(&old, &seven()).unwrap().strays.is_empty() {
            return Ok(());
        }
        prop_assert_eq!(found.blocks.len(), 1, "{:?}", String::from_utf8_lossy(&new));
        let block = &found.blocks[0];
        prop_assert_eq!(&block.lock, &lock);
        prop_assert_eq!(block.damage(), None);
        // The same once more changes nothing.
        prop_assert_eq!(&with_block(&new, &lock.to_string(), Some(&block.lines)).unwrap(), &new);
        // Another in its place leaves everything else, and coming back leaves no trace.
        let other = with_block(&new, &next.to_string(), Some(&block.lines)).unwrap();
        let there = locks(&other, &seven()).unwrap().blocks;
        prop_assert_eq!(&there[0].lock, &next);
        prop_assert_eq!(&with_block(&other, &lock.to_string(), Some(&there[0].lines)).unwrap(), &new);
    }
}
