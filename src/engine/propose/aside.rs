//! What is set aside when a map is proposed: tests, documents, other people's code, what is generated. It speaks for no
//! surface, unless a sign says that it does.

use super::name::{fits, folder_of, name_of, stem, words};
use crate::engine::table::{Table, TableRow};

/// Why a file is set aside.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Why {
    /// Its folder belongs to a tool: its name begins with a dot.
    Tool,
    /// It tests something, or feeds a test.
    Test,
    /// It lies among what is there to be read.
    Document,
    /// It is a text.
    Text,
    /// It shows how something is used.
    Example,
    /// Somebody else wrote it.
    Vendored,
    /// A program wrote it.
    Generated,
    /// Picture, sound, font.
    Media,
}

impl Why {
    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            Self::Tool => "of a tool",
            Self::Test => "test",
            Self::Document => "document",
            Self::Text => "text",
            Self::Example => "example",
            Self::Vendored => "other people's",
            Self::Generated => "generated",
            Self::Media => "media",
        }
    }
}

/// A name that is set aside. Case does not count; one `*` stands for any part of a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Name {
    /// A folder of that name, with all that is in it.
    Folder(&'static str),
    /// The same, at the top of the project alone.
    Top(&'static str),
    /// A folder whose name ends with that word, with all that is in it.
    FolderWord(&'static str),
    /// A file of that name.
    File(&'static str),
    /// A file whose name ends with that word, its ending aside.
    FileWord(&'static str),
}

/// What is set aside.
struct Aside {
    why: Why,
    names: &'static [Name],
}

use Name::{File, FileWord, Folder, FolderWord, Top};

/// Everything that is set aside, the reason that is told first on top.
const ASIDE: &[Aside] = &[
    Aside { why: Why::Tool, names: &[Folder(".*")] },
    Aside {
        why: Why::Vendored,
        names: &[
            Folder("vendor"),
            Folder("node_modules"),
            Folder("third_party"),
            Folder("third-party"),
            Folder("pods"),
            Folder("carthage"),
            Folder("bower_components"),
        ],
    },
    Aside {
        why: Why::Generated,
        names: &[
            Folder("dist"),
            Folder("build"),
            Folder("out"),
            Folder("target"),
            Folder("obj"),
            Folder("coverage"),
            Folder("generated"),
            Folder("_generated"),
            Folder("__generated__"),
            Folder("__pycache__"),
            File("*.min.js"),
            File("*.min.css"),
            File("*.map"),
            File("*.snap"),
            File("*.pb.go"),
            File("*.g.dart"),
            File("*.freezed.dart"),
            File("*.designer.cs"),
            File("*.tsbuildinfo"),
            File("*.lock"),
            File("*-lock.json"),
            File("*-lock.yaml"),
            File("go.sum"),
            File("*.log"),
            File("*.bak"),
            File("*.backup"),
            File("*.orig"),
        ],
    },
    Aside {
        why: Why::Test,
        names: &[
            Folder("spec"),
            Folder("specs"),
            Folder("__mocks__"),
            Folder("mocks"),
            Folder("fixture"),
            Folder("fixtures"),
            Folder("testdata"),
            Folder("__snapshots__"),
            Folder("*-snapshots"),
            Folder("cypress"),
            Folder("playwright"),
            Folder("e2e"),
            Folder("cassettes"),
            Folder("test-*"),
            Folder("test_*"),
            FolderWord("test"),
            FolderWord("tests"),
            FolderWord("testing"),
            File("test_*"),
            File("conftest.py"),
            FileWord("test"),
            FileWord("tests"),
            FileWord("spec"),
            FileWord("specs"),
            FileWord("stories"),
        ],
    },
    Aside {
        why: Why::Document,
        names: &[Folder("doc"), Folder("docs"), Folder("documentation"), File("license"), File("licence")],
    },
    Aside {
        why: Why::Example,
        names: &[Top("example"), Folder("examples"), Top("sample"), Folder("samples"), Folder("demos")],
    },
    Aside {
        why: Why::Media,
        names: &[
            File("*.png"),
            File("*.jpg"),
            File("*.jpeg"),
            File("*.gif"),
            File("*.webp"),
            File("*.avif"),
            File("*.ico"),
            File("*.svg"),
            File("*.woff"),
            File("*.woff2"),
            File("*.ttf"),
            File("*.otf"),
            File("*.mp3"),
            File("*.mp4"),
            File("*.wav"),
            File("*.webm"),
            File("*.zip"),
            File("*.onnx"),
            File("*.wasm"),
        ],
    },
    Aside {
        why: Why::Text,
        names: &[
            File("*.md"),
            File("*.mdx"),
            File("*.markdown"),
            File("*.rst"),
            File("*.adoc"),
            File("*.txt"),
            File("*.pdf"),
        ],
    },
];

/// Why a file is set aside; none where it counts.
pub fn aside(path: &str) -> Option<Why> {
    let lower = path.to_lowercase();
    let (folders, file) = (folder_of(path), name_of(path));
    let (lower_folders, lower_file) = (folder_of(&lower), name_of(&lower));
    let ends_in = |name: &str, word: &str| words(name).last().is_some_and(|last| last == word);
    let is_it = |name: &Name| match name {
        Folder(pattern) => lower_folders.split('/').any(|folder| !folder.is_empty() && fits(folder, pattern)),
        Top(name) => lower_folders.split('/').next() == Some(*name),
        // The words of a name are looked at only where its letters end so.
        FolderWord(word) => {
            lower_folders.split('/').any(|folder| folder.contains(word))
                && folders.split('/').any(|folder| ends_in(folder, word))
        }
        File(pattern) => fits(lower_file, pattern),
        FileWord(word) => stem(lower_file).contains(word) && ends_in(stem(file), word),
    };
    ASIDE.iter().find(|row| row.names.iter().any(is_it)).map(|row| row.why)
}

/// The table as a reader sees it.
pub fn table() -> Table {
    let told = |name: &Name| match name {
        Folder(name) => format!("`{name}/`"),
        Top(name) => format!("`{name}/` (at the top)"),
        FolderWord(word) => format!("`…{word}/` (a word)"),
        File(name) => format!("`{name}`"),
        FileWord(word) => format!("`…{word}.*` (a word)"),
    };
    let rows = ASIDE.iter().map(|row| {
        let names: Vec<String> = row.names.iter().map(told).collect();
        TableRow::new(
            row.why.words().replace('\'', "").replace(' ', "-"),
            [row.why.words().to_owned(), names.join(" ")],
        )
    });
    Table {
        id: "aside",
        title: "What speaks for no surface",
        intro: "When a surface map is proposed, these files are no evidence, and a glob that would match many of them is not \
                proposed. Case does not count.",
        columns: &["what", "names"],
        rows: rows.collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_documents_and_what_is_not_ours_are_set_aside() {
        for (path, expected) in [
            ("src/billing/charge.ts", None),
            ("src/contests/latest.ts", None),
            ("src/billing/charge.test.ts", Some(Why::Test)),
            ("billing/charge_test.go", Some(Why::Test)),
            ("billing/test_charge.py", Some(Why::Test)),
            ("src/test/java/ChargeService.java", Some(Why::Test)),
            ("src/main/java/ChargeServiceTest.java", Some(Why::Test)),
            ("Ledger.Tests/Charge.cs", Some(Why::Test)),
            ("LedgerUITests/Login.swift", Some(Why::Test)),
            ("src/__tests__/a.ts", Some(Why::Test)),
            ("spec/models/user_spec.rb", Some(Why::Test)),
            ("docs/auth/flow.ts", Some(Why::Document)),
            ("src/auth/README.md", Some(Why::Text)),
            ("vendor/auth/a.go", Some(Why::Vendored)),
            ("example/auth/a.go", Some(Why::Example)),
            ("src/main/java/com/example/Auth.java", None),
            ("web/dist/a.js", Some(Why::Generated)),
            (".github/workflows/ci.yml", Some(Why::Tool)),
            ("a/.env/b", Some(Why::Tool)),
            (".env.example", None),
            ("public/logo.PNG", Some(Why::Media)),
        ] {
            assert_eq!(aside(path), expected, "{path}");
        }
    }
}
