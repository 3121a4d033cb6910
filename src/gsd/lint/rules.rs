//! The rules of `lint`, a table for each family.

pub mod artifacts;
pub mod config;
pub mod ledgers;
pub mod locks;
pub mod plans;
pub mod range;

use crate::engine::lint::Rule;

/// Writes a table of rules: for each a static of that name, and all of them as `RULES`, in the order of the table.
macro_rules! rules {
    ($($name:ident = $id:literal $word:literal, $severity:ident, $asks:ident $(, $never:ident)? {
        why: $why:literal,
        fix: $fix:literal,
        bad: $bad:expr,
        good: $good:expr $(,)?
    })*) => {
        $(
            #[doc = $why]
            pub static $name: crate::engine::lint::Rule = crate::engine::lint::Rule {
                id: $id,
                name: $word,
                severity: crate::engine::lint::Severity::$severity,
                asks: crate::engine::lint::Asks::$asks,
                can_be_ignored: $crate::gsd::lint::rules::can_be_ignored!($($never)?),
                why: $why,
                fix: $fix,
                bad: $bad,
                good: $good,
            };
        )*

        /// The table.
        pub static RULES: &[&crate::engine::lint::Rule] = &[$(&$name),*];
    };
}

/// True, unless the rule says `never_ignored`.
macro_rules! can_be_ignored {
    () => {
        true
    };
    (never_ignored) => {
        false
    };
}

/// An example that is a config, and files that are there beside it.
macro_rules! settings {
    ($text:literal $(, $file:literal)*) => {
        crate::engine::lint::Example(&[crate::engine::lint::Step {
            subject: "docs: configure the pipeline",
            files: &[(".planning/config.json", Some($text)) $(, ($file, Some("")))*],
        }])
    };
}

/// An example in which one commit changes a config, and files that are there beside it.
macro_rules! change {
    ($before:literal, $after:literal $(, $file:literal)*) => {
        crate::engine::lint::Example(&[
            crate::engine::lint::Step {
                subject: "docs: configure the pipeline",
                files: &[(".planning/config.json", Some($before)) $(, ($file, Some("")))*],
            },
            crate::engine::lint::Step {
                subject: "docs: configure the pipeline anew",
                files: &[(".planning/config.json", Some($after))],
            },
        ])
    };
}

/// An example that is a history: commits, each with its subject and the files that it writes.
macro_rules! history {
    ($($subject:literal { $($path:literal: $text:expr),* $(,)? })*) => {
        crate::engine::lint::Example(&[$(
            crate::engine::lint::Step { subject: $subject, files: &[$(($path, Some($text))),*] }
        ),*])
    };
}

pub(crate) use {can_be_ignored, change, history, rules, settings};

/// Every rule, in order.
pub fn all() -> Vec<&'static Rule> {
    [artifacts::RULES, config::RULES, range::RULES, locks::RULES, plans::RULES, ledgers::RULES].concat()
}

/// The rule of that number, full id or name.
pub fn find(text: &str) -> Option<&'static Rule> {
    all().into_iter().find(|rule| rule.is_called(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_and_names_are_unique_and_in_order() {
        let rules = all();
        for (at, rule) in rules.iter().enumerate() {
            assert!(
                rules.iter().skip(at + 1).all(|other| other.id > rule.id && other.name != rule.name && other != rule),
                "{}",
                rule.id
            );
            assert!(rule.id.len() == 4 && rule.id.starts_with(|c: char| c.is_ascii_uppercase()), "{}", rule.id);
            assert_eq!(find(rule.name), Some(*rule));
            assert_eq!(find(&rule.full_id()), find(rule.id));
            assert!(rule.why.ends_with('.') && rule.fix.ends_with('.'), "{}", rule.id);
        }
    }
}
