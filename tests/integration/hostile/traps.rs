//! The traps, one entry each.

use std::fs;
use std::os::unix::fs::symlink;
use std::process::Command;

use crate::common::repo::Repo;

/// A word that stands in a file outside of the repository, and in no answer.
pub(super) const SECRET: &str = "hunter2";

const FOLDER: &str = ".planning/phases/07-photos";

/// One trap.
pub(super) struct Trap {
    pub(super) name: &'static str,
    /// Sets it in a project whose phase 7 is planned, reviewed and not executed.
    pub(super) set: fn(&Repo),
    /// What the route comes to.
    pub(super) code: i32,
    /// What every answer about the phase says.
    pub(super) says: &'static [&'static str],
}

const fn trap(name: &'static str, code: i32, says: &'static [&'static str], set: fn(&Repo)) -> Trap {
    Trap { name, set, code, says }
}

/// A project whose phase 7 has everything up to its plan.
pub(super) fn project(repo: &Repo) {
    fs::write(repo.root().with_file_name("secret.md"), format!("---\nstatus: {SECRET}\n---\n# {SECRET}\n")).unwrap();
    repo.write(".planning/ROADMAP.md", "# Roadmap\n\n- [ ] **Phase 7: Photos** - a part\n");
    repo.write("src/photos.rs", "// photos\n");
    repo.write(&file("CONTEXT"), "# Context\n\n## Decisions\n\n- D-01: one\n");
    repo.commit("docs(07): discuss");
    repo.write(
        &file("01-PLAN"),
        "---\nphase: 07\nplan: 01\ndepends_on: []\nfiles_modified: [src/photos.rs]\n---\n\n<objective>\nOne.\n</objective>\n\n\
         <tasks>\n<task type=\"auto\">\n<files>src/photos.rs</files>\n</task>\n</tasks>\n",
    );
    repo.commit("docs(07): plan");
    repo.write(&file("REVIEWS"), "# Reviews\n\nFine.\n");
    repo.commit("docs(07): review the plans");
}

fn file(name: &str) -> String {
    format!("{FOLDER}/07-{name}.md")
}

/// Commits a file with this content.
fn committed(repo: &Repo, name: &str, content: impl AsRef<[u8]>) {
    repo.write(&file(name), content);
    repo.commit("docs(07): more");
}

fn lines(count: usize, line: impl Fn(usize) -> String) -> String {
    (0..count).map(line).collect::<Vec<_>>().concat()
}

/// Puts a link to the secret in place of a path.
fn linked(repo: &Repo, path: &str) {
    if repo.path(path).exists() {
        repo.remove(path);
    }
    symlink(repo.root().with_file_name("secret.md"), repo.path(path)).unwrap();
}

/// Moves a folder out of the repository and puts a link in its place.
fn moved_out(repo: &Repo, path: &str) {
    let outside = repo.root().with_file_name("outside");
    fs::rename(repo.path(path), &outside).unwrap();
    symlink(&outside, repo.path(path)).unwrap();
}

pub(super) const TRAPS: &[Trap] = &[
    trap("no trap", 0, &["pre-execute"], |_| {}),
    trap("a committed link out of the repository", 0, &["07-SPEC.md", "it is a link, which is not followed"], |repo| {
        linked(repo, &file("SPEC"));
        repo.commit("docs(07): specify");
    }),
    trap("an uncommitted link out of the repository", 11, &["07-SPEC.md", "leads out of the repository"], |repo| {
        linked(repo, &file("SPEC"));
    }),
    trap("an artifact replaced by a link out of the repository", 11, &["07-CONTEXT.md"], |repo| {
        linked(repo, &file("CONTEXT"));
    }),
    trap("a link that leads to itself", 11, &["07-SPEC.md"], |repo| {
        symlink("07-SPEC.md", repo.path(file("SPEC"))).unwrap();
    }),
    trap("a sub-folder that is a link out of the repository", 0, &["pre-execute"], |repo| {
        moved_out_of(repo, "plans");
    }),
    trap("a phase folder that is a link out of the repository", 0, &["is a link and was not followed"], |repo| {
        moved_out(repo, FOLDER);
    }),
    trap("a folder of phases that is a link out of the repository", 3, &[".planning/phases", "link"], |repo| {
        moved_out(repo, ".planning/phases");
    }),
    trap("a planning folder that is a link out of the repository", 3, &[".planning", "outside"], |repo| {
        moved_out(repo, ".planning");
    }),
    trap("a roadmap that is a link out of the repository", 3, &["ROADMAP.md"], |repo| {
        linked(repo, ".planning/ROADMAP.md");
        repo.commit("docs: roadmap");
    }),
    trap("a config that is a link out of the repository", 3, &["config.json"], |repo| {
        linked(repo, ".planning/config.json");
    }),
    trap("a workstream pointer that is a link out of the repository", 3, &["active-workstream"], |repo| {
        linked(repo, ".planning/active-workstream");
    }),
    trap("an artifact of 50 MB", 13, &["07-VERIFICATION.md", "52428800 bytes"], |repo| {
        committed(repo, "VERIFICATION", vec![b'a'; 50 << 20]);
    }),
    trap("an uncommitted artifact of 50 MB", 11, &["07-SPEC.md", "more than 4194304 bytes"], |repo| {
        repo.write(&file("SPEC"), vec![b'a'; 50 << 20]);
    }),
    trap("a roadmap of 50 MB", 3, &["ROADMAP.md", "52428800 bytes"], |repo| {
        repo.write(".planning/ROADMAP.md", vec![b'a'; 50 << 20]);
        repo.commit("docs: roadmap");
    }),
    trap("a config of 50 MB", 3, &["config.json", "more than"], |repo| {
        repo.write(".planning/config.json", vec![b' '; 50 << 20]);
    }),
    trap("aliases that multiply", 13, &["07-VERIFICATION.md"], |repo| {
        let line = |n: usize| format!("a{}: &a{} [{}]\n", n + 1, n + 1, [format!("*a{n}").as_str(); 10].join(", "));
        let text = format!("---\na0: &a0 [x, x]\n{}status: [*a39]\n---\n# V\n", lines(39, line));
        committed(repo, "VERIFICATION", text);
    }),
    trap("lists within lists", 13, &["07-VERIFICATION.md"], |repo| {
        committed(repo, "VERIFICATION", format!("---\nstatus: {}\n---\n# V\n", "[".repeat(100_000)));
    }),
    trap("maps within maps", 13, &["07-VERIFICATION.md"], |repo| {
        let nested = lines(2_000, |n| format!("{}k:\n", " ".repeat(n)));
        committed(repo, "VERIFICATION", format!("---\nx:\n{nested}status: passed\n---\n# V\n"));
    }),
    trap("100,000 keys", 13, &["resume/unverifiable"], |repo| {
        let keys = lines(100_000, |n| format!("k{n}: v\n"));
        committed(repo, "VERIFICATION", format!("---\n{keys}status: passed\n---\n# V\n"));
    }),
    trap("a config of arrays within arrays", 2, &["config.json"], |repo| {
        repo.write(".planning/config.json", "[".repeat(100_000));
    }),
    trap("a review of 100,000 headings", 0, &["pre-execute"], |repo| {
        let headings = lines(100_000, |n| format!("### WR-{n}: a finding\n"));
        committed(repo, "REVIEW", format!("---\nstatus: issues_found\n---\n{headings}"));
    }),
    trap("a roadmap of 4,000 phases", 0, &["pre-execute"], |repo| {
        let phases = lines(4_000, |n| format!("- [ ] **Phase {}: P** - p\n", n + 8));
        repo.write(".planning/ROADMAP.md", format!("# Roadmap\n\n- [ ] **Phase 7: Photos** - a part\n{phases}"));
        repo.commit("docs: roadmap");
    }),
    trap("one line of 4 MB", 0, &["pre-execute"], |repo| {
        committed(repo, "RESEARCH", "<!-- `**[a](b) ".repeat(4_000_000 / 16));
    }),
    trap("folders within folders", 0, &["pre-execute"], |repo| {
        repo.write(&format!("{FOLDER}/{}07-SPEC.md", "d/".repeat(500)), "# Spec\n");
        repo.commit("docs(07): deep");
    }),
    trap("a pipe without a writer", 11, &["07-SPEC.md", "no plain file"], |repo| {
        let made = Command::new("mkfifo").arg(repo.path(file("SPEC"))).status().unwrap();
        assert!(made.success());
    }),
    trap("a pipe in place of the roadmap", 3, &["ROADMAP.md", "no plain file"], |repo| {
        repo.git(&["rm", "--quiet", ".planning/ROADMAP.md"]);
        repo.commit("docs: no roadmap");
        let made = Command::new("mkfifo").arg(repo.path(".planning/ROADMAP.md")).status().unwrap();
        assert!(made.success());
    }),
    trap("a pipe in place of the config", 3, &["config.json", "no plain file"], |repo| {
        let made = Command::new("mkfifo").arg(repo.path(".planning/config.json")).status().unwrap();
        assert!(made.success());
    }),
    trap("5,000 notes in the phase's folder", 0, &["pre-execute"], |repo| {
        for n in 0..5_000 {
            repo.write(&format!("{FOLDER}/note-{n}.md"), "# Note\n");
        }
        repo.commit("docs(07): notes");
    }),
    trap("500 plans that need each other", 0, &["resume/plan-review", "501 plans"], |repo| {
        let plan = |n: usize| format!("{:03}{}", n / 4 + 1, ["a", "b", "c", "d"][n % 4]);
        for n in 0..500_usize {
            let needs = n.checked_sub(1).map(|before| format!("07-{}", plan(before))).unwrap_or_default();
            let text = format!("---\nphase: 07\nplan: {}\ndepends_on: [{needs}]\n---\n\n<task>\nx\n</task>\n", plan(n));
            repo.write(&file(&format!("{}-PLAN", plan(n))), text);
        }
        repo.commit("docs(07): plans");
    }),
    trap("a folder named like an artifact", 0, &["pre-execute"], |repo| {
        repo.write(&format!("{}/note.md", file("SPEC")), "# Note\n");
        repo.write(&format!("{}/07-SPEC.md", file("VERIFICATION")), "# Spec\n");
        repo.commit("docs(07): folders");
    }),
    trap("an artifact replaced by a folder of its name", 11, &["07-CONTEXT.md"], |repo| {
        repo.remove(&file("CONTEXT"));
        repo.write(&format!("{}/note.md", file("CONTEXT")), "# Note\n");
    }),
    trap("an artifact that is another repository", 0, &["pre-execute"], |repo| {
        let head = repo.id("HEAD");
        repo.git(&["update-index", "--add", "--cacheinfo", &format!("160000,{head},{}", file("SPEC"))]);
        fs::create_dir(repo.path(file("SPEC"))).unwrap();
        repo.git(&["commit", "--quiet", "--message", "docs(07): specify elsewhere"]);
    }),
    trap("a phase folder that is another repository", 2, &["no phase 07"], |repo| {
        repo.git(&["mv", FOLDER, ".planning/phases/08-photos"]);
        repo.write(".planning/ROADMAP.md", "# Roadmap\n");
        repo.commit("docs: move");
        let head = repo.id("HEAD");
        repo.git(&["update-index", "--add", "--cacheinfo", &format!("160000,{head},{FOLDER}")]);
        repo.git(&["commit", "--quiet", "--message", "docs(07): elsewhere"]);
    }),
    trap("names that a terminal acts on", 11, &["07-01-\\u{1b}[2J\\n-SUMMARY.md"], |repo| {
        repo.write(&format!("{FOLDER}/07-01-\u{1b}[2J\n-SUMMARY.md"), "# S\n");
        repo.write(".planning/ROADMAP.md", "# R\n\n- [ ] **Phase 7: \u{1b}]0;x\u{7}\u{202e}Photos** - a part\n");
    }),
    trap("words that a terminal acts on", 11, &["\\u{1b}[31m"], |repo| {
        repo.write(&file("VERIFICATION"), "---\nstatus: \"\u{1b}[31m\u{9b}red\u{202e}\"\n---\n# V\n");
    }),
    trap("a subject that a terminal acts on, of 1 MB", 0, &["resume/between-waves"], |repo| {
        let subject = format!("feat(07-01\u{1b}[2J): {}", "x".repeat(1 << 20));
        repo.write(".git/message", &subject).write("src/photos.rs", "// more\n");
        repo.git(&["add", "src/photos.rs"]);
        repo.git(&["commit", "--quiet", "--file", ".git/message"]);
    }),
    trap("files that are no text", 13, &["07-VERIFICATION.md", "UTF-16"], |repo| {
        let wide: Vec<u8> = "\u{feff}---\nstatus: passed\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
        committed(repo, "VERIFICATION", wide);
        committed(repo, "RESEARCH", b"\x00\xff\xfe\x80".repeat(1_000));
    }),
    trap("a roadmap that is no text", 3, &["ROADMAP.md", "UTF-16"], |repo| {
        repo.write(".planning/ROADMAP.md", b"\xff\xfe\x00\x00");
        repo.commit("docs: roadmap");
    }),
];

/// A sub-folder of the phase's folder that is a link to a folder outside with a plan in it.
fn moved_out_of(repo: &Repo, name: &str) {
    let outside = repo.root().with_file_name("outside");
    fs::create_dir(&outside).unwrap();
    fs::write(outside.join("07-02-PLAN.md"), format!("# {SECRET}\n")).unwrap();
    symlink(&outside, repo.path(format!("{FOLDER}/{name}"))).unwrap();
}
