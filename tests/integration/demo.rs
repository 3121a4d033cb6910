//! The sample projects show what they say that they show.

use crate::common::bin::{Bin, demo_of};
use phase_pipeline::write::demo::{PHASED, SPRINTED};

#[test]
fn every_phase_is_routed_by_the_row_that_it_is_there_to_show() {
    for sample in [&PHASED, &SPRINTED] {
        let project = demo_of(sample);
        for phase in sample.phases {
            let row = Bin::in_folder(project.path()).run(&[phase.id, "--print", "row"]);
            assert_eq!(row.out.trim(), phase.row, "{}: {}", phase.id, phase.about);
        }
    }
}

#[test]
fn every_row_that_routes_a_sample_has_its_exit_code() {
    for sample in [&PHASED, &SPRINTED] {
        let project = demo_of(sample);
        for phase in sample.phases {
            let routed = Bin::in_folder(project.path()).run(&[phase.id]);
            let expected = match phase.row {
                "resume/complete" | "go/past" => 12,
                "resume/unverifiable" => 13,
                row if row.starts_with("recovery/") => 11,
                _ => 0,
            };
            assert_eq!(routed.code, expected, "{}: {}", phase.id, routed.out);
            assert_eq!(routed.out.contains("\nrun: "), expected == 0, "{}: {}", phase.id, routed.out);
        }
    }
}

#[test]
fn what_is_said_to_try_next_works() {
    for gse in [&[][..], &["--gse"]] {
        let folder = tempfile::tempdir().unwrap();
        let built = Bin::in_folder(folder.path()).run(&[&["demo", "sample"], gse].concat());
        let next = built.out.split_once("try next:\n").unwrap().1;
        let mut ran = 0;
        for line in next.lines().filter_map(|line| line.trim().strip_prefix("phase-pipeline")) {
            let words: Vec<&str> = line.split(" #").next().unwrap().split_whitespace().collect();
            let done = Bin::in_folder(&folder.path().join("sample")).run(&words);
            assert_eq!((done.code, done.err.as_str()), (0, ""), "{line}");
            ran += 1;
        }
        assert_eq!(ran, 5, "{next}");
    }
}
