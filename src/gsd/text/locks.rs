//! Reads the locks of a phase out of one of its documents.

use crate::engine::lock::{Found, find};
use crate::gsd::ids::PhaseId;
use crate::read::markdown::Markdown;
use crate::read::text::{NoText, decode};

/// The locks that a document holds for `phase`. A document in another encoding is refused: nobody can tell what it holds.
pub fn locks(bytes: &[u8], phase: &PhaseId) -> Result<Found, NoText> {
    let text = decode(bytes)?;
    Ok(locks_of(&text.text, phase))
}

fn locks_of(text: &str, phase: &PhaseId) -> Found {
    // Most documents hold no lock, and looking for one in Markdown costs a pass over every line.
    if !text.contains("phase-pipeline:lock") {
        return Found::default();
    }
    let markdown = Markdown::scan(text, 1);
    let lines = markdown.lines().iter().map(|line| (line.number, line.text));
    find(lines, |named| PhaseId::parse(named).as_ref() == Some(phase))
}

/// Lines that would begin a lock of `phase` if they stood at the first column outside of code: quoted, indented, fenced.
pub fn quoted(text: &str, phase: &PhaseId) -> Vec<usize> {
    if !text.contains("phase-pipeline:lock") {
        return Vec::new();
    }
    let found = locks_of(text, phase);
    let counts = |number: usize| found.blocks.iter().any(|block| block.lines.contains(&number));
    let bare = |line: &'_ str| line.trim_start_matches([' ', '\t', '>', '-', '*', '`', '~']).to_owned();
    let begins = |line: &str| {
        let found = find([(1, bare(line).as_str())], |named| PhaseId::parse(named).as_ref() == Some(phase));
        // One that names no phase says nothing here.
        found.blocks.iter().any(|block| PhaseId::parse(&block.lock.phase).as_ref() == Some(phase))
    };
    let lines = text.lines().enumerate().map(|(at, line)| (at + 1, line));
    lines.filter(|(number, line)| !counts(*number) && begins(line)).map(|(number, _)| number).collect()
}

/// The document without the locks that it holds for `phase`, and with one blank line where there are several: a change of
/// locks alone leaves this equal.
pub fn without_locks(bytes: &[u8], phase: &PhaseId) -> Result<String, NoText> {
    let text = decode(bytes)?.text;
    let found = locks_of(&text, phase);
    let is_locked = |number: usize| found.blocks.iter().any(|block| block.lines.contains(&number));
    let mut kept = String::new();
    let mut is_after_blank = false;
    for (_, line) in text.lines().enumerate().filter(|(at, _)| !is_locked(at + 1)) {
        // Blank lines around a block come and go with it.
        if line.trim().is_empty() {
            is_after_blank = !kept.is_empty();
            continue;
        }
        if std::mem::take(&mut is_after_blank) {
            kept.push('\n');
        }
        kept.push_str(line);
        kept.push('\n');
    }
    Ok(kept)
}

#[cfg(test)]
mod tests {
    use super::*;

    const BLOCK: &str = "<!-- phase-pipeline:lock v1 phase=07 -->\nsurface: ui gates=ui-spec\nassumed: none\ndepth: \
                         standard\n<!-- /phase-pipeline:lock -->\n";

    fn seven() -> PhaseId {
        PhaseId::parse("7").unwrap()
    }

    #[test]
    fn a_block_counts_at_the_first_column_outside_code_and_comments_and_for_its_phase() {
        let fenced = format!("# C\n```\n{BLOCK}```\n");
        let tilde = format!("~~~~ html\n{BLOCK}\n```\n{BLOCK}~~~~\n");
        let open = format!("```\n{BLOCK}");
        let indented = BLOCK.replace('\n', "\n    ").replacen("<!--", "    <!--", 1);
        let listed = format!("- {BLOCK}");
        let quoted = BLOCK.replace('\n', "\n> ").replacen("<!--", "> <!--", 1);
        let commented = format!("<!--\nold:\n{BLOCK}");
        let inline = format!("`{BLOCK}`");
        for text in [&fenced, &tilde, &open, &indented, &listed, &quoted, &commented, &inline] {
            assert_eq!(locks(text.as_bytes(), &seven()).unwrap().blocks, [], "{text}");
        }
        let other = BLOCK.replace("07", "08");
        let found = locks(format!("# C\n{other}\n```\nx\n```\n{BLOCK}").as_bytes(), &seven()).unwrap();
        assert_eq!(
            found.foreign.iter().map(|other| (other.line, other.phase.as_str())).collect::<Vec<_>>(),
            [(2, "08")]
        );
        assert_eq!(found.blocks.len(), 1);
        assert_eq!(found.blocks[0].lines, 11..=15);
        assert_eq!(found.blocks[0].damage(), None);
    }

    #[test]
    fn a_block_that_does_not_count_is_found_where_it_stands() {
        let fenced = format!("# C\n```\n{BLOCK}```\n");
        let indented = format!("# C\n\n    {BLOCK}");
        let cited = format!("> {BLOCK}");
        for (text, line) in [(&fenced, 3), (&indented, 3), (&cited, 1)] {
            assert_eq!(quoted(text, &seven()), [line], "{text}");
        }
        assert_eq!(quoted(BLOCK, &seven()), Vec::<usize>::new());
        assert_eq!(quoted(&fenced.replace("07", "08"), &seven()), Vec::<usize>::new());
        assert_eq!(quoted("`phase-pipeline:lock` is a word", &seven()), Vec::<usize>::new());
    }

    #[test]
    fn line_ends_and_a_byte_order_mark_change_nothing() {
        let text = format!("# C\n\n{BLOCK}\nend\n");
        let plain = locks(text.as_bytes(), &seven()).unwrap();
        assert_eq!(plain.blocks.len(), 1);
        let crlf = text.replace('\n', "\r\n");
        assert_eq!(locks(crlf.as_bytes(), &seven()).unwrap(), plain);
        assert_eq!(locks(text.replace('\n', "\r").as_bytes(), &seven()).unwrap(), plain);
        let marked = format!("\u{feff}{BLOCK}");
        assert_eq!(locks(marked.as_bytes(), &seven()).unwrap().blocks[0].damage(), None);
        assert!(locks(b"\xff\xfea\0", &seven()).is_err());
    }

    #[test]
    fn a_change_of_the_lock_alone_leaves_the_rest_equal() {
        let bare = "# C\n\n\ntext\n\n---\n*footer*\n";
        let locked = format!("# C\n\ntext\n\n{BLOCK}\n\n---\n*footer*");
        let again = locked.replace("standard", "deep").replace('\n', "\r\n");
        let rest = without_locks(bare.as_bytes(), &seven()).unwrap();
        assert_eq!(rest, "# C\n\ntext\n\n---\n*footer*\n");
        assert_eq!(without_locks(locked.as_bytes(), &seven()).unwrap(), rest);
        assert_eq!(without_locks(again.as_bytes(), &seven()).unwrap(), rest);
        let other = without_locks(locked.replace("07", "08").as_bytes(), &seven()).unwrap();
        assert!(other.contains("phase=08"), "the lock of another phase is text");
        let edited = locked.replace("text", "more text");
        assert_ne!(without_locks(edited.as_bytes(), &seven()).unwrap(), rest);
    }
}
