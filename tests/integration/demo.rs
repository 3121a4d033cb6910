//! The sample project shows what it says that it shows.

use crate::common::bin::{Bin, demo};
use phase_pipeline::write::demo::phases;

#[test]
fn every_phase_is_routed_by_the_row_that_it_is_there_to_show() {
    let project = demo();
    for phase in phases() {
        let row = Bin::in_folder(project.path()).run(&[phase.id, "--print", "row"]);
        assert_eq!(row.out.trim(), phase.row, "{}: {}", phase.id, phase.about);
    }
}

#[test]
fn every_row_that_routes_the_sample_has_its_exit_code() {
    let project = demo();
    for phase in phases() {
        let routed = Bin::in_folder(project.path()).run(&[phase.id]);
        let expected = match phase.row {
            "resume/complete" => 12,
            "resume/unverifiable" => 13,
            row if row.starts_with("recovery/") => 11,
            _ => 0,
        };
        assert_eq!(routed.code, expected, "{}: {}", phase.id, routed.out);
        assert_eq!(routed.out.contains("\nrun: "), expected == 0, "{}: {}", phase.id, routed.out);
    }
}
