//! Checkpoints: before a step that needs room, an agent whose context is too full must begin a fresh one.
//!
//! How full it is depends on no surface and no depth. The scale is that of the used part of the window.
//! Source: GSD's `src/context-utilization.cts`: below 60 % healthy, below 70 % warning, else critical, by the exact ratio.

use std::fmt::Write as _;

use serde::{Deserialize, Serialize};

/// The utilization from which on a checkpoint stops, in percent, where the project names no other.
pub const THRESHOLD: u32 = 60;

/// A part of a whole, exact; more than the whole where more is used than there is room.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ratio {
    used: u64,
    of: u64,
}

/// How full the context of whoever asks is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Utilization {
    /// Measured.
    Measured {
        /// The used part.
        ratio: Ratio,
        /// Who measured it.
        source: String,
    },
    /// Not measured: why.
    Unknown(String),
}

/// Whether whoever asks can be stopped by a checkpoint.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Context {
    /// How full it is.
    pub utilization: Utilization,
    /// True where a person reads the answer on a terminal: there an unknown utilization is only noted.
    pub at_terminal: bool,
}

/// What the project says of checkpoints.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Policy {
    /// The utilization from which on one stops, in percent.
    pub threshold: u32,
    /// Whether one stops where nothing was measured; none where that depends on who reads the answer.
    pub stops_unmeasured: Option<bool>,
}

impl Default for Policy {
    fn default() -> Self {
        Self { threshold: THRESHOLD, stops_unmeasured: None }
    }
}

/// A checkpoint that was reached.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checkpoint {
    /// Where it lies: `before planning`, `before execute`, `after execute`.
    pub at: &'static str,
    /// The utilization; none where it was not measured.
    pub ratio: Option<Ratio>,
    /// `healthy`, `warning` or `critical`; none where it was not measured.
    pub state: Option<&'static str>,
    /// The utilization from which on it stops, in percent.
    pub threshold: u32,
    /// True where the pipeline stops for it.
    pub stop: bool,
    /// Who measured, or why nobody did.
    pub why: String,
    /// What a fresh session sends: the words after the program's name.
    pub resume: String,
}

impl Checkpoint {
    /// Reaches the checkpoint that lies `at` a step. With an explicit step an unknown utilization stops nothing: a fresh session
    /// sent it.
    pub fn reach(at: &'static str, context: &Context, policy: Policy, explicit: bool, resume: String) -> Self {
        let (ratio, why) = match &context.utilization {
            Utilization::Measured { ratio, source } => (Some(*ratio), source.clone()),
            Utilization::Unknown(why) => (None, why.clone()),
        };
        let stop = match ratio {
            Some(ratio) => ratio.is_at_least(policy.threshold),
            None => !explicit && policy.stops_unmeasured.unwrap_or(!context.at_terminal),
        };
        Self { at, ratio, state: ratio.map(Ratio::state), threshold: policy.threshold, stop, why, resume }
    }

    /// The utilization in words.
    pub fn told(&self) -> String {
        match (self.ratio, self.state) {
            (Some(ratio), Some(state)) => format!("Context utilization: {}% (state: {state}).", ratio.rounded()),
            _ => "Context utilization: not measured.".to_owned(),
        }
    }

    /// What is printed where it stops.
    pub fn banner(&self) -> String {
        let mut out = format!("🛑 Checkpoint — context reset required {}.\n\n{}\n\n", self.at, self.told());
        let _ = write!(out, "Do now:\n  1. /clear\n  2. Send: /phase-pipeline {}\n", self.resume);
        if self.ratio.is_none() {
            out.push_str(
                "\nWhere it is known how full the context is, say so: --context PCT, or PHASE_PIPELINE_CONTEXT.\n",
            );
        }
        out
    }

    /// What is noted where it does not.
    pub fn note(&self) -> String {
        match self.ratio {
            Some(ratio) => format!(
                "checkpoint {}: {}% of the context is used, and {}% stop it ({})",
                self.at,
                ratio.rounded(),
                self.threshold,
                self.why
            ),
            None => format!("checkpoint {}: how full the context is was not measured ({})", self.at, self.why),
        }
    }
}

impl Ratio {
    /// `used` of a window; none for a window of nothing.
    pub fn of(used: u64, window: u64) -> Option<Self> {
        (window > 0).then_some(Self { used, of: window })
    }

    /// Reads a percentage as it is typed: `63`, `63%`, `62.5 %`.
    pub fn percent(text: &str) -> Option<Self> {
        let number = text.trim().trim_end_matches('%').trim_end();
        let (whole, part) = number.split_once('.').unwrap_or((number, ""));
        let is_number = |digits: &str| digits.bytes().all(|byte| byte.is_ascii_digit());
        if whole.is_empty() || whole.len() > 4 || part.len() > 9 || !is_number(whole) || !is_number(part) {
            return None;
        }
        let scale = 10_u64.checked_pow(u32::try_from(part.len()).ok()?)?;
        Self::of(format!("{whole}{part}").parse().ok()?, scale.checked_mul(100)?)
    }

    /// True where it is `percent` or more.
    pub fn is_at_least(self, percent: u32) -> bool {
        u128::from(self.used) * 100 >= u128::from(percent) * u128::from(self.of)
    }

    /// It in percent, rounded, at most 100.
    pub fn rounded(self) -> u128 {
        let of = u128::from(self.of).max(1);
        ((u128::from(self.used) * 200 + of) / (2 * of)).min(100)
    }

    /// It in percent.
    #[expect(clippy::cast_precision_loss, reason = "for a reader; what decides is exact")]
    pub fn in_percent(self) -> f64 {
        100.0 * self.used as f64 / self.of.max(1) as f64
    }

    fn state(self) -> &'static str {
        match (self.is_at_least(60), self.is_at_least(70)) {
            (false, _) => "healthy",
            (true, false) => "warning",
            (true, true) => "critical",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reach(utilization: Utilization, explicit: bool, at_terminal: bool, policy: Policy) -> Checkpoint {
        let context = Context { utilization, at_terminal };
        Checkpoint::reach("before planning", &context, policy, explicit, "7 7".to_owned())
    }

    fn measured(percent: &str) -> Utilization {
        Utilization::Measured { ratio: Ratio::percent(percent).unwrap(), source: "--context".to_owned() }
    }

    #[test]
    fn the_exact_ratio_decides_and_a_rounded_one_is_shown() {
        for (percent, state, shown, stop) in [
            ("0.0", "healthy", "0%", false),
            ("59.999", "healthy", "60%", false),
            ("60.0", "warning", "60%", true),
            ("63.2", "warning", "63%", true),
            ("69.99", "warning", "70%", true),
            ("70.0", "critical", "70%", true),
            ("134.0", "critical", "100%", true),
        ] {
            for explicit in [false, true] {
                let reached = reach(measured(percent), explicit, true, Policy::default());
                assert_eq!((reached.state, reached.stop), (Some(state), stop), "{percent}");
                assert!(reached.told().contains(shown), "{}", reached.told());
            }
        }
        assert!(!reach(measured("70"), false, false, Policy { threshold: 71, ..Policy::default() }).stop);
        let used = |used| Ratio::of(used, 200_000).unwrap();
        assert!(!used(119_999).is_at_least(60) && used(120_000).is_at_least(60));
        assert_eq!(Ratio::of(1, 0), None);
    }

    #[test]
    fn what_nobody_measured_stops_an_agent_that_gave_no_step() {
        let unknown = || Utilization::Unknown("no session".to_owned());
        for (explicit, at_terminal, set, stop) in [
            (false, false, None, true),
            (false, true, None, false),
            (true, false, None, false),
            (true, true, None, false),
            (false, false, Some(false), false),
            (false, true, Some(true), true),
            (true, false, Some(true), false),
        ] {
            let policy = Policy { stops_unmeasured: set, ..Policy::default() };
            assert_eq!(reach(unknown(), explicit, at_terminal, policy).stop, stop, "{explicit} {at_terminal} {set:?}");
        }
    }

    #[test]
    fn the_banner_is_ready_to_be_pasted() {
        let banner = reach(measured("63"), false, false, Policy::default()).banner();
        let wanted = "🛑 Checkpoint — context reset required before planning.\n\nContext utilization: 63% (state: warning).\n\nDo \
                      now:\n  1. /clear\n  2. Send: /phase-pipeline 7 7\n";
        assert_eq!(banner, wanted);
        let unknown = reach(Utilization::Unknown(String::new()), false, false, Policy::default()).banner();
        assert_eq!(unknown.lines().nth(2), Some("Context utilization: not measured."));
    }

    #[test]
    fn a_percentage_is_read_as_it_is_typed() {
        for (text, expected) in [
            ("63", Some((63, 100))),
            (" 63% ", Some((63, 100))),
            ("62.5 %", Some((625, 1_000))),
            ("7.", Some((7, 100))),
            ("0", Some((0, 100))),
            ("", None),
            ("%", None),
            ("-1", None),
            ("1e3", None),
            ("nan", None),
            ("6,3", None),
            (".5", None),
            ("99999", None),
            ("1.0000000001", None),
        ] {
            let expected = expected.map(|(used, of)| Ratio { used, of });
            assert_eq!(Ratio::percent(text), expected, "{text}");
        }
    }

    #[test]
    fn a_percentage_has_at_most_four_digits_and_nine_behind_the_point() {
        assert_eq!(Ratio::percent("1000").map(Ratio::rounded), Some(100));
        assert_eq!(Ratio::percent("62.123456789").map(Ratio::rounded), Some(62));
        for text in ["10000", "62.1234567891", "", ".5", "6x", "6.x", "-6"] {
            assert_eq!(Ratio::percent(text), None, "{text}");
        }
    }

    #[test]
    fn what_does_not_stop_is_noted_with_what_would() {
        let note = reach(measured("30"), false, false, Policy::default()).note();
        assert!(note.starts_with("checkpoint before planning: 30% of the context is used, and 60% stop it"), "{note}");
        let note = reach(Utilization::Unknown("no session".to_owned()), true, true, Policy::default()).note();
        assert!(note.starts_with("checkpoint before planning: how full the context is was not measured"), "{note}");
        assert!((Ratio::of(3, 4).unwrap().in_percent() - 75.0).abs() < 1e-9);
    }
}
