//! What is wrong with the plans of a phase, as far as anybody will still carry them out: what is executed, or lies in a phase that
//! is marked complete, is history, and nobody mends it.

use std::collections::{BTreeMap, BTreeSet};

use super::phase::Looked;
use super::rules::plans as rules;
use crate::engine::evidence::Content;
use crate::engine::lint::Finding;
use crate::engine::path::RepoPath;
use crate::gsd::evidence::File;
use crate::gsd::plans::{Need, Plan, depths, needs, plan_ids};
use crate::gsd::text::paths::{DeclaredPath, Place};
use crate::gsd::text::plan::PlanFacts;
use crate::gsd::text::spots::{self, Spot};

/// The findings of these rules.
pub fn findings(looked: &Looked<'_>) -> Vec<Finding> {
    if looked.evidence().marks.marked.marked {
        return Vec::new();
    }
    let plans = Plans::of(looked);
    let mut findings = plans.circles();
    findings.extend(plans.unknown());
    findings.extend(plans.waves());
    findings.extend(plans.shared());
    findings.extend(plans.submodules());
    findings.extend(plans.alone());
    findings.extend(plans.without_files());
    findings
}

/// The keys of a plan that name files.
const FILES: &[&str] = &["files_modified", "files_deleted"];

/// The key of a plan that names others.
const NEEDS: &str = "depends_on";

/// A plan by its place, its file, what it says, and the files that it changes.
type Declares<'a> = (usize, &'a RepoPath, &'a PlanFacts, BTreeSet<RepoPath>);

/// The plans of a phase with what each needs of the others.
struct Plans<'a> {
    looked: &'a Looked<'a>,
    list: &'a [Plan],
    /// For each plan its `depends_on`, and what each entry comes to.
    written: Vec<Vec<(&'a str, Need)>>,
    /// The same, as places of plans.
    needs: Vec<Vec<usize>>,
}

impl<'a> Plans<'a> {
    fn of(looked: &'a Looked<'a>) -> Self {
        let evidence = looked.evidence();
        let plans = looked.assessment().plans.as_slice();
        let written = needs(plans, &evidence.files, &evidence.marks.ids);
        let here = |need: &(&str, Need)| match need.1 {
            Need::Here(at) => Some(at),
            Need::Elsewhere | Need::NotCounted | Need::Unknown => None,
        };
        let needs = written.iter().map(|needs| needs.iter().filter_map(here).collect()).collect();
        Self { looked, list: plans, written, needs }
    }

    /// The plans that are still to be carried out, each with its place, its file, and what it declares.
    fn open(&self) -> impl Iterator<Item = (usize, &'a Plan, &'a RepoPath, &'a PlanFacts)> {
        let files = &self.looked.evidence().files;
        self.list.iter().enumerate().filter(|(_, plan)| !plan.state.is_over()).filter_map(|(at, plan)| {
            let path = plan.path.as_ref()?;
            Some((at, plan, path, files.iter().find(|file| file.path == *path)?.plan()?))
        })
    }

    /// True for a file that nobody can read: that is told of it, and not what it lacks.
    fn is_unreadable(&self, path: &RepoPath) -> bool {
        let is_it = |file: &File| file.path == *path && matches!(file.reading.content, Content::Unreadable { .. });
        self.looked.evidence().files.iter().any(is_it)
    }

    fn label(&self, at: usize) -> String {
        self.list.get(at).map(Plan::label).unwrap_or_default()
    }

    /// Plans that need each other, a circle at a time.
    fn circles(&self) -> Vec<Finding> {
        let mut findings = Vec::new();
        let mut told: BTreeSet<usize> = BTreeSet::new();
        for (at, _, path, _) in self.open() {
            if told.contains(&at) {
                continue;
            }
            let Some(circle) = self.circle(at) else { continue };
            told.extend(circle.iter().copied());
            let labels: Vec<String> = circle.iter().chain([&at]).map(|at| self.label(*at)).collect();
            let message = format!("none of these plans can begin: {}", labels.join(" needs "));
            let next = circle.get(1).copied().unwrap_or(at);
            let written = self.written.get(at).into_iter().flatten().find(|(_, need)| *need == Need::Here(next));
            let finding = self.looked.finding(&rules::CIRCLE, path, &labels.join(" "), message);
            findings.push(self.at(finding, |text| spots::item(text, &[NEEDS], written?.0)));
        }
        findings
    }

    /// The shortest way from a plan back to itself.
    fn circle(&self, from: usize) -> Option<Vec<usize>> {
        let mut before: BTreeMap<usize, usize> = BTreeMap::new();
        let mut row = vec![from];
        while !row.is_empty() {
            let mut next = Vec::new();
            for at in row {
                for need in self.needs.get(at).into_iter().flatten() {
                    if *need == from {
                        let back = std::iter::successors(Some(at), |at| before.get(at).copied());
                        let mut circle: Vec<usize> = back.collect();
                        circle.reverse();
                        return Some(circle);
                    }
                    if !before.contains_key(need) {
                        before.insert(*need, at);
                        next.push(*need);
                    }
                }
            }
            row = next;
        }
        None
    }

    /// What is needed and does not exist. A phase's number is another thing to wait for, and a sentence is for people.
    fn unknown(&self) -> Vec<Finding> {
        let mut findings = Vec::new();
        for (at, _, path, _) in self.open() {
            let unknown = |(need, what): &&(&str, Need)| *what == Need::Unknown && !plan_ids(need).is_empty();
            for (need, _) in self.written.get(at).into_iter().flatten().filter(unknown) {
                let message = format!("{} needs `{need}`, and the phase has no such plan", self.label(at));
                let finding = self.looked.finding(&rules::UNKNOWN_NEED, path, need, message);
                findings.push(self.at(finding, |text| spots::item(text, &[NEEDS], need)));
            }
        }
        findings
    }

    /// The wave in which each plan is carried out, from 1: how deep it stands among all plans, and among those that are left.
    fn depths(&self) -> (Vec<usize>, Vec<usize>) {
        let is_left = |at: &usize| self.list.get(*at).is_some_and(|plan| !plan.state.is_over());
        let left: Vec<Vec<usize>> =
            self.needs.iter().map(|needs| needs.iter().copied().filter(|at| is_left(at)).collect()).collect();
        (depths(&self.needs), depths(&left))
    }

    fn waves(&self) -> Vec<Finding> {
        let (all, left) = self.depths();
        let from_zero = self.open().any(|(.., facts)| wave(facts) == Some(0));
        let mut findings = Vec::new();
        for (at, _, path, facts) in self.open().filter(|(.., facts)| facts.depends_on_known) {
            let (Some(declared), Some(all), Some(left)) = (wave(facts), all.get(at), left.get(at)) else { continue };
            // What stands in a circle has no depth, and is told as that.
            if *all == 0 {
                continue;
            }
            let declared = declared + usize::from(from_zero);
            if declared == *all || declared == *left {
                continue;
            }
            let shown = |wave: usize| wave - usize::from(from_zero);
            let message = format!(
                "{} declares wave {}, and by its depends_on it is carried out in wave {}",
                self.label(at),
                shown(declared),
                shown(*all)
            );
            let finding = self.looked.finding(&rules::OTHER_WAVE, path, &self.label(at), message);
            findings.push(self.at(finding, |text| spots::key(text, "wave")));
        }
        findings
    }

    /// Files that several plans of one wave change.
    fn shared(&self) -> Vec<Finding> {
        let (all, _) = self.depths();
        let mut waves: BTreeMap<usize, Vec<Declares<'_>>> = BTreeMap::new();
        for (at, _, path, facts) in self.open() {
            // What stands in a circle is carried out in none.
            let Some(wave) = all.get(at).copied().filter(|wave| *wave > 0) else { continue };
            waves.entry(wave).or_default().push((at, path, facts, self.declared(facts)));
        }
        let mut findings = Vec::new();
        for plans in waves.values() {
            for (place, (at, path, facts, own)) in plans.iter().enumerate() {
                let mut with = Vec::new();
                let mut files: BTreeSet<&RepoPath> = BTreeSet::new();
                for (other, _, _, declared) in plans.iter().take(place) {
                    let shared: Vec<&RepoPath> = own.iter().filter(|file| declared.contains(file)).collect();
                    if !shared.is_empty() {
                        with.push(self.label(*other));
                        files.extend(shared);
                    }
                }
                let Some(first) = files.first() else { continue };
                let more = if files.len() > 1 { format!(" and {} more", files.len() - 1) } else { String::new() };
                let message = format!("{} and {} of one wave change {first}{more}", with.join(", "), self.label(*at));
                let finding = self.looked.finding(&rules::SHARED_FILES, path, &self.label(*at), message);
                let evidence = files.iter().take(3).map(ToString::to_string).collect();
                findings.push(Finding { evidence, ..self.at(finding, |text| self.file(text, facts, first)) });
            }
        }
        findings
    }

    /// The files outside the planning folder that a plan declares to change.
    fn declared(&self, facts: &PlanFacts) -> BTreeSet<RepoPath> {
        let planning = &self.looked.phase.case.place.planning;
        let files = facts.declared().filter_map(|declared| self.path(declared));
        files.filter(|path| !path.is_in(planning)).collect()
    }

    /// The file that an entry names, below the root of the repository.
    fn path(&self, declared: &DeclaredPath) -> Option<RepoPath> {
        match &declared.place {
            Place::Path(path) => Some(self.looked.phase.case.place.planning.parent().join(path.as_bytes())),
            _ => None,
        }
    }

    /// Where the text of a plan names a file.
    fn file(&self, text: &str, facts: &PlanFacts, file: &RepoPath) -> Option<Spot> {
        let declared = facts.declared().find(|declared| self.path(declared).as_ref() == Some(file))?;
        spots::item(text, FILES, &declared.written)
    }

    /// A finding about a plan, led to the place in its text that `spot` finds.
    fn at(&self, finding: Finding, spot: impl Fn(&str) -> Option<Spot>) -> Finding {
        match self.looked.phase.plans.get(&finding.file).and_then(|text| spot(text)) {
            Some(Spot { span, line }) => Finding { span: Some(span), line_text: Some(line), ..finding },
            None => finding,
        }
    }

    fn submodules(&self) -> Vec<Finding> {
        let mut findings = Vec::new();
        for (at, _, path, facts) in self.open() {
            let declared = self.declared(facts);
            for submodule in &self.looked.phase.submodules {
                let Some(inside) = declared.iter().find(|path| path.is_in(submodule)) else { continue };
                let message = format!("{} changes {inside}, which lies in the submodule {submodule}", self.label(at));
                let subject = format!("{} {submodule}", self.label(at));
                let finding = self.looked.finding(&rules::SUBMODULE, path, &subject, message);
                findings.push(self.at(finding, |text| self.file(text, facts, inside)));
            }
        }
        findings
    }

    /// Summaries without their plans, all in one.
    fn alone(&self) -> Option<Finding> {
        let alone: Vec<&Plan> = self.list.iter().filter(|plan| plan.path.is_none()).collect();
        let paths: Vec<&RepoPath> = alone.iter().filter_map(|plan| plan.summary.as_ref()).collect();
        let message = match alone.as_slice() {
            [one] => format!("the summary of {} is there, and its plan is not", one.label()),
            several => {
                let labels: Vec<String> = several.iter().map(|plan| plan.label()).collect();
                format!("the summaries of {} are there, and their plans are not", labels.join(", "))
            }
        };
        Some(self.looked.finding(&rules::NO_PLAN, paths.first()?, "alone", message))
    }

    /// Plans that do not say which files they change, where surfaces follow from that. What cannot be read says nothing of it.
    fn without_files(&self) -> Vec<Finding> {
        if self.looked.evidence().setup.classified.is_none() {
            return Vec::new();
        }
        let is_silent = |facts: &PlanFacts| facts.files_modified.is_none() && facts.declared().next().is_none();
        let silent = self.open().filter(|(_, _, path, facts)| is_silent(facts) && !self.is_unreadable(path));
        let finding = |(at, _, path, _): (usize, &Plan, &RepoPath, &PlanFacts)| {
            let message = format!("{} does not say which files it changes", self.label(at));
            let finding = self.looked.finding(&rules::NO_FILES, path, &self.label(at), message);
            self.at(finding, |text| spots::key(text, "files_modified").or_else(|| spots::opening(text)))
        };
        silent.map(finding).collect()
    }
}

/// The wave that a plan declares: a number and perhaps a remark behind it; `2.1` is none.
fn wave(facts: &PlanFacts) -> Option<usize> {
    let text = facts.wave.as_deref()?.trim_matches(['"', '\'', ' ']);
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let rest = text.get(end..)?;
    if !rest.is_empty() && !rest.starts_with([' ', '(']) {
        return None;
    }
    text.get(..end)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wave_is_a_number_with_a_remark_at_most() {
        for (text, expected) in [
            ("1", Some(1)),
            ("'2'", Some(2)),
            ("3 (largest)", Some(3)),
            ("3  # Wave 3", Some(3)),
            ("0", Some(0)),
            ("2.1", None),
            ("two", None),
            ("", None),
        ] {
            let facts = PlanFacts { wave: Some(text.to_owned()), ..PlanFacts::default() };
            assert_eq!(wave(&facts), expected, "{text}");
        }
    }
}
