//! What a commit's subject says of phases and plans: its scope alone; prose never counts.
//!
//! Source: GSD's commits are `type(phase-plan): …` and `type(phase): …` (`ref/git-integration.md`); padding is not enforced, and
//! finished projects add lists (`16-03/04`, `76-19,76-20`), tails (`169-01-T3`) and slugs (`07-tooling`).

use super::folders::Folder;
use super::ids::{PhaseId, PlanId};

/// The conventional parts of a commit's subject.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scope {
    /// The type, lower case: `feat`, `docs`, `merge`.
    pub kind: String,
    /// What stands in the brackets.
    pub scope: String,
    /// True where a `!` says that something breaks.
    pub breaking: bool,
    /// What follows the colon.
    pub rest: String,
}

/// The phase that a scope is held against: only it can say whether `23-23` is a plan, a phase or a slug.
#[derive(Debug, Clone, Copy)]
pub struct Asked<'a> {
    /// The phase's folder.
    pub folder: &'a Folder,
    /// The phase's plans, and those that only a summary stands for.
    pub plans: &'a [PlanId],
    /// The tokens of the project's other phases.
    pub others: &'a [PhaseId],
}

/// What a scope names of one phase.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Named {
    /// Nothing of this phase.
    Nothing,
    /// The phase and no plan of it.
    Phase,
    /// These plans of the phase, sorted; a plan may be one that the phase does not have (any more).
    Plans(Vec<PlanId>),
}

/// Prefixes that git itself puts before the subject of a commit that belongs to another.
const GIT_PREFIXES: &[&str] = &["fixup! ", "squash! ", "amend! "];

/// Signs between the members of a list.
const LIST_SIGNS: &[char] = &[',', '/', '+', '&', ';', ' '];

/// Letters of the ids that a code review gives its findings: critical, blocker, warning, info; and major, medium, low of older
/// reviews.
const FINDING_LETTERS: &[&str] = &["CR", "BL", "WR", "IN", "MA", "MD", "LW", "HI", "LO"];

/// Splits a subject into type, scope and rest; none where it has no scope.
///
/// Signs before the type that are no words (`@ `, an emoji) are passed over.
pub fn parse_scope(subject: &[u8]) -> Option<Scope> {
    let text = String::from_utf8_lossy(subject);
    let mut text = text.trim_start();
    if let Some((sign, rest)) = text.split_once(' ')
        && !sign.contains(|c: char| c.is_alphanumeric())
    {
        text = rest.trim_start();
    }
    while let Some(rest) = GIT_PREFIXES.iter().find_map(|prefix| text.strip_prefix(prefix)) {
        text = rest;
    }
    let (head, rest) = text.split_once('(')?;
    let (head, early) = head.strip_suffix('!').map_or((head, false), |head| (head, true));
    let kind = head.trim_end();
    let is_type = !kind.is_empty() && kind.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_');
    if !is_type {
        return None;
    }
    let (scope, rest) = rest.split_once(')')?;
    let (rest, late) = rest.strip_prefix('!').map_or((rest, false), |rest| (rest, true));
    let rest = rest.trim_start().strip_prefix(':')?;
    Some(Scope {
        kind: kind.to_ascii_lowercase(),
        scope: scope.trim().to_owned(),
        breaking: early || late,
        rest: rest.trim().to_owned(),
    })
}

impl Scope {
    /// What the scope names of the phase that is asked for.
    pub fn names(&self, asked: &Asked<'_>) -> Named {
        let mut of_phase = false;
        let mut plans: Vec<PlanId> = Vec::new();
        for item in items(&self.scope) {
            match item.read(asked) {
                Named::Nothing => {}
                Named::Phase => of_phase = true,
                Named::Plans(named) => plans.extend(named),
            }
        }
        plans.sort();
        plans.dedup();
        if !plans.is_empty() {
            Named::Plans(plans)
        } else if of_phase {
            Named::Phase
        } else {
            Named::Nothing
        }
    }

    /// The phases and plans that the scope seems to name where no phase is asked for.
    pub fn mentions(&self) -> Vec<(PhaseId, Option<PlanId>)> {
        items(&self.scope).into_iter().filter_map(|item| item.alone()).collect()
    }

    /// The findings of a code review that the commit answers, as `CR-01`: named in the scope, or at the beginning of the rest.
    pub fn findings(&self) -> Vec<String> {
        let mut found: Vec<String> = Vec::new();
        let in_scope = self.scope.split(LIST_SIGNS).filter_map(|item| {
            let at = item.find('-')?;
            finding(item.get(at + 1..)?).map(|(id, _)| id)
        });
        found.extend(in_scope);
        let mut rest = self.rest.trim_start_matches(['[', '(', '*', '`']);
        while let Some((id, after)) = finding(rest) {
            found.push(id);
            let after = after.trim_start_matches([',', '/', '+', '&', ' ', ']', ')', '*', '`']);
            rest = after.strip_prefix("and ").unwrap_or(after);
        }
        found.sort();
        found.dedup();
        found
    }

    /// True for a commit that answers a code review's findings: it belongs to the phase and is no execution of it.
    pub fn is_review_fix(&self) -> bool {
        !self.findings().is_empty()
    }

    /// True for a commit of the acceptance by a person: it names UAT and no plan's work.
    pub fn names_uat(&self) -> bool {
        let words =
            |text: &str| text.split(|c: char| !c.is_alphanumeric()).any(|word| word.eq_ignore_ascii_case("uat"));
        words(&self.scope) || (matches!(self.kind.as_str(), "test" | "docs") && words(&self.rest))
    }

    /// True for the commit that ships the phase: `docs(P): ship phase P …`.
    pub fn ships(&self, asked: &Asked<'_>) -> bool {
        const SHIP: &str = "ship phase ";
        let Some(head) = self.rest.get(..SHIP.len()) else { return false };
        let token = self.rest.get(SHIP.len()..).unwrap_or_default();
        self.kind == "docs"
            && head.eq_ignore_ascii_case(SHIP)
            && self.names(asked) != Named::Nothing
            && PhaseId::leading(token).iter().any(|(id, _)| asked.is_own(id))
    }
}

/// Reads a finding's id at the beginning of a text: `CR-01`, `WR03`.
fn finding(text: &str) -> Option<(String, &str)> {
    let letters = FINDING_LETTERS.iter().find(|letters| text.get(..2) == Some(**letters))?;
    let rest = text.get(2..)?;
    let rest = rest.strip_prefix('-').unwrap_or(rest);
    let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    let (digits, after) = rest.split_at_checked(end)?;
    if digits.is_empty() || after.starts_with(|c: char| c.is_ascii_alphanumeric()) {
        return None;
    }
    Some((format!("{letters}-{:0>2}", digits.trim_start_matches('0')), after))
}

/// One member of a scope's list.
struct Item<'a> {
    /// The phase as written, with what follows it; for a plan that stands alone the phase of the member before.
    phase: &'a str,
    /// The plan that stands alone.
    plan: Option<PlanId>,
}

/// Splits a scope into the members of its list.
fn items(scope: &str) -> Vec<Item<'_>> {
    let scope = strip_phase_word(scope);
    let mut all: Vec<Item<'_>> = Vec::new();
    let mut with_plan: Option<&str> = None;
    for text in scope.split(LIST_SIGNS).map(str::trim).filter(|text| !text.is_empty()) {
        if let Some(phase) = with_plan
            && !text.contains('-')
            && let Some(plan) = PlanId::parse(text)
        {
            all.push(Item { phase, plan: Some(plan) });
            continue;
        }
        if let Some((first, second)) = joined(text) {
            all.push(Item { phase: first, plan: None });
            all.push(Item { phase: second, plan: None });
            with_plan = None;
            continue;
        }
        let item = Item { phase: text, plan: None };
        with_plan = matches!(item.alone(), Some((_, Some(_)))).then_some(text);
        all.push(item);
    }
    all
}

/// A scope without `phase ` before its number, which would otherwise part the two.
fn strip_phase_word(scope: &str) -> &str {
    let rest = scope.get(..6).filter(|word| word.eq_ignore_ascii_case("phase ")).and_then(|_| scope.get(6..));
    rest.map_or(scope, str::trim_start)
}

/// Two phases joined by a dash: `37-37.2`.
fn joined(text: &str) -> Option<(&str, &str)> {
    let (first, second) = text.split_once('-')?;
    let (one, two) = (PhaseId::parse(first)?, PhaseId::parse(second)?);
    (second.contains('.') && one.is_akin(&two)).then_some((first, second))
}

/// A phase's tokens at the beginning of a scope, with what is left; `P2` stands for `2`.
fn heads(text: &str) -> Vec<(PhaseId, &str)> {
    let mut heads = PhaseId::leading(text);
    let behind_p = text.strip_prefix(['P', 'p']).filter(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    heads.extend(behind_p.into_iter().flat_map(PhaseId::leading));
    heads
}

impl Asked<'_> {
    /// True for a token of the phase; its code may be left out where no other phase goes by the bare number.
    fn is_own(&self, id: &PhaseId) -> bool {
        self.folder.may_be(id)
            || (!self.others.contains(id)
                && self.folder.tokens().iter().any(|own| own.without_code().as_ref() == Some(id)))
    }

    fn has(&self, plan: &PlanId) -> bool {
        self.plans.contains(plan)
    }
}

impl Item<'_> {
    /// What the member names of the phase asked for: by the folder's preferred token first, and rather something that the phase
    /// is known to have.
    fn read(&self, asked: &Asked<'_>) -> Named {
        let mut heads = heads(self.phase);
        let place = |id: &PhaseId| asked.folder.tokens().iter().position(|own| own == id).unwrap_or(usize::MAX);
        heads.sort_by_key(|(id, _)| place(id));
        let (own, foreign): (Vec<_>, Vec<_>) = heads.into_iter().partition(|(id, _)| asked.is_own(id));
        let mut first: Option<Named> = None;
        for (id, rest) in own {
            if let Some(plan) = &self.plan {
                return Named::Plans(vec![plan.clone()]);
            }
            let (named, is_certain) = behind_phase(rest, asked.folder.slug(&id), asked);
            if is_certain {
                return named;
            }
            first.get_or_insert(named);
        }
        let is_others = foreign.iter().any(|(id, _)| asked.others.contains(id));
        first.filter(|_| !is_others).unwrap_or(Named::Nothing)
    }

    /// What the member seems to name where no phase is asked for.
    fn alone(&self) -> Option<(PhaseId, Option<PlanId>)> {
        let (id, rest) = heads(self.phase).into_iter().next()?;
        let plan = self.plan.clone().or_else(|| {
            let rest = rest.strip_prefix('-').filter(|rest| finding(rest).is_none())?;
            PlanId::leading(rest).into_iter().next().map(|(plan, _)| plan)
        });
        Some((id, plan))
    }
}

/// What stands behind the phase's token, and whether the phase is known to have it.
fn behind_phase(rest: &str, slug: &str, asked: &Asked<'_>) -> (Named, bool) {
    let Some(rest) = rest.strip_prefix('-') else { return (Named::Phase, rest.is_empty()) };
    if let Some(behind) = strip_slug(rest, slug) {
        let plan = behind.strip_prefix('-').and_then(|text| PlanId::leading(text).into_iter().next());
        return match plan {
            Some((plan, _)) => (Named::Plans(vec![plan]), true),
            None => (Named::Phase, true),
        };
    }
    let leading: Vec<PlanId> = PlanId::leading(rest).into_iter().map(|(plan, _)| plan).collect();
    let range = leading.iter().find(|plan| plan.bounds().is_some_and(|(from, to)| asked.has(&from) && asked.has(&to)));
    if let Some(range) = range {
        return (Named::Plans(asked.plans.iter().filter(|plan| range.covers(plan)).cloned().collect()), true);
    }
    let plan = leading.into_iter().next();
    if let Some(plan) = plan.as_ref().filter(|plan| asked.has(plan)) {
        return (Named::Plans(vec![plan.clone()]), true);
    }
    if finding(rest).is_some() {
        return (Named::Phase, true);
    }
    let begins_slug = strip_slug(slug, rest).is_some();
    if let Some(plan) = plan.filter(|plan| plan.prefix().is_empty() && !begins_slug) {
        return (Named::Plans(vec![plan]), false);
    }
    (plan_behind_words(rest, asked).map_or(Named::Phase, |plan| Named::Plans(vec![plan])), false)
}

/// A plan that the phase has, behind words in lower case: `13-ai-02`.
fn plan_behind_words(rest: &str, asked: &Asked<'_>) -> Option<PlanId> {
    let (words, last) = rest.rsplit_once('-')?;
    let plan = PlanId::parse(last).filter(|plan| plan.prefix().is_empty() && asked.has(plan))?;
    (!words.contains(|c: char| c.is_ascii_uppercase())).then_some(plan)
}

/// `text` without the slug that it begins with.
fn strip_slug<'a>(text: &'a str, slug: &str) -> Option<&'a str> {
    if slug.is_empty() {
        return None;
    }
    let head = text.get(..slug.len())?;
    let rest = text.get(slug.len()..)?;
    let ends = !rest.starts_with(|c: char| c.is_alphanumeric());
    (head.eq_ignore_ascii_case(slug) && ends).then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn scope(subject: &str) -> Scope {
        parse_scope(subject.as_bytes()).unwrap_or_else(|| panic!("no scope: {subject}"))
    }

    /// Asks what a scope names of a phase, and shows it: `-` for nothing, `phase`, or the plans.
    fn named(folder: &str, plans: &str, others: &str, subject: &str) -> String {
        let folder = Folder::new(folder.as_bytes(), Some("CK"));
        let plans: Vec<PlanId> = plans.split_whitespace().map(|text| PlanId::parse(text).unwrap()).collect();
        let others: Vec<PhaseId> = others.split_whitespace().map(|text| PhaseId::parse(text).unwrap()).collect();
        match scope(subject).names(&Asked { folder: &folder, plans: &plans, others: &others }) {
            Named::Nothing => "-".to_owned(),
            Named::Phase => "phase".to_owned(),
            Named::Plans(plans) => plans.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "),
        }
    }

    #[test]
    fn subjects_are_split() {
        let split = |subject: &str| {
            parse_scope(subject.as_bytes()).map(|s| format!("{}|{}|{}|{}", s.kind, s.scope, s.breaking, s.rest))
        };
        for (subject, expected) in [
            ("feat(07-01): add x", "feat|07-01|false|add x"),
            ("feat(07-01)!: add x", "feat|07-01|true|add x"),
            ("feat!(07-01): add x", "feat|07-01|true|add x"),
            ("Feat (07-01):add x", "feat|07-01|false|add x"),
            ("@ test(07-02): y", "test|07-02|false|y"),
            ("✨ feat(07-01): y", "feat|07-01|false|y"),
            ("fixup! feat(07-01): y", "feat|07-01|false|y"),
            ("merge(07-01): y", "merge|07-01|false|y"),
            ("docs(phase-7): complete phase execution", "docs|phase-7|false|complete phase execution"),
            ("docs(07):", "docs|07|false|"),
        ] {
            assert_eq!(split(subject).as_deref(), Some(expected), "{subject}");
        }
        for subject in [
            "",
            "feat: y",
            "docs: mention 07-01",
            "Merge branch 'x' (07-01): y",
            "[07-01] y",
            "Phase 7: y",
            "feat(07-01 y",
            "feat(07-01) y",
            "(07-01): y",
            "Revert \"feat(07-01): y\"",
            "wip: x paused at 2/5",
        ] {
            assert_eq!(split(subject), None, "{subject}");
        }
    }

    #[test]
    fn a_scope_names_the_phase_and_its_plans() {
        for (scope, expected) in [
            ("07-01", "01"),
            ("7-1", "01"),
            ("007-01", "01"),
            ("07-01a", "01a"),
            ("07-G9", "G9"),
            ("07-g9", "G9"),
            ("07-P02", "P02"),
            ("07-99", "99"),
            ("phase-7-01", "01"),
            ("phase-7", "phase"),
            ("phase 7", "phase"),
            ("phase7", "phase"),
            ("Phase-07", "phase"),
            ("07", "phase"),
            ("7", "phase"),
            ("P7", "phase"),
            ("07-01-T3", "01"),
            ("07-01-RETRY", "01"),
            ("07-01-fix", "01"),
            ("07-01-verify", "01"),
            ("07-01/02/04", "01 02 04"),
            ("07-01,07-02", "01 02"),
            ("07-01, 07-02", "01 02"),
            ("07-01/07-02", "01 02"),
            ("07-01+02", "01 02"),
            ("07-01,02", "01 02"),
            ("07-01-04", "01 02 04"),
            ("07-01-99", "01"),
            ("06,07", "phase"),
            ("07/07.1", "phase"),
            ("07+07.1", "phase"),
            ("07-07.1", "phase"),
            ("phase-06,07", "phase"),
            ("07-photos", "phase"),
            ("07-photos-02", "02"),
            ("07-tooling", "phase"),
            ("07-tooling-02", "02"),
            ("07-ENGINE-02", "phase"),
            ("07-uat", "phase"),
            ("07-review", "phase"),
            ("07-CR-01", "phase"),
            ("07-WR03", "phase"),
            ("07-ui-P3", "phase"),
            ("07-T3", "phase"),
            ("07-audit3/Tier-D", "phase"),
            ("17-01", "-"),
            ("70-01", "-"),
            ("07.1-01", "-"),
            ("07a-01", "-"),
            ("06-07", "-"),
            ("06-07,08", "-"),
            ("06-02/07", "-"),
            ("CK-07-01", "01"),
            ("MEM-07-01", "-"),
            ("v7", "-"),
            ("v7.0", "-"),
            ("quick-07", "-"),
            ("260707-gue", "-"),
            ("260601-d7e-03", "-"),
            ("state", "-"),
            ("plan-07", "-"),
            ("", "-"),
        ] {
            assert_eq!(
                named("07-photos", "01 01a 02 04 G9 P02", "06 07.1 08 17", &format!("feat({scope}): x")),
                expected,
                "{scope}"
            );
        }
    }

    #[test]
    fn what_a_scope_means_depends_on_the_phase() {
        for (folder, plans, others, scope, expected) in [
            ("23-23-ui", "01 02", "", "23-23", "phase"),
            ("23-23-ui", "01 02", "", "23-23-ui", "phase"),
            ("23-23-ui", "01 23", "", "23-23", "23"),
            ("23-photos", "01 02", "", "23-23", "23"),
            ("02-photos", "01", "02-04", "02-04", "-"),
            ("02-photos", "04", "02-04", "02-04", "04"),
            ("m7-01-photos", "01 02", "", "m7-01-02", "02"),
            ("m7-01-photos", "01 02", "", "M7-01", "phase"),
            ("A1-photos", "01", "", "A1-01", "01"),
            ("C8-34-photos", "01", "", "C8-34", "phase"),
            ("V14-photos", "11", "", "V14-11", "11"),
            ("SC-04-photos", "01", "", "SC-04", "phase"),
            ("SC-04-photos", "01", "", "04-01", "01"),
            ("SC-04-photos", "01", "04", "04-01", "-"),
            ("CK-07-photos", "01", "", "07-01", "01"),
            ("140.3-photos", "G6", "", "140.3-G6", "G6"),
            ("115.1-photos", "01", "115", "115/115.1", "phase"),
            ("37.2-photos", "01", "37", "37-37.2", "phase"),
            ("83-photos", "03", "", "083-03-fix", "03"),
            ("91-3d-photos", "01", "", "91-3d", "phase"),
            ("14b-photos", "01", "14A", "14b-01", "01"),
            ("14b-photos", "01", "14A", "14a-01", "-"),
            ("20.1-db-schema-v2", "02", "20", "20.1-db-schema-v2-02", "02"),
            ("52-cache-integration-warm-up", "02", "", "52-cache", "phase"),
            ("999.1-photos", "01", "999.10", "999.1-01", "01"),
            ("999.1-photos", "01", "999.10", "999.10-01", "-"),
        ] {
            assert_eq!(named(folder, plans, others, &format!("feat({scope}): x")), expected, "{scope} in {folder}");
        }
    }

    #[test]
    fn findings_are_named_in_the_rest_or_the_scope() {
        for (subject, expected) in [
            ("fix(07): CR-01 close the hole", &["CR-01"][..]),
            ("fix(07): WR-2, WR-03 and IN-1: x", &["IN-01", "WR-02", "WR-03"]),
            ("fix(07): CR-01/CR-02 x", &["CR-01", "CR-02"]),
            ("fix(07): [BL-01] x", &["BL-01"]),
            ("fix(07): (CR-01) x", &["CR-01"]),
            ("fix(07-CR-01): x", &["CR-01"]),
            ("fix(14b-WR03): x", &["WR-03"]),
            ("fix(07): close CR-01", &[]),
            ("fix(07): CR-x", &[]),
            ("fix(07): CRX-01", &[]),
            ("fix(07): IN-01x", &[]),
            ("feat(07-01): x", &[]),
            ("fix(07): INTRO-01", &[]),
        ] {
            assert_eq!(scope(subject).findings(), expected, "{subject}");
            assert_eq!(scope(subject).is_review_fix(), !expected.is_empty());
        }
    }

    #[test]
    fn a_ship_commit_says_so_of_this_phase() {
        let folder = Folder::new(b"07-photos", None);
        let asked = Asked { folder: &folder, plans: &[], others: &[] };
        for (subject, expected) in [
            ("docs(07): ship phase 7 — PR #12 [ci skip]", true),
            ("docs(phase-7): ship phase 07", true),
            ("docs(07): Ship Phase 7 - PR #1", true),
            ("docs(08): ship phase 8 — PR #12", false),
            ("docs(07): ship phase 8", false),
            ("docs(07): ship phase 7.1", false),
            ("docs(07): complete phase execution", false),
            ("feat(07): ship phase 7", false),
            ("docs(07): prepare to ship phase 7", false),
            ("docs(state): ship phase 7", false),
        ] {
            assert_eq!(scope(subject).ships(&asked), expected, "{subject}");
        }
    }

    #[test]
    fn acceptance_is_seen() {
        for subject in [
            "test(07): complete UAT - 5 passed, 0 issues",
            "test(07): persist human verification items as UAT",
            "docs(07): record uat",
            "fix(07-uat): x",
            "test(07-UAT): x",
        ] {
            assert!(scope(subject).names_uat(), "{subject}");
        }
        for subject in ["feat(07-01): build the UAT page", "test(07-01): evaluate", "fix(07): evacuate"] {
            assert!(!scope(subject).names_uat(), "{subject}");
        }
    }

    #[test]
    fn a_scope_alone_seems_to_name_phases() {
        let seen = |subject: &str| -> Vec<String> {
            let pairs = scope(subject).mentions();
            pairs.iter().map(|(id, plan)| plan.as_ref().map_or(id.to_string(), |plan| format!("{id}/{plan}"))).collect()
        };
        assert_eq!(seen("feat(16-03/04): x"), ["16/03", "16/04"]);
        assert_eq!(seen("feat(177,178): x"), ["177", "178"]);
        assert_eq!(seen("feat(07-CR-01): x"), ["07"]);
        assert!(seen("feat(state): x").is_empty());
    }

    proptest! {
        #[test]
        fn any_subject_is_read_without_panic(bytes in prop::collection::vec(any::<u8>(), 0..60), odd in "(@ )?[a-z]{0,4}!?\\([Pp0-9a-zé,/ .-]{0,14}\\)!?:? ?(CR-|ship phase )?[0-9é]{0,3}") {
            let folder = Folder::new(b"07-photos", Some("CK"));
            let asked = Asked { folder: &folder, plans: &[], others: &[] };
            for subject in [bytes.as_slice(), odd.as_bytes()] {
                if let Some(scope) = parse_scope(subject) {
                    let _ = (scope.names(&asked), scope.mentions(), scope.findings(), scope.names_uat(), scope.ships(&asked));
                }
            }
        }

        #[test]
        fn only_the_phase_and_plan_that_are_written_are_named(phase in 1u32..300, plan in 1u32..100, other in 1u32..300) {
            let subject = format!("feat({phase:02}-{plan:02}): x");
            let expected = if phase == other { format!("{plan:02}") } else { "-".to_owned() };
            prop_assert_eq!(named(&format!("{other:02}-photos"), "", "", &subject), expected);
        }
    }
}
