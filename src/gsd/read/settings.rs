//! The config in force: the root's file with the workstream's over it, as HEAD has them and as they lie on disk.

use super::project::blob_of;
use crate::engine::escape::escape;
use crate::engine::failure::Failure;
use crate::engine::object::Oid;
use crate::engine::path::RepoPath;
use crate::git::Repository;
use crate::gsd::text::config::Config;
use crate::gsd::text::config_in_force::{InForce, join};
use crate::gsd::text::layers::{config_over, settings_over, switched_off};
use crate::gsd::text::pipeline_in_force::pipeline_in_force;
use crate::gsd::text::surfaces::{Settings, load, refuse};
use crate::read::listing::Disk;

/// How many settings that differ are told.
const FEW: usize = 8;

/// The longest value of one that is told, in characters.
const LONGEST: usize = 60;

/// Where config is looked for.
pub struct Sources<'a> {
    /// The repository.
    pub repository: &'a Repository,
    /// The disk.
    pub disk: &'a Disk,
    /// HEAD's tree.
    pub tree: Option<Oid>,
    /// The planning folder.
    pub planning: &'a RepoPath,
    /// The workstream's folder, or the planning folder.
    pub scope: &'a RepoPath,
    /// True where HEAD holds the planning folder.
    pub is_committed: bool,
}

/// What config says.
pub struct Read {
    /// As far as it is GSD's.
    pub config: InForce,
    /// This tool's own settings.
    pub settings: Settings,
    /// The root's file, or the workstream's where there is no other; none without any.
    pub path: Option<RepoPath>,
    /// What a reader should hear.
    pub warnings: Vec<String>,
}

/// One file, as HEAD has it and as it lies on disk.
struct Layer {
    path: RepoPath,
    head: Option<(Config, Settings)>,
    disk: Option<(Config, Settings)>,
}

/// The paths of the config files that count, the root's first.
pub fn config_paths(planning: &RepoPath, scope: &RepoPath) -> Vec<RepoPath> {
    let mut paths = vec![planning.join("config.json")];
    if scope != planning {
        paths.push(scope.join("config.json"));
    }
    paths
}

/// Reads it.
///
/// # Errors
/// Git or the disk cannot be read, or a file cannot be used.
pub fn read(sources: &Sources<'_>) -> Result<Read, Failure> {
    let paths = config_paths(sources.planning, sources.scope);
    let layers: Vec<Layer> = paths.into_iter().map(|path| layer(sources, path)).collect::<Result<_, _>>()?;
    let mut warnings = Vec::new();
    for layer in &layers {
        warnings.extend(layer.differences(sources));
    }
    let path = layers.iter().find(|layer| layer.is_there()).map(|layer| layer.path.clone());
    let mut layers = layers.into_iter();
    let Some(mut all) = layers.next() else {
        return Ok(Read { config: join(None, None), settings: Settings::default(), path, warnings });
    };
    for own in layers {
        let (head, told) = over(all.head, own.head);
        let (disk, told_of_disk) = over(all.disk, own.disk);
        // What is told of both is told once.
        let told = told.into_iter().chain(told_of_disk).map(|told| format!("{}: {}", own.path, escape(&told)));
        for told in told {
            if !warnings.contains(&told) {
                warnings.push(told);
            }
        }
        all = Layer { path: own.path, head, disk };
    }
    let (config, settings) = all.in_force(sources);
    Ok(Read { config, settings, path, warnings })
}

fn layer(sources: &Sources<'_>, path: RepoPath) -> Result<Layer, Failure> {
    let head = blob_of(sources.repository.objects(), sources.tree, &path)?;
    let disk = sources.disk.read(&path)?;
    let parse = |bytes: Option<Vec<u8>>| -> Result<Option<(Config, Settings)>, Failure> {
        let Some(bytes) = bytes else { return Ok(None) };
        let settings = load(&bytes).map_err(|faults| refuse(&path, &faults))?;
        let config = Config::parse(&bytes).map_err(|error| {
            Failure::usage("config", format!("{path}: {error}")).remedy("mend the file; nothing was decided without it")
        })?;
        Ok(Some((config, settings)))
    };
    let (head, disk) = (parse(head)?, parse(disk)?);
    Ok(Layer { path, head, disk })
}

/// A workstream's file over the root's, one of which may be missing, and what of it does not count.
fn over(
    root: Option<(Config, Settings)>,
    own: Option<(Config, Settings)>,
) -> (Option<(Config, Settings)>, Vec<String>) {
    match (root, own) {
        (Some((root, root_settings)), Some((own, own_settings))) => {
            let (settings, mut told) = settings_over(&root_settings, &own_settings);
            let lowered = switched_off(&root, &own);
            told.extend(lowered.iter().map(|key| format!("workflow.{key} is off here and on in the root's config")));
            (Some((config_over(&root, &own), settings)), told)
        }
        (one, other) => (other.or(one), Vec::new()),
    }
}

/// HEAD's settings with the work tree's.
fn joined(head: &Settings, disk: &Settings) -> Settings {
    let is_asked =
        |gate: &str| head.surfaces.surfaces.iter().any(|surface| surface.gates.iter().any(|one| one == gate));
    Settings {
        surfaces: head.surfaces.join(&disk.surfaces),
        pipeline: pipeline_in_force(&head.pipeline, &disk.pipeline, &is_asked),
    }
}

impl Layer {
    fn is_there(&self) -> bool {
        self.head.is_some() || self.disk.is_some()
    }

    /// HEAD's joined with the work tree's: what nobody committed can tighten and never loosen. Only where nothing of the
    /// planning folder is committed does the work tree's count alone.
    fn in_force(self, sources: &Sources<'_>) -> (InForce, Settings) {
        match (self.head, self.disk) {
            (None, None) => (join(None, None), Settings::default()),
            (None, Some((config, settings))) if sources.is_committed => {
                (join(None, Some(&config)), joined(&Settings::default(), &settings))
            }
            (Some((config, settings)), None) | (None, Some((config, settings))) => (InForce::of(&config), settings),
            (Some((config, settings)), Some((new, new_settings))) => {
                (join(Some(&config), Some(&new)), joined(&settings, &new_settings))
            }
        }
    }

    /// Where HEAD's and the work tree's disagree.
    fn differences(&self, sources: &Sources<'_>) -> Vec<String> {
        let (head, disk) = (self.head.as_ref().map(|one| &one.0), self.disk.as_ref().map(|one| &one.0));
        let is_one_enough = disk.is_none() || (head.is_none() && !sources.is_committed);
        if is_one_enough {
            return Vec::new();
        }
        let differences = join(head, disk).differences;
        let short = |value: Option<&str>| match value {
            None => "not set".to_owned(),
            Some(value) if value.chars().count() <= LONGEST => escape(value),
            Some(_) => "set".to_owned(),
        };
        let told = differences.iter().take(FEW).map(|difference| {
            let (head, disk) = (short(difference.head.as_deref()), short(difference.worktree.as_deref()));
            let values = if head == disk {
                "is not the same in HEAD and in the work tree".to_owned()
            } else {
                format!("is {head} in HEAD and {disk} in the work tree")
            };
            let path: String = difference.path.chars().take(2 * LONGEST).collect();
            format!("{}: {} {values}; the stricter counts", self.path, escape(&path))
        });
        let more = differences.len().saturating_sub(FEW);
        let more = (more > 0).then(|| {
            let them = if more == 1 { "1 more setting is".to_owned() } else { format!("{more} more settings are") };
            format!("{}: {them} not the same in HEAD and in the work tree", self.path)
        });
        told.chain(more).collect()
    }
}
