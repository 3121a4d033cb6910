//! What the config in force says about steps: which gates its map asks for, and what is switched off.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::config::{SWITCHES, Setting, Switch};
use super::config_in_force::InForce;
use crate::engine::failure::Failure;
use crate::gsd::evidence::{GateAsked, Setup};

/// A surface, as far as its gates go.
#[derive(Debug, Deserialize)]
struct Surface {
    #[serde(default)]
    gates: Vec<String>,
    #[serde(default)]
    pinned: bool,
}

/// Reads it. Of two maps (HEAD's and the work tree's) both count.
///
/// # Errors
/// A map is not of the shape it must have.
pub fn setup_of(config: &InForce) -> Result<Setup, Failure> {
    let mut gates: BTreeMap<String, GateAsked> = BTreeMap::new();
    let maps = [&config.surfaces.head, &config.surfaces.worktree];
    for setting in maps.into_iter().flatten() {
        for (name, surface) in surfaces(setting)? {
            for gate in surface.gates {
                let asked = gates.entry(gate).or_default();
                asked.surfaces.push(name.clone());
                asked.pinned |= surface.pinned;
            }
        }
    }
    for asked in gates.values_mut() {
        asked.surfaces.sort();
        asked.surfaces.dedup();
    }
    Ok(Setup {
        has_map: !gates.is_empty(),
        gates,
        switched_off: SWITCHES.iter().filter(|row| config.off.contains(&row.switch)).map(|row| row.key).collect(),
        convergence: config.is_on(Switch::PlanReviewConvergence),
    })
}

fn surfaces(setting: &Setting) -> Result<BTreeMap<String, Surface>, Failure> {
    serde_json::from_str(&setting.json).map_err(|error| {
        let line = setting.line + error.line().saturating_sub(1);
        Failure::usage("config", format!("config.json, line {line}: surfaces: {error}"))
            .remedy("each surface is an object with `globs`, `gates` and `pinned`")
    })
}
