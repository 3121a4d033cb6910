//! What a plan declares: its place among the plans, the files it means to touch, its tasks.

use serde::{Deserialize, Serialize};

use super::artifact::Artifact;
use super::paths::{DeclaredPath, declared_all, split_list};
use crate::engine::words::normalise;
use crate::read::markdown::Line;
use crate::read::yaml::Value;

/// The declarations of one plan. Ids and numbers are text as written; who compares them parses them.
///
/// Source: GSD's plan template and the schema that its planner writes by.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlanFacts {
    /// True for `status: superseded` or `superseded: true`, and where others took its place: the plan no longer counts.
    pub superseded: bool,
    /// What came in its place, as written.
    pub replaced_by: Vec<String>,
    /// The plans in whose place it came, as written.
    pub replaces: Vec<String>,
    /// `type`, e.g. `execute` or `tdd`.
    pub plan_type: Option<String>,
    /// The declared wave.
    pub wave: Option<String>,
    /// The ids of the plans that this one waits for. A salvaged front matter may have lost some: see `depends_on_known`.
    pub depends_on: Vec<String>,
    /// False where it cannot be told what the file gives as `depends_on`.
    pub depends_on_known: bool,
    /// `files_modified`: none where the key is absent or could not be read.
    pub files_modified: Option<Vec<DeclaredPath>>,
    /// `files_deleted`.
    pub files_deleted: Vec<DeclaredPath>,
    /// The files of each task that names any, by the task's place in the plan from 1.
    pub task_files: Vec<(usize, Vec<DeclaredPath>)>,
    /// The number of tasks.
    pub tasks: usize,
    /// True for a plan that closes gaps.
    pub gap_closure: bool,
    /// `gap_ids`.
    pub gap_ids: Vec<String>,
    /// `requirements`.
    pub requirements: Vec<String>,
    /// `autonomous`: none where it is absent or neither true nor false.
    pub autonomous: Option<bool>,
}

impl PlanFacts {
    /// Every file that the plan declares, whichever list holds it.
    pub fn declared(&self) -> impl Iterator<Item = &DeclaredPath> {
        let modified = self.files_modified.iter().flatten();
        modified.chain(&self.files_deleted).chain(self.task_files.iter().flat_map(|(_, files)| files))
    }
}

/// Reads what a plan declares.
pub fn plan_facts(artifact: &Artifact<'_>) -> PlanFacts {
    let text = |key: &str| artifact.text(key).map(|text| text.trim().to_owned()).filter(|text| !text.is_empty());
    let is = |key: &str, word: &str| artifact.text(key).is_some_and(|text| normalise(text) == word);
    let is_clearly = |key: &str, word: &str| is(key, word) && !is_unclear(artifact, key);
    let tasks = tasks(artifact);
    let is_lost = |key: &str| artifact.front.fields().is_some_and(|fields| fields.lost(key));
    PlanFacts {
        superseded: is_clearly("status", "superseded") || is_clearly("superseded", "true"),
        replaced_by: replaced_by(artifact),
        replaces: clear_ids(artifact, &["supersedes", "replaces"]),
        plan_type: text("type"),
        wave: text("wave"),
        depends_on: ids(artifact, "depends_on"),
        depends_on_known: !is_unclear(artifact, "depends_on") && !is_map(artifact, "depends_on"),
        files_modified: list(artifact, "files_modified").filter(|_| !is_lost("files_modified")),
        files_deleted: list(artifact, "files_deleted").unwrap_or_default(),
        task_files: tasks.files,
        tasks: tasks.count,
        gap_closure: is("gap_closure", "true") || is("mode", "gap_closure"),
        gap_ids: artifact.texts("gap_ids"),
        requirements: artifact.texts("requirements"),
        autonomous: match artifact.text("autonomous").map(normalise).as_deref() {
            Some("true") => Some(true),
            Some("false") => Some(false),
            _ => None,
        },
    }
}

/// What a plan or its summary says came in its place.
pub(super) fn replaced_by(artifact: &Artifact<'_>) -> Vec<String> {
    clear_ids(artifact, &["superseded_by", "replaced_by", "split_into"])
}

/// True where it cannot be told what the front matter gives as `key`.
fn is_unclear(artifact: &Artifact<'_>, key: &str) -> bool {
    artifact.front.fields().is_some_and(|fields| fields.unclear(key).is_some())
}

fn is_map(artifact: &Artifact<'_>, key: &str) -> bool {
    matches!(artifact.value(key), Some(Value::Map(_)))
}

/// The ids below some keys. What they name takes a plan out of the count, so a key that is unclear names nothing.
fn clear_ids(artifact: &Artifact<'_>, keys: &[&str]) -> Vec<String> {
    keys.iter().filter(|key| !is_unclear(artifact, key)).flat_map(|key| ids(artifact, key)).collect()
}

/// Ids of a list, or of one scalar that names several.
fn ids(artifact: &Artifact<'_>, key: &str) -> Vec<String> {
    let texts = artifact.texts(key);
    let parts = texts
        .iter()
        .flat_map(|text| text.split([',', ';']))
        .map(|id| id.trim().trim_matches(['"', '\'', '`', '[', ']']));
    parts
        .filter(|id| !id.is_empty() && !id.eq_ignore_ascii_case("none") && *id != "—" && *id != "-")
        .map(str::to_owned)
        .collect()
}

/// The paths of a list key; an empty list is a list, a null is none.
fn list(artifact: &Artifact<'_>, key: &str) -> Option<Vec<DeclaredPath>> {
    match artifact.value(key)? {
        Value::Scalar(text) => Some(declared_all(split_list(text))),
        value => Some(declared_all(value.texts())),
    }
}

#[derive(Default)]
struct Tasks {
    count: usize,
    files: Vec<(usize, Vec<DeclaredPath>)>,
}

/// Counts tasks and collects the text of their `<files>`. Plans from before the tags have headings `Task N`.
fn tasks(artifact: &Artifact<'_>) -> Tasks {
    let mut tasks = Tasks::default();
    let mut run: Option<(usize, String)> = None;
    for line in artifact.markdown.lines() {
        if is_task(*line) {
            tasks.count += 1;
        }
        let mut rest = line.text;
        match &run {
            None => {
                // On a line of tags it may stand behind others; in prose it is a word.
                let is_tag = rest.trim_start().starts_with('<');
                let Some((_, after)) = rest.split_once("<files>").filter(|_| is_tag) else { continue };
                run = Some((tasks.count.max(1), String::new()));
                rest = after;
            }
            // Another tag ends a list that its own tag does not.
            Some(_) if rest.trim_start().starts_with('<') && !rest.contains("</files>") => rest = "</files>",
            Some(_) => {}
        }
        let (text, is_end) = rest.split_once("</files>").map_or((rest, false), |(text, _)| (text, true));
        if let Some((_, run)) = &mut run {
            run.push_str(text);
            run.push('\n');
        }
        if is_end {
            tasks.files.extend(run.take().map(|(task, text)| (task, declared_all(split_list(&text)))));
        }
    }
    if tasks.count == 0 {
        let is_heading = |title: &str| {
            let rest = title.strip_prefix("Task").or_else(|| title.strip_prefix("TASK"));
            rest.is_some_and(|rest| rest.trim_start().starts_with(|c: char| c.is_ascii_digit()))
        };
        tasks.count = artifact.markdown.headings().filter(|head| is_heading(head.title)).count();
    }
    tasks
}

fn is_task(line: Line<'_>) -> bool {
    line.text
        .trim_start()
        .strip_prefix("<task")
        .is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '>', '\t']))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::path::RepoPath;
    use crate::gsd::text::artifact::Source;
    use crate::gsd::text::paths::Place;

    fn facts(file: &str) -> PlanFacts {
        plan_facts(&Source::of(file.as_bytes()).unwrap().artifact())
    }

    fn paths(files: &[DeclaredPath]) -> Vec<String> {
        let name = |file: &DeclaredPath| match &file.place {
            Place::Path(path) => path.to_string(),
            place => format!("{place:?}"),
        };
        files.iter().map(name).collect()
    }

    #[test]
    fn a_plan_declares_its_place_and_files() {
        let plan = facts(
            "---\nphase: 07-sample\nplan: 02\ntype: tdd\nwave: 2.1 # two\ndepends_on: [\"07-01\", 7-00]\nfiles_modified:\n  - src/a.rs\n  \
             - \"src/b.rs\" # new\nfiles_deleted: [old/c.rs]\nautonomous: false\ngap_closure: true\ngap_ids: [G1]\nrequirements: [R-1]\n---\n\
             <tasks>\n<task type=\"auto\">\n  <files>src/a.rs, src/d.rs</files>\n</task>\n<task type=\"auto\">\n<files>\n- src/e.rs (new)\n\
             </files>\n</task>\n```xml\n<task>\n```\n</tasks>\n",
        );
        assert_eq!((plan.wave.as_deref(), plan.plan_type.as_deref()), (Some("2.1"), Some("tdd")));
        assert_eq!(plan.depends_on, ["07-01", "7-00"]);
        assert_eq!(paths(plan.files_modified.as_deref().unwrap()), ["src/a.rs", "src/b.rs"]);
        assert_eq!(plan.files_deleted[0].place, Place::Path(RepoPath::from("old/c.rs")));
        assert_eq!((plan.tasks, plan.autonomous, plan.gap_closure), (2, Some(false), true));
        assert_eq!(paths(&plan.task_files[1].1), ["src/e.rs"]);
        assert_eq!((plan.task_files[0].0, plan.task_files[1].0), (1, 2));
        assert_eq!(plan.declared().count(), 6);
        assert!(!plan.superseded && plan.depends_on_known);
    }

    #[test]
    fn the_files_of_a_task_may_stand_behind_other_tags() {
        let of = |line: &str| {
            let plan = facts(&format!("---\nplan: 01\n---\n<tasks>\n{line}\n</tasks>\n"));
            plan.task_files.into_iter().flat_map(|(_, files)| paths(&files)).collect::<Vec<_>>()
        };
        assert_eq!(
            of("<task type=\"auto\"><name>T</name><files>src/a.rs</files><action>x</action></task>"),
            ["src/a.rs"]
        );
        assert_eq!(
            of("<name>T</name><files>\n- src/a.rs\n- src/b.rs, src/c.rs\n</files>"),
            ["src/a.rs", "src/b.rs", "src/c.rs"]
        );
        assert_eq!(of("Each task has <files>src/a.rs</files>.").len(), 0);
    }

    #[test]
    fn spellings_of_lists_agree() {
        for ids in ["[07-01, 07-02]", "\"07-01, 07-02\"", "\n  - 07-01\n  - \"07-02\"", "\n- 07-01\n- 07-02"] {
            assert_eq!(facts(&format!("---\ndepends_on: {ids}\n---\nx\n")).depends_on, ["07-01", "07-02"], "{ids}");
        }
        for empty in ["[]", "", "none", "\"\"", "~", "[none]"] {
            assert_eq!(
                facts(&format!("---\ndepends_on: {empty}\n---\nx\n")).depends_on,
                Vec::<String>::new(),
                "{empty}"
            );
        }
    }

    #[test]
    fn no_list_of_files_is_not_an_empty_one() {
        assert_eq!(facts("---\nplan: 1\n---\nx\n").files_modified, None);
        assert_eq!(facts("---\nfiles_modified:\n---\nx\n").files_modified, None);
        assert_eq!(facts("---\nfiles_modified: []\n---\nx\n").files_modified, Some(Vec::new()));
        assert_eq!(facts("# Plan without front matter\n").files_modified, None);
    }

    #[test]
    fn a_damaged_block_gives_what_it_can() {
        let plan = facts(
            "---\nobjective: a: b\nwave: 2\nfiles_modified:\n  - src/a.rs\ndepends_on: [07-01\nstatus: Superseded # by 03\n---\nx\n",
        );
        assert_eq!(plan.wave.as_deref(), Some("2"));
        assert_eq!(paths(plan.files_modified.as_deref().unwrap()), ["src/a.rs"]);
        assert!(plan.superseded);
    }

    #[test]
    fn a_list_that_could_not_be_read_is_none() {
        let plan = facts("---\nfiles_modified:\n  - `a` b\n  - @c\ndepends_on:\n  - @x\n---\nx\n");
        assert_eq!((plan.files_modified, plan.depends_on_known), (None, false));
    }

    #[test]
    fn a_list_of_files_ends_with_the_next_tag() {
        let plan = facts(
            "<task>\n<files>src/a.rs\n<verify>\nrun src/b.rs\n</verify>\n</task>\n<task>\nthe <files> src/c.rs\n</task>\n",
        );
        assert_eq!((plan.task_files.len(), paths(&plan.task_files[0].1)), (1, vec!["src/a.rs".to_owned()]));
    }

    #[test]
    fn headings_stand_in_for_task_tags() {
        assert_eq!(facts("# Plan\n## Task 1: a\n### Task 2\n## Tasks\n## Taskless 3\n").tasks, 2);
        assert_eq!(facts("# Plan\n## Task 1: a\n<task>\n</task>\n").tasks, 1);
    }

    #[test]
    fn what_came_in_the_place_of_a_plan_is_read_by_each_of_its_keys() {
        for key in ["superseded_by", "replaced_by", "split_into"] {
            assert_eq!(facts(&format!("---\n{key}: [07-02, 03]\n---\n# P\n")).replaced_by, ["07-02", "03"], "{key}");
        }
        assert_eq!(facts("---\nplan: 01\n---\n# P\n").replaced_by, [] as [&str; 0]);
    }

    #[test]
    fn a_key_that_is_unclear_takes_no_plan_out_of_the_count() {
        for (key, value, other) in [
            ("status", "superseded", "open"),
            ("superseded", "true", "false"),
            ("superseded_by", "07-02", "none"),
            ("replaced_by", "07-02", "none"),
            ("split_into", "07-02", "none"),
            ("supersedes", "07-02", "none"),
            ("replaces", "07-02", "none"),
        ] {
            let counts = |block: &str| {
                let plan = facts(&format!("---\nplan: 01\n{block}---\n# P\n"));
                !plan.superseded && plan.replaced_by.is_empty() && plan.replaces.is_empty()
            };
            assert!(!counts(&format!("{key}: {value}\n")), "{key}");
            assert!(!counts(&format!("objective: a: b\n{key}: {value}\n")), "{key}");
            for unclear in [
                format!("{key}: {other}\n{key}: {value}\n"),
                format!("+{key}: {other}\n{key}: {value}\n"),
                format!("note: a: b\n> {key}: {other}\n{key}: {value}\n"),
            ] {
                assert!(counts(&unclear), "{unclear}");
            }
        }
    }

    #[test]
    fn what_a_plan_waits_for_is_not_known_where_the_key_is_unclear() {
        for (block, is_known) in [
            ("depends_on: [07-01]\n", true),
            ("objective: a: b\ndepends_on: [07-01]\n", true),
            ("depends_on: [07-01]\ndepends_on: []\n", false),
            ("+depends_on: [07-02]\ndepends_on: [07-01]\n", false),
            ("objective: a: b\n  depends_on: [07-02]\n", false),
            ("depends_on: {plan: 07-01, other: 07-02}\n", false),
            ("depends_on: []\n", true),
            ("depends_on:\n", true),
            ("", true),
        ] {
            assert_eq!(facts(&format!("---\n{block}---\n# P\n")).depends_on_known, is_known, "{block}");
        }
    }

    #[test]
    fn a_plan_is_autonomous_or_not_where_it_says_so() {
        for (said, expected) in [
            ("autonomous: true\n", Some(true)),
            ("autonomous: No\n", None),
            ("autonomous: FALSE\n", Some(false)),
            ("", None),
        ] {
            assert_eq!(facts(&format!("---\nplan: 01\n{said}---\n# P\n")).autonomous, expected, "{said}");
        }
    }
}
