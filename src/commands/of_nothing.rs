//! A command that is about a phase, and none was named.

use crate::engine::ask::Place;
use crate::engine::escape::escape;
use crate::engine::failure::Failure;
use crate::methodology;

/// How many phases are named.
const MOST: usize = 20;

/// Says what is missing, and what there is to name.
pub(super) fn refusal(command: &str, place: &Place) -> Failure {
    let is_table = command == "explain";
    let what = if is_table { "a table, an entry or a phase" } else { "a phase" };
    let failure = Failure::usage("nothing-named", format!("`{command}` needs {what}, and none was named"));
    let own = place.own(place.workstream.clone());
    // Where there is no project, an example has to do.
    let mut phases =
        methodology::detect(place).and_then(|(methodology, _)| methodology.phases(place)).unwrap_or_default();
    let example = phases.first().map_or("7", String::as_str);
    let failure = failure.remedy(format!("e.g. {}", escape(&own.command(&format!("{command} {example}")))));
    let more = phases.len().saturating_sub(MOST);
    phases.truncate(MOST);
    let mut named: Vec<String> = phases.iter().map(|phase| escape(phase)).collect();
    if more > 0 {
        named.push(format!("and {more} more"));
    }
    let failure =
        if named.is_empty() { failure } else { failure.remedy(format!("the phases are {}", named.join(", "))) };
    if !is_table {
        return failure;
    }
    let tables: Vec<&str> = methodology::tables().iter().map(|table| table.id).collect();
    failure.remedy(format!("the tables are {}", tables.join(", ")))
}
