//! The plans that a PLAN-OUTLINE lists.

use super::artifact::Artifact;

/// The ids of the plans that an outline lists, as written, in order.
///
/// Source: GSD's chunked planning: a table whose first column is headed `Plan ID` (or `Plan`).
pub fn outlined_plans(artifact: &Artifact<'_>) -> Vec<String> {
    let mut plans: Vec<String> = Vec::new();
    let mut in_table = false;
    let mut last = 0;
    for (line, cells) in artifact.markdown.rows() {
        let Some(first) = cells.first().map(|cell| cell.trim_matches(['*', '`', ' '])) else { continue };
        // A separator row is left out of the rows, hence one line may be missing within a table.
        if line > last + 2 {
            in_table = false;
        }
        last = line;
        if matches!(first.to_lowercase().as_str(), "plan id" | "plan" | "plan-id" | "id") {
            in_table = true;
        } else if in_table && first.contains(|c: char| c.is_ascii_digit()) && !plans.iter().any(|plan| plan == first) {
            plans.push(first.to_owned());
        }
    }
    plans
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gsd::text::artifact::Source;

    #[test]
    fn plans_are_the_first_cells_of_their_table() {
        let file = "# Outline\n| Wave | n |\n|---|---|\n| 1 | 2 |\n\n| Plan ID | Objective | Wave |\n|---|---|---|\n| 07-01 | a | 1 |\n\
                    | **07-02** | b | 1 |\n| `07-03` | c | 2 |\n\n## Risks\n| 9 | x |\n\n## OUTLINE COMPLETE\n";
        let plans = outlined_plans(&Source::of(file.as_bytes()).unwrap().artifact());
        assert_eq!(plans, ["07-01", "07-02", "07-03"]);
    }
}
