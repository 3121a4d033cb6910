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
