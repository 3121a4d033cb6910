//! How full the context of the session is that asks: from the file that its status line keeps.
//!
//! Source: GSD's `hooks/gsd-statusline.js` writes it, `hooks/gsd-context-monitor.js` reads it by the same rules.

use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use serde::Deserialize;

use super::env::{self, Var};
use crate::engine::checkpoint::{Ratio, Utilization};

/// The oldest measure that counts, in seconds.
const OLDEST: u64 = 60;

/// The largest such file, in bytes.
const LARGEST: u64 = 64 << 10;

/// What the file holds, as far as it is asked.
#[derive(Debug, Deserialize)]
struct Bridge {
    used_pct: Option<f64>,
    remaining_percentage: Option<f64>,
    /// Seconds since 1970.
    timestamp: Option<f64>,
}

/// What the session of the environment measured.
pub fn of_session() -> Utilization {
    let session = [Var::ClaudeSession, Var::ClaudeCodeSession].into_iter().find_map(env::get);
    let Some(session) = session.and_then(|session| session.into_string().ok()) else {
        return unknown("the environment names no session");
    };
    let folder = env::get(Var::TemporaryFolder).map_or_else(|| PathBuf::from("/tmp"), PathBuf::from);
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    of_file(&folder, &session, now)
}

fn unknown(why: &str) -> Utilization {
    Utilization::Unknown(why.to_owned())
}

fn of_file(folder: &Path, session: &str, now: u64) -> Utilization {
    if session.is_empty() || session.contains(['/', '\\', '\0']) || session.contains("..") {
        return unknown("the session's name is no file name");
    }
    let file = folder.join(format!("claude-ctx-{session}.json"));
    let Some(bytes) = bytes_of(&file) else { return unknown("the session's status line keeps no measure") };
    let Ok(bridge) = serde_json::from_slice::<Bridge>(&bytes) else {
        return unknown("the measure of the session's status line cannot be read");
    };
    let measured = bridge.used_pct.or_else(|| Some(100.0 - bridge.remaining_percentage?));
    let (Some(percent), Some(at)) = (measured, bridge.timestamp) else {
        return unknown("the session's status line measured nothing");
    };
    #[expect(clippy::cast_precision_loss, reason = "seconds since 1970 are far below the 53 bits of a double")]
    let age = now as f64 - at;
    let Some(ratio) = Ratio::percent(&format!("{percent:.3}")) else {
        return unknown("the session's status line measured nothing");
    };
    #[expect(clippy::cast_precision_loss, reason = "a constant of two digits")]
    if !(age <= OLDEST as f64 && age >= -(OLDEST as f64)) {
        return unknown("the measure of the session's status line is older than a minute");
    }
    Utilization::Measured { ratio, source: "the session's status line".to_owned() }
}

/// The bytes of a plain file that is no larger than such a file is.
fn bytes_of(file: &Path) -> Option<Vec<u8>> {
    let metadata = fs_err::symlink_metadata(file).ok()?;
    if !metadata.is_file() {
        return None;
    }
    let mut bytes = Vec::new();
    fs_err::File::open(file).ok()?.take(LARGEST).read_to_end(&mut bytes).ok()?;
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(session: &str, text: &str) -> Utilization {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("claude-ctx-abc.json"), text).unwrap();
        of_file(folder.path(), session, 1_000)
    }

    #[test]
    fn a_fresh_measure_counts() {
        let measured = |percent| {
            let ratio = Ratio::percent(percent).unwrap();
            Utilization::Measured { ratio, source: "the session's status line".to_owned() }
        };
        assert_eq!(read("abc", r#"{"used_pct": 63, "timestamp": 990, "session_id": "abc"}"#), measured("63.000"));
        assert_eq!(read("abc", r#"{"remaining_percentage": 40.5, "timestamp": 940}"#), measured("59.500"));
        assert_eq!(read("abc", r#"{"used_pct": 0, "timestamp": 1000.5}"#), measured("0.000"));
    }

    #[test]
    fn anything_else_is_not_measured() {
        for (session, text) in [
            ("abc", r#"{"used_pct": 63, "timestamp": 939}"#),
            ("abc", r#"{"used_pct": 63, "timestamp": 5000}"#),
            ("abc", r#"{"used_pct": 63}"#),
            ("abc", r#"{"used_pct": null, "timestamp": 1000}"#),
            ("abc", r#"{"used_pct": -3, "timestamp": 1000}"#),
            ("abc", "{"),
            ("abc", ""),
            ("other", "{}"),
            ("", "{}"),
            ("../abc", "{}"),
            ("x/abc", "{}"),
        ] {
            assert!(matches!(read(session, text), Utilization::Unknown(_)), "{session} {text}");
        }
    }

    #[test]
    fn a_link_is_not_followed() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("real"), r#"{"used_pct": 1, "timestamp": 1000}"#).unwrap();
        std::os::unix::fs::symlink("real", folder.path().join("claude-ctx-abc.json")).unwrap();
        assert!(matches!(of_file(folder.path(), "abc", 1_000), Utilization::Unknown(_)));
    }
}
