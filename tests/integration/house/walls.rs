//! The walls of the house, as tables.

/// Which top-level modules (a folder or a file below `src/`) the code of one may name. A module may always name itself.
pub(super) const DIRECTIONS: &[(&str, &[&str])] = &[
    ("engine", &[]),
    ("git", &["engine", "read"]),
    ("read", &["engine", "git"]),
    ("gsd", &["engine", "git", "read", "methodology"]),
    ("gse", &["engine", "git", "read", "methodology"]),
    ("methodology", &["engine", "git", "read", "gsd", "gse"]),
    ("write", &["engine", "git"]),
    ("exit", &[]),
    ("error", &["engine", "git", "read", "write", "exit"]),
    ("output", &["engine", "exit", "error"]),
    ("cli", &["engine", "methodology", "output", "exit", "error"]),
    ("request", &["cli", "engine", "git", "read", "methodology", "output", "exit", "error"]),
    ("docs", &["cli", "engine", "git", "read", "methodology", "write", "output", "exit", "error"]),
    (
        "commands",
        &["cli", "docs", "engine", "git", "read", "methodology", "request", "write", "output", "exit", "error"],
    ),
    // The root of the library: it declares the others and runs a command line.
    ("lib", &["cli", "commands", "engine", "error", "exit", "output", "request"]),
    ("main", &["cli", "commands", "error", "exit", "output", "request", "run"]),
];

/// Something that code may not do.
#[derive(Debug, Clone, Copy)]
pub(super) enum Forbidden {
    /// To name this path, or anything below it. `fs_err` counts as `std::fs`.
    Path(&'static str),
    /// To call this macro.
    Macro(&'static str),
    /// To call this method.
    Method(&'static str),
    /// To set one of the lints that the engine denies to another level.
    EngineLevel,
    /// To switch a lint off with `allow`, or to expect it without saying why.
    BareLevel,
}

use Forbidden::{BareLevel, EngineLevel, Macro, Method, Path};

/// One wall: what is forbidden, and where.
#[derive(Debug, Clone, Copy)]
pub(super) struct Wall {
    pub(super) id: &'static str,
    /// What is forbidden and why, for whoever runs into it.
    pub(super) why: &'static str,
    /// Beginnings of the paths of the files that it holds for.
    pub(super) within: &'static [&'static str],
    /// Beginnings of the paths of those that it does not hold for.
    pub(super) except: &'static [&'static str],
    /// True where it holds for the code of tests too.
    pub(super) tests_too: bool,
    pub(super) forbidden: &'static [Forbidden],
    /// Files (path, text) that run into it: each of them, and into no other wall.
    pub(super) bad: &'static [(&'static str, &'static str)],
    /// Files that look like it and do not.
    pub(super) good: &'static [(&'static str, &'static str)],
}

/// The lints that the engine denies, and that nothing in it may switch off.
pub(super) const ENGINE_LINTS: &[&str] = &["clippy::expect_used", "clippy::panic", "clippy::indexing_slicing"];

pub(super) const WALLS: &[Wall] = &[
    Wall {
        id: "engine-is-pure",
        why: "the engine decides from evidence: it opens nothing, asks nobody, and prints nothing",
        within: &["src/engine/"],
        except: &[],
        tests_too: false,
        forbidden: &[
            Path("std::env"),
            Path("std::fs"),
            Path("std::io"),
            Path("std::net"),
            Path("std::process"),
            Path("std::thread"),
            Path("std::time"),
            Path("anstream"),
            Path("anyhow"),
            Path("clap"),
            Path("git2"),
            Path("tempfile"),
            Path("tracing"),
            Macro("dbg"),
            Macro("eprint"),
            Macro("eprintln"),
            Macro("print"),
            Macro("println"),
            // A path is a value; these ask the disk about it.
            Method("canonicalize"),
            Method("exists"),
            Method("is_dir"),
            Method("is_file"),
            Method("metadata"),
            Method("read_dir"),
            Method("read_link"),
            Method("symlink_metadata"),
            Method("try_exists"),
        ],
        bad: &[
            ("src/engine/a.rs", "fn f(path: &std::path::Path) -> bool { path.exists() }"),
            ("src/engine/a.rs", "fn f() { std::println!(\"x\"); }"),
            ("src/engine/a.rs", "use std::{fmt, io::Read as _};"),
            ("src/engine/a.rs", "fn f() { ::std::env::args(); }"),
            ("src/engine/a.rs", "use std::time; fn f() { time::SystemTime::now(); }"),
            ("src/engine/b/c.rs", "fn f(repository: &git2::Repository) {}"),
            ("src/engine/a.rs", "fn f() { g!(std::thread::spawn(h)); }"),
            ("src/engine/a.rs", "mod a { use std::*; }"),
        ],
        good: &[
            ("src/engine/a.rs", "//! std::fs\nfn f() -> &'static str { /* std::fs */ \"std::fs\" }"),
            ("src/engine/a.rs", "#[cfg(test)] mod tests { use std::fs; fn f() { fs::read(\"a\"); } }"),
            ("src/engine/a.rs", "use std::path::Path; fn f(path: &Path) -> bool { path.is_absolute() }"),
            ("src/read/a.rs", "use std::io::Read as _;"),
        ],
    },
    Wall {
        id: "engine-is-total",
        why: "whatever is damaged is a variant of the evidence; the engine does not panic",
        within: &["src/engine/"],
        except: &[],
        tests_too: false,
        forbidden: &[
            Macro("panic"),
            Macro("unreachable"),
            Macro("todo"),
            Macro("unimplemented"),
            Macro("assert"),
            Macro("assert_eq"),
            Macro("assert_ne"),
            Macro("debug_assert"),
            Macro("debug_assert_eq"),
            Macro("debug_assert_ne"),
            Method("unwrap"),
            Method("expect"),
            Method("unwrap_err"),
            Method("expect_err"),
            EngineLevel,
        ],
        bad: &[
            ("src/engine/a.rs", "fn f(x: Option<u8>) -> u8 { x.unwrap() }"),
            ("src/engine/a.rs", "fn f(x: u8) { match x { 0 => {} _ => unreachable!(\"{x}\") } }"),
            ("src/engine/a.rs", "fn f(x: u8) { std::debug_assert!(x > 0); }"),
            (
                "src/engine/a.rs",
                "#[expect(clippy::indexing_slicing, reason = \"short\")] fn f(x: &[u8]) -> u8 { x[0] }",
            ),
        ],
        good: &[
            ("src/engine/a.rs", "fn f(x: Option<u8>) -> u8 { x.unwrap_or(0) }"),
            ("src/engine/a.rs", "#[test] fn f() { assert_eq!(1, 1); }"),
            ("src/engine/mod.rs", "#![deny(clippy::panic)]"),
            ("src/git/a.rs", "fn f(x: Option<u8>) -> u8 { x.expect(\"some\") }"),
        ],
    },
    Wall {
        id: "files-at-the-edge",
        why: "files and repositories are touched in git/, read/, write/ and a methodology's own read/ alone",
        within: &["src/"],
        except: &["src/engine/", "src/git/", "src/read/", "src/write/", "src/gsd/read/", "src/gse/read/"],
        tests_too: false,
        forbidden: &[Path("std::fs"), Path("std::net"), Path("git2")],
        bad: &[
            ("src/gsd/a.rs", "use fs_err as fs; fn f() { fs::read(\"a\"); }"),
            ("src/commands/a.rs", "fn f() { std::fs::read(\"a\"); }"),
            ("src/output/a.rs", "use git2::Oid;"),
        ],
        good: &[
            ("src/gsd/read/a.rs", "use fs_err as fs; fn f() { fs::read(\"a\"); }"),
            ("src/gsd/a.rs", "#[cfg(test)] use std::fs;"),
        ],
    },
    Wall {
        id: "changes-in-write",
        why: "reading changes nothing: what changes a file stands in write/",
        within: &["src/"],
        except: &["src/write/", "src/engine/"],
        tests_too: false,
        forbidden: &[
            Path("std::fs::copy"),
            Path("std::fs::create_dir"),
            Path("std::fs::create_dir_all"),
            Path("std::fs::hard_link"),
            Path("std::fs::remove_dir"),
            Path("std::fs::remove_dir_all"),
            Path("std::fs::remove_file"),
            Path("std::fs::rename"),
            Path("std::fs::set_permissions"),
            Path("std::fs::soft_link"),
            Path("std::fs::write"),
            Path("std::fs::DirBuilder"),
            Path("std::fs::File::create"),
            Path("std::fs::File::create_new"),
            Path("std::fs::File::options"),
            Path("std::fs::OpenOptions"),
            Path("std::fs::os"),
            Path("std::os::unix::fs::symlink"),
            Path("std::os::windows::fs::symlink_dir"),
            Path("std::os::windows::fs::symlink_file"),
            Path("tempfile"),
            Method("set_permissions"),
        ],
        bad: &[
            ("src/read/a.rs", "use fs_err as files; fn f() { files::write(\"a\", \"b\"); }"),
            ("src/read/a.rs", "use std::fs::{self, File}; fn f() { File::create(\"a\"); }"),
            ("src/git/a.rs", "use std::fs::*;"),
            ("src/git/a.rs", "use std::fs::remove_file as forget;"),
            ("src/gsd/read/a.rs", "fn f() { tempfile::tempdir(); }"),
        ],
        good: &[
            ("src/read/a.rs", "use fs_err as fs; fn f() { fs::read(\"a\"); fs::File::open(\"a\"); }"),
            ("src/read/a.rs", "#[cfg(test)] mod tests { fn f() { std::fs::write(\"a\", \"b\"); } }"),
            ("src/write/a.rs", "fn f() { std::fs::write(\"a\", \"b\"); }"),
            ("src/read/a.rs", "fn f() { write!(out, \"{}\", 1); }"),
        ],
    },
    Wall {
        id: "printing-in-output",
        why: "what a user sees passes through output/, which escapes it and knows the format",
        within: &["src/"],
        except: &["src/output/", "src/engine/"],
        tests_too: false,
        forbidden: &[
            Macro("print"),
            Macro("println"),
            Macro("eprint"),
            Macro("eprintln"),
            Macro("dbg"),
            Path("std::io::stdout"),
            Path("std::io::stderr"),
            Path("std::io::Stdout"),
            Path("std::io::Stderr"),
            Path("anstream"),
        ],
        bad: &[
            ("src/commands/a.rs", "fn f() { println!(\"x\"); }"),
            ("src/main.rs", "fn main() { std::eprintln!(\"x\"); }"),
            ("src/gsd/a.rs", "use std::io; fn f() { io::stdout(); }"),
            ("src/commands/a.rs", "use anstream::stderr;"),
        ],
        good: &[
            ("src/output/a.rs", "fn f() { anstream::println!(\"x\"); }"),
            ("src/git/a.rs", "fn f() { Command::new(\"git\").stdout(Stdio::piped()); }\nuse std::process::Stdio;"),
        ],
    },
    Wall {
        id: "programs-in-two-places",
        why: "one file starts git for reading and one for writing; no other program is ever started",
        within: &["src/"],
        except: &["src/git/child.rs", "src/write/git.rs", "src/engine/"],
        tests_too: false,
        forbidden: &[Path("std::process::Command::new")],
        bad: &[
            ("src/git/worktree.rs", "use std::process::Command; fn f() { Command::new(\"git\"); }"),
            ("src/commands/a.rs", "use std::process; fn f() { process::Command::new(\"sh\"); }"),
            ("src/write/a.rs", "use std::process::Command as Run; fn f() { Run::new(\"sh\"); }"),
        ],
        good: &[
            ("src/git/child.rs", "use std::process::Command; fn f() { Command::new(\"git\"); }"),
            ("src/git/worktree.rs", "use clap::Command; fn f(c: &mut std::process::Command) { Command::new(\"a\"); }"),
        ],
    },
    Wall {
        id: "owners-are-checked",
        why: "a repository of another user is refused until its folder is listed as safe",
        within: &["src/"],
        except: &["src/engine/"],
        tests_too: false,
        forbidden: &[Path("git2::opts::set_verify_owner_validation")],
        bad: &[("src/git/a.rs", "use git2::opts; fn f() { unsafe { opts::set_verify_owner_validation(false) } }")],
        good: &[("src/git/a.rs", "fn f() { git2::opts::enable_caching(false); }")],
    },
    Wall {
        id: "environment-in-one-file",
        why: "src/read/env.rs is the list of all variables that matter",
        within: &["src/"],
        except: &["src/read/env.rs", "src/engine/"],
        tests_too: false,
        forbidden: &[
            Path("std::env::var"),
            Path("std::env::var_os"),
            Path("std::env::vars"),
            Path("std::env::vars_os"),
            Path("std::env::set_var"),
            Path("std::env::remove_var"),
        ],
        bad: &[
            ("src/commands/a.rs", "use std::env; fn f() { env::var(\"HOME\"); }"),
            ("src/read/b.rs", "use std::env::var_os; fn f() { var_os(\"HOME\"); }"),
        ],
        good: &[
            ("src/read/env.rs", "fn f() { std::env::var(\"HOME\"); }"),
            ("src/commands/a.rs", "fn f() { std::env::current_dir(); env!(\"CARGO_PKG_VERSION\"); }"),
        ],
    },
    Wall {
        id: "lints-with-a-reason",
        why: "write #[expect(lint, reason = \"…\")]: it says why, and it goes away when the lint no longer fires",
        within: &[""],
        except: &[],
        tests_too: true,
        forbidden: &[BareLevel],
        bad: &[
            ("src/gsd/a.rs", "#[allow(dead_code, reason = \"later\")] fn f() {}"),
            ("tests/a.rs", "#![expect(clippy::unwrap_used)]"),
            ("src/a.rs", "#[cfg(test)] mod tests { #[cfg_attr(unix, expect(dead_code))] fn f() {} }"),
        ],
        good: &[
            ("src/gsd/a.rs", "#[expect(dead_code, reason = \"shown (a, b) = c\")] fn f() {}"),
            ("src/gsd/a.rs", "fn f() { x.expect(\"y\"); allow(z); }"),
            ("src/engine/mod.rs", "#![deny(clippy::panic)]"),
        ],
    },
];

/// The most lines that a file may have.
pub(super) const MOST_LINES: usize = 700;
