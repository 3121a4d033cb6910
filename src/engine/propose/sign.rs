//! What a table of signs is made of: names by which folders and files of a project say which surface they belong to.

use crate::engine::depth::Depth;

/// A surface that most projects have in some form, as a map starts with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Starter {
    /// Its name.
    pub name: &'static str,
    /// What belongs to it, in a few words.
    pub about: &'static str,
    /// The gates that it asks for.
    pub gates: &'static [&'static str],
    /// Gates of a project's own that suit it: only asked for where phases have their artifact already.
    pub own_gates: &'static [&'static str],
    /// Whether it is pinned.
    pub pinned: bool,
    /// The depth at least, where something destructive lies in it.
    pub destructive_pins_depth: Option<Depth>,
    /// The globs that a map starts with where nobody knows the project.
    pub globs: &'static [&'static str],
    /// True for the one that holds what people see.
    pub shows: bool,
    /// True where a word in the name of a file in its folders says nothing of another surface: a migration for payments is a
    /// migration.
    pub keeps: bool,
}

/// Something in the names of a project that speaks for a surface.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sign {
    /// The surface.
    pub surface: &'static str,
    /// The layout that is known for it.
    pub layout: &'static str,
    /// The name.
    pub form: Form,
    /// What must be found there.
    pub holds: Holds,
    /// Which files count.
    pub counts: Counts,
    /// True where it makes no surface on its own.
    pub beside: bool,
    /// True where a folder that shows something also holds what does not.
    pub mixed: bool,
    /// Folders right in it that do not belong to it.
    pub without: &'static [&'static str],
    /// What must lie beside it: one file at least of these names. Nothing is asked where there are none.
    pub next_to: &'static [&'static str],
}

/// A name. Case does not count, one `*` may stand for any part of the last segment, and a `/` in front means the top of the
/// project.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// A folder whose path ends so.
    Folder(&'static str),
    /// A file whose path ends so.
    File(&'static str),
    /// A word in the name of a folder or a file, or its plural. Several words are meant one after the other.
    Word(&'static str),
}

impl Form {
    /// The name.
    pub fn text(self) -> &'static str {
        match self {
            Self::Folder(text) | Self::File(text) | Self::Word(text) => text,
        }
    }
}

/// What must be found in a folder (of a word in a file's name: what the file must be). Patterns are names with at most one `*`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Holds {
    /// Anything.
    Anything,
    /// One file in three at least fits one of these.
    AThirdOf(&'static [&'static str]),
    /// A file right in it, or in a folder right in it, fits one of these.
    Near(&'static [&'static str]),
}

/// Which of the files that are set aside count for a sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Counts {
    /// None of them.
    Source,
    /// Texts, which elsewhere are there to be read: prompts.
    Texts,
    /// Texts, and what lies among tests.
    TextsAndTests,
}

impl Sign {
    /// A sign of that form for which everything counts.
    pub const fn new(surface: &'static str, layout: &'static str, form: Form) -> Self {
        Self {
            surface,
            layout,
            form,
            holds: Holds::Anything,
            counts: Counts::Source,
            beside: false,
            mixed: false,
            without: &[],
            next_to: &[],
        }
    }

    /// The same where one file in three at least fits one of these patterns.
    #[must_use]
    pub const fn a_third_of(mut self, patterns: &'static [&'static str]) -> Self {
        self.holds = Holds::AThirdOf(patterns);
        self
    }

    /// The same where a file near its top fits one of these patterns.
    #[must_use]
    pub const fn near(mut self, patterns: &'static [&'static str]) -> Self {
        self.holds = Holds::Near(patterns);
        self
    }

    /// The same with texts.
    #[must_use]
    pub const fn with_texts(mut self) -> Self {
        self.counts = Counts::Texts;
        self
    }

    /// The same with texts, among tests too.
    #[must_use]
    pub const fn with_texts_and_tests(mut self) -> Self {
        self.counts = Counts::TextsAndTests;
        self
    }

    /// The same only beside other signs of the surface.
    #[must_use]
    pub const fn only_beside(mut self) -> Self {
        self.beside = true;
        self
    }

    /// The same for a folder that holds other things too.
    #[must_use]
    pub const fn mixed(mut self) -> Self {
        self.mixed = true;
        self
    }

    /// The same without these folders right in it.
    #[must_use]
    pub const fn without(mut self, folders: &'static [&'static str]) -> Self {
        self.without = folders;
        self
    }

    /// The same only where a file of one of these names lies beside it.
    #[must_use]
    pub const fn next_to(mut self, files: &'static [&'static str]) -> Self {
        self.next_to = files;
        self
    }

    /// The sign in words.
    pub fn words(&self) -> String {
        let name = match self.form {
            Form::Folder(name) => format!("folder `{name}`"),
            Form::File(name) => format!("file `{name}`"),
            Form::Word(name) => format!("`{name}` in a name"),
        };
        let listed = |patterns: &[&str]| {
            let patterns: Vec<String> = patterns.iter().map(|pattern| format!("`{pattern}`")).collect();
            patterns.join(" ")
        };
        let holds = match (self.holds, self.form) {
            (Holds::Anything, _) => String::new(),
            (Holds::AThirdOf(patterns), Form::Word(_)) => format!(" of files like {}", listed(patterns)),
            (Holds::AThirdOf(patterns), _) => format!(", a third of it at least {}", listed(patterns)),
            (Holds::Near(patterns), _) => format!(", near its top {}", listed(patterns)),
        };
        let counts = match self.counts {
            Counts::Source => "",
            Counts::Texts => ", texts too",
            Counts::TextsAndTests => ", texts too, and among tests",
        };
        let beside = if self.beside { ", beside others alone" } else { "" };
        let without =
            if self.without.is_empty() { String::new() } else { format!(", without {}", listed(self.without)) };
        let next_to =
            if self.next_to.is_empty() { String::new() } else { format!(", next to {}", listed(self.next_to)) };
        format!("{name}{holds}{counts}{beside}{without}{next_to}")
    }
}

/// What is known of projects in general.
#[derive(Debug, Clone, Copy)]
pub struct Vocabulary {
    /// The surfaces that a map may start with.
    pub starters: &'static [Starter],
    /// The signs of each.
    pub signs: &'static [Sign],
    /// Files that show something to people: of a surface that does not, they are no evidence.
    pub shown: &'static [&'static str],
    /// Folders that hold the parts of a project of many parts.
    pub parts: &'static [&'static str],
    /// Folders of scripts: what the names of files in them say is what they once did. A `/` in front means the top.
    pub errands: &'static [&'static str],
}

impl Vocabulary {
    /// The signs of one surface.
    pub fn signs_of(&self, surface: &str) -> impl Iterator<Item = &'static Sign> {
        self.signs.iter().filter(move |sign| sign.surface == surface)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sign_is_put_in_words() {
        let sign = |form: Form, holds: Holds| Sign {
            surface: "ui",
            layout: "",
            form,
            holds,
            counts: Counts::Source,
            beside: false,
            mixed: false,
            without: &[],
            next_to: &[],
        };
        let (folder, word) = (Form::Folder("app"), Form::Word("pay"));
        let third = Holds::AThirdOf(&["*.a", "*.b"]);
        let full = Sign { counts: Counts::TextsAndTests, beside: true, without: &["old"], ..sign(word, third) };
        for (sign, words) in [
            (sign(folder, Holds::Anything), "folder `app`"),
            (sign(Form::File("a.ts"), Holds::Anything), "file `a.ts`"),
            (sign(folder, third), "folder `app`, a third of it at least `*.a` `*.b`"),
            (sign(folder, Holds::Near(&["*.a"])), "folder `app`, near its top `*.a`"),
            (Sign { counts: Counts::Texts, ..sign(word, Holds::Anything) }, "`pay` in a name, texts too"),
            (
                full,
                "`pay` in a name of files like `*.a` `*.b`, texts too, and among tests, beside others alone, without `old`",
            ),
        ] {
            assert_eq!(sign.words(), words);
        }
    }
}
