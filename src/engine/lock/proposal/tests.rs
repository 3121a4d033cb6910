use super::*;

/// Every relation that git may have to a document.
const ALL: [InGit; 4] = [InGit::Held, InGit::Differs, InGit::Unknown, InGit::KeptOut];

fn proposal(git: InGit, before: Option<&str>, after: &str) -> Proposal {
    Proposal {
        phase: "07".to_owned(),
        own: Own::default(),
        path: "p/07-SPEC.md".into(),
        before: before.map(|text| text.as_bytes().to_vec()),
        after: after.as_bytes().to_vec(),
        block: Vec::new(),
        digest: Digest::of(std::iter::empty::<&str>()),
        subject: "docs(07): lock".to_owned(),
        git,
        changes: Vec::new(),
        notes: Vec::new(),
    }
}

#[test]
fn a_block_is_there_where_nothing_would_be_written() {
    for (before, expected) in [(Some("x"), true), (Some("y"), false), (Some(""), false), (None, false)] {
        assert_eq!(proposal(InGit::Held, before, "x").is_there(), expected, "{before:?}");
    }
    assert!(!proposal(InGit::Unknown, None, "").is_there(), "an empty file is not there yet");
}

#[test]
fn a_commit_is_left_to_do_where_head_will_not_hold_what_is_written() {
    let of =
        |is_there: bool| ALL.map(|git| proposal(git, Some(if is_there { "x" } else { "y" }), "x").is_to_be_committed());
    assert_eq!(of(true), [false, true, true, false]);
    assert_eq!(of(false), [true, true, true, false]);
}

#[test]
fn the_document_alone_is_committed_and_added_where_git_does_not_know_it() {
    let commit = "git commit --only -m 'docs(07): lock' -- ':(top,literal)p/07-SPEC.md'";
    let add = "git add --force -- ':(top,literal)p/07-SPEC.md' && ";
    for git in ALL {
        let expected = if git == InGit::Unknown { format!("{add}{commit}") } else { commit.to_owned() };
        assert_eq!(proposal(git, None, "x").commit_command(), Some(expected), "{git:?}");
    }
}

#[test]
fn a_command_is_printed_for_nothing_that_a_shell_could_take_for_something_else() {
    let of = |path: &str, subject: &str| {
        let usual = proposal(InGit::Held, None, "x");
        Proposal { path: path.into(), subject: subject.to_owned(), ..usual }.commit_command().is_some()
    };
    for (text, expected) in [
        ("plain", true),
        ("two words", true),
        ("$HOME `x` \"y\" ;", true),
        ("it's", false),
        ("a\nb", false),
        ("a\tb", false),
        ("a\u{1b}b", false),
        ("ä", false),
    ] {
        assert_eq!(of(text, "docs: lock"), expected, "path {text:?}");
        assert_eq!(of("a.md", text), expected, "subject {text:?}");
    }
    let no_text = Proposal { path: RepoPath::new(b"a\xff"), ..proposal(InGit::Held, None, "x") };
    assert_eq!(no_text.commit_command(), None);
}

#[test]
fn a_command_names_the_repository_that_was_asked() {
    let own = Own { repo: Some("../my app".to_owned()), ..Own::default() };
    let command = Proposal { own, ..proposal(InGit::Unknown, None, "x") }.commit_command().unwrap();
    assert_eq!(command.matches("git -C '../my app' ").count(), 2, "{command}");
}
