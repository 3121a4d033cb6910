//! The code in a document: what fences and backticks set apart from prose.

use super::mentions::inline_code;
use crate::read::markdown::Markdown;

/// The pieces of code in a document, each with its line, counted from 1, in order.
pub fn code(text: &str) -> Vec<(usize, &str)> {
    let markdown = Markdown::scan(text, 1);
    let fenced = markdown.fenced().iter().map(|line| (line.number, line.text));
    let inline =
        markdown.lines().iter().flat_map(|line| inline_code(line.text).into_iter().map(|code| (line.number, code)));
    let mut code: Vec<(usize, &str)> = fenced.chain(inline).collect();
    code.sort_by_key(|(line, _)| *line);
    code
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_is_what_fences_and_backticks_hold() {
        let text =
            "Prose: drop table a;\n\n```sql\ndrop table b;\n```\n\nRun `drop table c;` then ``x ` y``.\n~~~\nlast\n";
        assert_eq!(code(text), [(4, "drop table b;"), (7, "drop table c;"), (7, "x ` y"), (9, "last")]);
        assert_eq!(code(""), []);
    }
}
