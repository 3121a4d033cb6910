//! The config in force: HEAD's `config.json` joined with the work tree's.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::config::{Config, SWITCHES, Setting, Switch};

/// A value that HEAD's config and the work tree's do not agree on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// The JSON path.
    pub path: String,
    /// What HEAD's config says, as JSON; none where it says nothing.
    pub head: Option<String>,
    /// What the work tree's says.
    pub worktree: Option<String>,
}

/// The config in force: HEAD's joined with the work tree's, so that an edit nobody committed can tighten and never loosen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InForce {
    /// What is off, because both say so.
    pub off: Vec<Switch>,
    /// False only where both say so.
    pub commit_docs: bool,
    /// The phase ids (as written) whose documents both say are not committed.
    pub uncommitted_phases: Vec<String>,
    /// HEAD's, else the work tree's.
    pub project_code: Option<String>,
    /// Those of either.
    pub sub_repos: Vec<String>,
    /// `none` only where both say so; else what HEAD's says, else the work tree's.
    pub ship: Option<String>,
    /// Where they differ: claims.
    pub differences: Vec<Difference>,
}

impl InForce {
    /// The config of a planning folder that git does not hold: the work tree's alone.
    pub fn of(config: &Config) -> Self {
        join(Some(config), Some(config))
    }

    /// True when what the switch governs is on.
    pub fn is_on(&self, switch: Switch) -> bool {
        !self.off.contains(&switch)
    }
}

/// Joins HEAD's config with the work tree's, the stricter winning; one that is not there says nothing.
pub fn join(head: Option<&Config>, worktree: Option<&Config>) -> InForce {
    let nothing = Config::default();
    let (old, new) = (head.unwrap_or(&nothing), worktree.unwrap_or(&nothing));
    let both_say = |says: &dyn Fn(&Config) -> bool| says(old) && says(new);
    let off =
        SWITCHES.iter().map(|row| row.switch).filter(|switch| both_say(&|config| !config.is_on(*switch))).collect();
    let uncommitted = |config: &Config, id: &String| config.phase_commit_docs.get(id) == Some(&false);
    let uncommitted_phases =
        old.phase_commit_docs.keys().filter(|id| both_say(&|config| uncommitted(config, id))).cloned().collect();
    let mut sub_repos = old.sub_repos.clone();
    sub_repos.extend(new.sub_repos.iter().cloned());
    sub_repos.sort();
    sub_repos.dedup();
    let is_none = |config: &Config| config.ship.as_deref() == Some("none");
    let ship = [old, new]
        .into_iter()
        .filter(|config| both_say(&is_none) || !is_none(config))
        .find_map(|config| config.ship.clone());
    InForce {
        off,
        commit_docs: !both_say(&|config| config.commit_docs == Some(false)),
        uncommitted_phases,
        project_code: old.project_code.clone().or_else(|| new.project_code.clone()),
        sub_repos,
        ship,
        differences: differences(old, new),
    }
}

fn differences(old: &Config, new: &Config) -> Vec<Difference> {
    let (old, new) = (said(old), said(new));
    let mut paths: Vec<&String> = old.keys().chain(new.keys()).collect();
    paths.sort();
    paths.dedup();
    let differs = paths.into_iter().filter(|path| old.get(*path) != new.get(*path));
    let mut found = Vec::new();
    for path in differs {
        let value = |said: &BTreeMap<String, String>| said.get(path).and_then(|json| serde_json::from_str(json).ok());
        parts(&mut found, path, value(&old).as_ref(), value(&new).as_ref());
    }
    found
}

/// Where two values differ: of two objects each key that does.
fn parts(found: &mut Vec<Difference>, path: &str, old: Option<&Value>, new: Option<&Value>) {
    if old == new {
        return;
    }
    let (Some(Value::Object(of_old)), Some(Value::Object(of_new))) = (old, new) else {
        let text = |value: Option<&Value>| value.map(Value::to_string);
        found.push(Difference { path: path.to_owned(), head: text(old), worktree: text(new) });
        return;
    };
    let keys: BTreeSet<&String> = of_old.keys().chain(of_new.keys()).collect();
    for key in keys {
        parts(found, &format!("{path}.{key}"), of_old.get(key), of_new.get(key));
    }
}

/// Everything that a config says, as JSON by path.
fn said(config: &Config) -> BTreeMap<String, String> {
    let text = |text: &String| Value::from(text.as_str()).to_string();
    let squeezed = |setting: &Setting| {
        serde_json::from_str::<Value>(&setting.json).map_or_else(|_| setting.json.clone(), |value| value.to_string())
    };
    let mut said = BTreeMap::new();
    for row in SWITCHES {
        said.insert(format!("workflow.{}", row.key), config.switches.get(&row.switch).map(bool::to_string));
    }
    for (id, value) in &config.phase_commit_docs {
        said.insert(format!("phase_commit_docs.{id}"), Some(value.to_string()));
    }
    let repos = (!config.sub_repos.is_empty()).then(|| Value::from(config.sub_repos.clone()).to_string());
    said.insert("commit_docs".to_owned(), config.commit_docs.map(|value| value.to_string()));
    said.insert("project_code".to_owned(), config.project_code.as_ref().map(text));
    said.insert("git.base_branch".to_owned(), config.base_branch.as_ref().map(text));
    said.insert("planning.sub_repos".to_owned(), repos);
    said.insert("surfaces".to_owned(), config.surfaces.as_ref().map(squeezed));
    said.insert("pipeline".to_owned(), config.pipeline.as_ref().map(squeezed));
    said.into_iter().filter_map(|(path, value)| Some((path, value?))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Config {
        Config::parse(text.as_bytes()).unwrap()
    }

    #[test]
    fn a_gate_is_off_only_where_both_say_off() {
        for row in SWITCHES {
            let sayings = [None, Some("{}".to_owned())]
                .into_iter()
                .chain([true, false].map(|value| Some(format!("{{\"workflow\": {{\"{}\": {value}}}}}", row.key))));
            let configs: Vec<Option<Config>> = sayings.map(|text| text.map(|text| parse(&text))).collect();
            for head in &configs {
                for worktree in &configs {
                    let says_on = |config: &Option<Config>| {
                        config.as_ref().map_or(row.on_by_default, |config| config.is_on(row.switch))
                    };
                    let in_force = join(head.as_ref(), worktree.as_ref());
                    let expected = says_on(head) || says_on(worktree);
                    assert_eq!(in_force.is_on(row.switch), expected, "{} {head:?} {worktree:?}", row.key);
                }
            }
        }
    }

    #[test]
    fn planning_is_uncommitted_only_where_both_say_so() {
        let says = [None, Some("{}"), Some("{\"commit_docs\": true}"), Some("{\"commit_docs\": false}")];
        for head in says {
            for worktree in says {
                let (old, new) = (head.map(parse), worktree.map(parse));
                let expected = !(head == says[3] && worktree == says[3]);
                assert_eq!(join(old.as_ref(), new.as_ref()).commit_docs, expected, "{head:?} {worktree:?}");
            }
        }
        let old = parse("{\"phase_commit_docs\": {\"07\": false, \"08\": false}}");
        let new = parse("{\"phase_commit_docs\": {\"07\": false, \"08\": true, \"09\": false}}");
        assert_eq!(join(Some(&old), Some(&new)).uncommitted_phases, ["07"]);
    }

    #[test]
    fn the_rest_is_heads_first_and_what_adds_is_of_both() {
        let old = parse(
            "{\"project_code\": \"A\", \"planning\": {\"sub_repos\": [\"x\"]}, \"surfaces\": {}, \"pipeline\": {\"execute_commit\": \"a\"}}",
        );
        let new = parse(
            "{\"project_code\": \"B\", \"git\": {\"base_branch\": \"dev\"}, \"planning\": {\"sub_repos\": [\"y\"]}, \"pipeline\": {\"execute_commit\": \"b\"}}",
        );
        let joined = join(Some(&old), Some(&new));
        assert_eq!(joined.project_code.as_deref(), Some("A"));
        assert_eq!(joined.sub_repos, ["x", "y"]);
        let paths: Vec<&str> = joined.differences.iter().map(|difference| difference.path.as_str()).collect();
        assert_eq!(
            paths,
            ["git.base_branch", "pipeline.execute_commit", "planning.sub_repos", "project_code", "surfaces"]
        );
    }

    #[test]
    fn nothing_is_shipped_without_a_commit_only_where_both_say_so() {
        let none = parse("{\"pipeline\": {\"ship\": \"none\"}}");
        let commit = parse("{\"pipeline\": {\"ship\": \"commit\"}}");
        let ship = |head: Option<&Config>, worktree: Option<&Config>| join(head, worktree).ship;
        assert_eq!(ship(Some(&none), Some(&none)).as_deref(), Some("none"));
        assert_eq!(ship(Some(&none), Some(&commit)).as_deref(), Some("commit"));
        assert_eq!(ship(Some(&commit), Some(&none)).as_deref(), Some("commit"));
        assert_eq!(ship(None, Some(&none)), None);
        assert_eq!(ship(Some(&none), None), None);
    }

    #[test]
    fn a_config_beside_itself_differs_in_nothing() {
        let text = "{\"workflow\": {\"verifier\": false, \"ui_phase\": true}, \"commit_docs\": false, \"surfaces\": {\"a\": {}}}";
        let config = parse(text);
        assert_eq!(InForce::of(&config).differences, []);
        assert!(!InForce::of(&config).is_on(Switch::Verifier));
        // Blanks and line ends are no difference.
        let spaced = parse(&text.replace(':', " :\n "));
        assert_eq!(join(Some(&config), Some(&spaced)).differences, []);
        let changed = parse(&text.replace("\"verifier\": false", "\"verifier\": true"));
        let difference = join(Some(&config), Some(&changed)).differences;
        assert_eq!(
            difference,
            [Difference {
                path: "workflow.verifier".to_owned(),
                head: Some("false".to_owned()),
                worktree: Some("true".to_owned()),
            }]
        );
    }
}
