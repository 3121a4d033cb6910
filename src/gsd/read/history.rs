//! What a phase's life says of it: which commits carried out plans, what came after what, whether a concern was answered.

use std::collections::{BTreeSet, HashMap};

use super::project::Project;
use super::subjects::Subjects;
use crate::engine::evidence::{Freshness, Newer};
use crate::engine::failure::Failure;
use crate::engine::glob::Pattern;
use crate::engine::life::Life;
use crate::engine::object::{Commit, Oid};
use crate::engine::path::RepoPath;
use crate::git::{Ancestry, Blob, GitError};
use crate::gsd::artifacts::{Judges, Kind};
use crate::gsd::evidence::{Changed, Concern, ExecuteCommit, File, OtherRepository};
use crate::gsd::ids::PlanId;
use crate::gsd::reviews::newly_raises;
use crate::gsd::scopes::{Asked, Deed, Named, Scope};
use crate::gsd::text::paths::Place;
use crate::gsd::text::plan::PlanFacts;
use crate::read::held::FILE_LIMIT;

/// The types whose commits carry out no plan unless they touch source.
const NO_EXECUTION: &[&str] = &["docs", "plan", "state", "wip"];

/// The life of one phase, with what is needed to read it.
pub struct History<'a> {
    project: &'a Project,
    /// The life itself.
    pub life: Life,
    subjects: &'a Subjects,
}

/// What the commits of a life did for the phase.
#[derive(Debug, Default)]
pub struct Work {
    /// Execute commits, oldest first.
    pub commits: Vec<ExecuteCommit>,
    /// True where one of the phase's commits touched a path outside the planning folder.
    pub touches_source: bool,
    /// True where a commit ships the phase.
    pub ships: bool,
    /// Commits that answer findings of the code review, with the findings.
    fixes: Vec<(Oid, Vec<String>)>,
}

impl<'a> History<'a> {
    /// Takes a life to read, and what the subjects of its commits say.
    pub fn new(project: &'a Project, life: Life, subjects: &'a Subjects) -> Self {
        Self { project, life, subjects }
    }

    /// Tells of every file of a folder the commits that added it and changed it last.
    pub fn date(&self, files: &mut [File], folder: &RepoPath) {
        for file in files {
            let Some(below) = file.path.below(folder) else { continue };
            let added = self.life.changes(&below).into_iter().rev().find(|(_, _, content)| content.is_some());
            file.added_by = added.map(|(_, id, _)| id);
            file.changed_by = self.life.last_changes(&below);
        }
    }

    /// True where a commit touched a path outside the planning folder; none where that is not known. An object that is not here is
    /// no more than a history that is known to be cut: what decides by it asks for that too.
    fn changes_source(&self, commit: &Commit) -> Result<Option<bool>, Failure> {
        match self.project.objects().changes_beside(commit, &self.project.planning) {
            Err(GitError::Missing { .. }) if self.life.cut.is_some() => Ok(None),
            changes => Ok(changes?),
        }
    }

    /// Finds the commits that carried out plans.
    ///
    /// Source: GSD's executor names phase and plan in the scope of each task's commit. A scope alone is not enough: planning
    /// commits carry it too, and documentation plans change nothing but documents; so what a commit touches decides with it.
    ///
    /// # Errors
    /// Git cannot be read.
    pub fn work(&self, asked: &Asked<'_>) -> Result<Work, Failure> {
        let mut work = Work::default();
        // Most of a phase's commits share one of a few scopes.
        let mut known: HashMap<&str, Named> = HashMap::new();
        for (commit, scope) in self.subjects.naming(asked.folder, &self.life) {
            work.ships |= scope.ships(asked);
            let named = known.entry(&scope.scope).or_insert_with(|| scope.names(asked)).clone();
            let deed = scope.deed_as(named, asked);
            if let Deed::Fixes(findings) = &deed {
                work.fixes.push((commit.id, findings.clone()));
            }
            if !matches!(deed, Deed::OfPhase | Deed::OfPlans(_)) {
                continue;
            }
            let Some(outside) = self.changes_source(commit)? else {
                continue;
            };
            work.touches_source |= outside;
            let plans = match deed {
                Deed::OfPlans(plans) => plans,
                // By the project's own convention it executes, and which plan it does not say.
                _ if scope.executes => Vec::new(),
                _ => continue,
            };
            if outside || is_planning_work(self.project, commit, scope)? {
                work.commits.push(ExecuteCommit { id: commit.id, plans });
            }
        }
        Ok(work)
    }

    /// Tells of every file whether what its kind judges came after it.
    ///
    /// # Errors
    /// Git cannot be read.
    pub fn freshen(
        &self,
        files: &mut [File],
        commits: &[ExecuteCommit],
        repositories: &[OtherRepository],
    ) -> Result<(), Failure> {
        let executed = executed_at(files, commits);
        let of_kind = |kind: Kind| files.iter().filter(move |file| file.name.kind == kind);
        let reviewed: Vec<Oid> = of_kind(Kind::Review).flat_map(|file| file.changed_by.clone()).collect();
        let planned: Vec<Oid> = of_kind(Kind::Plan).filter_map(|file| file.added_by).collect();
        for file in files.iter_mut() {
            file.freshness = match file.name.kind.row().judges {
                Judges::Nothing => continue,
                Judges::Execution => self.freshness_of_execution(&executed, repositories, &file.changed_by)?,
                Judges::Review => self.freshness(&reviewed, &file.changed_by)?,
                Judges::Plans => self.freshness(&planned, &file.changed_by)?,
            };
        }
        Ok(())
    }

    /// Whether execution, here (`executed`) and in other repositories, came before one of `since`.
    ///
    /// No commit of another repository is an ancestor of one here, so for those the committers' dates are compared: with the
    /// moment when that repository's HEAD took the commit in, so that a late merge counts as late. The SUMMARY of the plan lies
    /// here and is judged by ancestry beside it. What a rebase or a clock ahead of time makes newer than it is makes a gate
    /// stale, which taking it once more settles; the output says that a date decided.
    ///
    /// # Errors
    /// Git cannot be read.
    pub fn freshness_of_execution(
        &self,
        executed: &[Oid],
        repositories: &[OtherRepository],
        since: &[Oid],
    ) -> Result<Freshness, Failure> {
        let here = self.freshness(executed, since)?;
        if here != Freshness::Fresh {
            return Ok(here);
        }
        let dates = since.iter().map(|id| Ok(self.project.objects().commit(*id)?.time));
        let newest = dates.collect::<Result<Vec<i64>, Failure>>()?.into_iter().max().unwrap_or_default();
        for other in repositories {
            if let Some(commit) = other.commits.iter().find(|commit| commit.since > newest) {
                return Ok(Freshness::Stale(Newer { commit: commit.id, repository: Some(other.name.clone()) }));
            }
        }
        Ok(Freshness::Fresh)
    }

    /// Whether every commit of `judged` is one of `since`, or came before one.
    ///
    /// # Errors
    /// Git cannot be read.
    pub fn freshness(&self, judged: &[Oid], since: &[Oid]) -> Result<Freshness, Failure> {
        if since.is_empty() {
            return Ok(self.life.cut.clone().map_or(Freshness::NotJudged, Freshness::Unknown));
        }
        for work in judged {
            if since.iter().any(|since| self.life.is_at_or_before(*work, *since)) {
                continue;
            }
            // Within the life no way leads from one to the other; around it one may.
            let mut unknown = None;
            let mut is_before = false;
            for since in since {
                // What comes before the work cannot also come after it; to see that no way leads there takes all of history.
                if self.life.is_ancestor(*since, *work) {
                    continue;
                }
                match self.project.objects().is_ancestor(*work, *since)? {
                    Ancestry::Yes => is_before = true,
                    Ancestry::No => {}
                    Ancestry::Unknown(why) => unknown = Some(why),
                }
            }
            match (is_before, unknown) {
                (true, _) => {}
                (false, Some(why)) => return Ok(Freshness::Unknown(why)),
                (false, None) => return Ok(Freshness::Stale((*work).into())),
            }
        }
        Ok(Freshness::Fresh)
    }

    /// The findings that a commit after the review answers.
    pub fn fixed_findings(&self, files: &[File], work: &Work) -> BTreeSet<String> {
        let reviews = files.iter().filter(|file| file.name.kind == Kind::Review);
        let reviewed: Vec<Oid> = reviews.flat_map(|file| file.changed_by.clone()).collect();
        let is_after = |fix: Oid| !reviewed.iter().any(|review| self.life.is_at_or_before(fix, *review));
        let after = work.fixes.iter().filter(|(fix, _)| is_after(*fix));
        after.flat_map(|(_, findings)| findings.clone()).collect()
    }

    /// The findings that a commit of another repository answers which came there after the review, by the committers' clocks.
    ///
    /// # Errors
    /// Git cannot be read.
    pub fn fixed_since(&self, files: &[File], fixes: Vec<(i64, Vec<String>)>) -> Result<BTreeSet<String>, Failure> {
        let reviews = files.iter().filter(|file| file.name.kind == Kind::Review);
        let mut reviewed = i64::MIN;
        for id in reviews.flat_map(|file| &file.changed_by) {
            reviewed = reviewed.max(self.project.objects().commit(*id)?.time);
        }
        Ok(fixes.into_iter().filter(|(since, _)| *since > reviewed).flat_map(|(_, findings)| findings).collect())
    }

    /// True where an acceptance by a person is as new as the verification.
    ///
    /// # Errors
    /// Git cannot be read.
    pub fn accepted_since(&self, files: &[File]) -> Result<bool, Failure> {
        let of = |kinds: &'static [Kind]| files.iter().filter(move |file| kinds.contains(&file.name.kind));
        let verified: Vec<Oid> = of(&[Kind::Verification]).flat_map(|file| file.changed_by.clone()).collect();
        for file in of(&[Kind::Uat, Kind::HumanUat]) {
            if self.freshness(&verified, &file.changed_by)? == Freshness::Fresh {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The newest commit that raised a serious concern in REVIEWS, and whether a plan changed in it or after it.
    ///
    /// # Errors
    /// Git cannot be read.
    pub fn concern(&self, files: &[File], folder: &RepoPath) -> Result<Option<Concern>, Failure> {
        let below = |kind: Kind| {
            files.iter().filter(move |file| file.name.kind == kind).filter_map(|file| file.path.below(folder))
        };
        let Some(reviews) = below(Kind::Reviews).next() else { return Ok(None) };
        let plans: Vec<RepoPath> = below(Kind::Plan).collect();
        let version = |(at, id, content): (usize, Oid, Option<Oid>)| Some((at, id, content?));
        let versions: Vec<(usize, Oid, Oid)> = self.life.changes(&reviews).into_iter().filter_map(version).collect();
        let planned: Vec<usize> = plans.iter().flat_map(|plan| self.life.changes(plan)).map(|(at, _, _)| at).collect();
        for (place, (at, raised_by, blob)) in versions.iter().enumerate() {
            let new = self.text(*blob)?;
            let old = versions.get(place + 1).map(|(_, _, blob)| self.text(*blob)).transpose()?;
            if newly_raises(old.as_deref(), &new) {
                let answered = planned.iter().any(|planned| planned <= at);
                return Ok(Some(Concern { raised_by: *raised_by, answered }));
            }
        }
        Ok(None)
    }

    fn text(&self, blob: Oid) -> Result<String, Failure> {
        Ok(match self.project.objects().blob(blob, FILE_LIMIT)? {
            Blob::Content(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
            Blob::TooLarge(_) => String::new(),
        })
    }

    /// Commits since the first plan that name no plan and touch what a plan declares, or that execute the phase by the project's
    /// own convention and name no plan. They decide only where no plan has begun by name.
    ///
    /// # Errors
    /// Git cannot be read.
    pub fn unattributed(&self, asked: &Asked<'_>, files: &[File], work: &Work) -> Result<Vec<Oid>, Failure> {
        let declared = self.reach(files);
        let of_no_plan: Vec<Oid> = work.commits.iter().map(|commit| commit.id).collect();
        if !of_no_plan.is_empty() || declared.is_empty() {
            return Ok(of_no_plan);
        }
        let plans = files.iter().filter(|file| file.name.kind == Kind::Plan).filter_map(|file| file.added_by);
        let since = plans.filter_map(|id| self.life.rank_of(id)).max().unwrap_or_default();
        let mut found = Vec::new();
        let newer: Vec<(usize, &Commit)> =
            self.life.commits().take_while(|(place, _)| self.life.rank(*place) < Some(since)).collect();
        for (place, commit) in newer.into_iter().rev() {
            if self.subjects.is_attributed(place, asked) {
                continue;
            }
            let changes = self.project.objects().changed_paths(commit)?.unwrap_or_default();
            let mut outside = changes.keys().filter(|path| !path.is_in(&self.project.planning));
            if outside.any(|path| declared.iter().any(|reach| reach.may_be(path))) {
                found.push(commit.id);
            }
        }
        Ok(found)
    }

    /// What the phase changed by its commits. Documents alone it is only where every plan has an execute commit, and neither a
    /// commit of the phase nor one that names no phase at all touched a path outside the planning folder: where commits name no
    /// plans, as after a squash, nothing is known.
    ///
    /// # Errors
    /// Git cannot be read.
    pub fn changed(&self, files: &[File], work: &Work) -> Result<Changed, Failure> {
        if work.touches_source {
            return Ok(Changed::Source);
        }
        let names =
            |plan: &PlanId| work.commits.iter().any(|commit| commit.plans.iter().any(|named| named.covers(plan)));
        let mut plans = files.iter().filter(|file| file.name.kind == Kind::Plan);
        let is_executed = !work.commits.is_empty() && plans.all(|file| file.name.plan.as_ref().is_some_and(names));
        if !is_executed || self.life.cut.is_some() {
            return Ok(Changed::Unknown);
        }
        for (_, commit) in self.life.commits().filter(|(place, _)| !self.subjects.may_name_a_phase(*place)) {
            // What is not known may be source.
            if self.changes_source(commit)?.unwrap_or(true) {
                return Ok(Changed::Unknown);
            }
        }
        Ok(Changed::DocumentsAlone)
    }

    /// True where no commit of the phase's life touched a path outside the planning folder.
    ///
    /// # Errors
    /// Git cannot be read.
    pub fn touched_no_source(&self, work: &Work) -> Result<bool, Failure> {
        if work.touches_source || self.life.is_empty() || self.life.cut.is_some() {
            return Ok(false);
        }
        for (_, commit) in self.life.commits() {
            // What is not known may be source.
            if self.changes_source(commit)?.unwrap_or(true) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The paths outside the planning folder that the live plans mean to change, folders among them.
    fn declared(&self, files: &[File]) -> BTreeSet<RepoPath> {
        let project = self.project.planning.parent();
        let paths = declared(files).filter_map(|place| match place {
            Place::Path(path) | Place::Folder(path) => Some(project.join(path.as_bytes())),
            _ => None,
        });
        paths.filter(|path| !path.is_in(&self.project.planning)).collect()
    }

    /// The same as patterns, and those that the plans write themselves. A path without a `/` at its end may be a folder too.
    fn reach(&self, files: &[File]) -> Vec<Pattern> {
        let project = self.project.planning.parent();
        let written = declared(files).filter_map(|place| match place {
            Place::Glob(glob) => Pattern::declared(glob, &project),
            _ => None,
        });
        self.declared(files).iter().map(Pattern::folder_of).chain(written.flatten()).collect()
    }
}

/// What the live plans declare.
pub fn declared(files: &[File]) -> impl Iterator<Item = &Place> {
    let live = files.iter().filter_map(File::plan).filter(|facts| !facts.superseded);
    live.flat_map(PlanFacts::declared).map(|declared| &declared.place)
}

/// The commits that execution ended with: every execute commit, and for a plan without any the one that added its SUMMARY.
pub fn executed_at(files: &[File], commits: &[ExecuteCommit]) -> Vec<Oid> {
    let mut executed: Vec<Oid> = commits.iter().map(|commit| commit.id).collect();
    let is_named = |plan: &PlanId| commits.iter().any(|commit| commit.plans.iter().any(|named| named.covers(plan)));
    for file in files.iter().filter(|file| file.name.kind == Kind::Summary) {
        if !file.name.plan.as_ref().is_some_and(is_named) {
            executed.extend(file.added_by);
        }
    }
    executed
}

/// True where a commit that touches planning files alone carries out a plan: what it changes is more than plans.
///
/// # Errors
/// Git cannot be read.
pub fn is_planning_work(project: &Project, commit: &Commit, scope: &Scope) -> Result<bool, Failure> {
    if NO_EXECUTION.contains(&scope.kind.as_str()) {
        return Ok(false);
    }
    let changes = project.objects().changed_below(commit, &project.planning)?.unwrap_or_default();
    Ok(changes.keys().any(|path| !is_plan(path)))
}

fn is_plan(path: &RepoPath) -> bool {
    let name = path.file_name().to_ascii_uppercase();
    let holds = |word: &[u8]| name.windows(word.len()).any(|part| part == word);
    holds(b"PLAN") && !holds(b"SUMMARY")
}
