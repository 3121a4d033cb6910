//! This program's own command line again, as a reader may paste it: with the options that say which project was meant.
//!
//! Every printed command of the program is made here, so that none of them asks another project than the one that answered.

/// The options that a command must repeat to ask the same place again, as they were typed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Own {
    /// `-C`: the repository.
    pub repo: Option<String>,
    /// `--methodology`.
    pub methodology: Option<String>,
    /// `--planning`.
    pub planning: Option<String>,
    /// `--dir`: the phase's folder.
    pub dir: Option<String>,
    /// `--ws`: the workstream in force, typed or found.
    pub workstream: Option<String>,
}

/// The name of the program.
const NAME: &str = "phase-pipeline";

impl Own {
    /// The command of these words, e.g. `recover 7`, with the options.
    pub fn command(&self, words: &str) -> String {
        format!("{NAME} {}", self.words(words))
    }

    /// The same without the program's name.
    pub fn words(&self, words: &str) -> String {
        let options = [
            ("-C", &self.repo),
            ("--methodology", &self.methodology),
            ("--planning", &self.planning),
            ("--dir", &self.dir),
            ("--ws", &self.workstream),
        ];
        let given =
            options.into_iter().filter_map(|(option, value)| Some(format!(" {option} {}", word(value.as_ref()?))));
        std::iter::once(words.to_owned()).chain(given).collect()
    }

    /// What asks for a phase: the step, where one is named, and what is acknowledged.
    pub fn asking(&self, phase: &str, step: Option<u8>, ack: Option<&str>) -> String {
        let step = step.map(|step| format!(" {step}")).unwrap_or_default();
        let ack = ack.map(|ack| format!(" --ack {}", word(ack))).unwrap_or_default();
        format!("{}{ack}", self.words(&format!("{phase}{step}")))
    }

    /// The same with the program's name.
    pub fn asking_command(&self, phase: &str, step: Option<u8>, ack: Option<&str>) -> String {
        format!("{NAME} {}", self.asking(phase, step, ack))
    }

    /// `command` with the options, where it is one of this program.
    pub fn completed(&self, command: &str) -> Option<String> {
        Some(self.command(command.strip_prefix(NAME)?.strip_prefix(' ')?))
    }

    /// A command of git that acts on the repository that was asked, e.g. `git -C ../app fetch` for `fetch`.
    pub fn git(&self, words: &str) -> String {
        let place = self.repo.as_ref().map(|repo| format!("-C {} ", word(repo))).unwrap_or_default();
        format!("git {place}{words}")
    }

    /// The same for another phase of the place.
    #[must_use]
    pub fn without_dir(&self) -> Self {
        Self { dir: None, ..self.clone() }
    }
}

/// A text as one word of a shell command.
pub fn word(text: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "/._-+@,:".contains(c);
    if !text.is_empty() && text.chars().all(is_plain) {
        return text.to_owned();
    }
    format!("'{}'", text.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_is_repeated_and_quoted_where_a_shell_would_part_it() {
        let some = |text: &str| Some(text.to_owned());
        let own = Own {
            repo: some("../my app"),
            methodology: None,
            planning: some("docs/.planning"),
            dir: some("a/it's"),
            workstream: some("web"),
        };
        let options = r"-C '../my app' --planning docs/.planning --dir 'a/it'\''s' --ws web";
        assert_eq!(own.command("7 9"), format!("phase-pipeline 7 9 {options}"));
        assert_eq!(own.completed("phase-pipeline classify 7"), Some(format!("phase-pipeline classify 7 {options}")));
        assert_eq!(own.completed("/gsd-plan-phase 7"), None);
        assert_eq!(own.git("fetch up"), "git -C '../my app' fetch up");
        assert_eq!(Own::default().git("fetch up"), "git fetch up");
        assert_eq!(own.without_dir().words("recover 8"), "recover 8 -C '../my app' --planning docs/.planning --ws web");
        let web = Own { workstream: some("web"), ..Own::default() };
        assert_eq!(web.asking("7", Some(9), Some("0f")), "7 9 --ws web --ack 0f");
        assert_eq!(web.asking("7", None, None), "7 --ws web");
        assert_eq!(Own::default().command("7"), "phase-pipeline 7");
        assert_eq!(word(""), "''");
    }
}
