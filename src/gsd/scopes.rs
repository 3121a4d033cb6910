//! What a commit's subject says of phases and plans: its scope alone; prose never counts.
//!
//! Source: GSD's commits are `type(phase-plan): …` and `type(phase): …` (`ref/git-integration.md`); padding is not enforced, and
//! finished projects add lists (`16-03/04`, `76-19,76-20`), tails (`169-01-T3`) and slugs (`07-tooling`).

mod convention;

pub use convention::{Convention, EXPRESSION_BYTES};

use super::findings;
use super::folders::{Folder, Others};
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
    /// True where the project's own convention says that the commit executes.
    pub executes: bool,
}

/// The phase that a scope is held against: only it can say whether `23-23` is a plan, a phase or a slug.
#[derive(Debug, Clone, Copy)]
pub struct Asked<'a> {
    /// The phase's folder.
    pub folder: &'a Folder,
    /// The phase's plans, and those that only a summary stands for.
    pub plans: &'a [PlanId],
    /// The tokens of the project's other phases.
    pub others: Others<'a>,
    /// Numbers that, written like this, are quick tasks' ([`super::quick`]).
    pub quick: &'a [String],
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

/// What a commit's subject says that it did for one phase.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Deed {
    /// Nothing that counts: it is another's, or an acceptance, or tests of a gate.
    Nothing,
    /// It answers these findings of the code review.
    Fixes(Vec<String>),
    /// Something, and no plan is named.
    OfPhase,
    /// It carries out these plans, if what it changed agrees.
    OfPlans(Vec<PlanId>),
}

/// Prefixes that git itself puts before the subject of a commit that belongs to another.
const GIT_PREFIXES: &[&str] = &["fixup! ", "squash! ", "amend! "];

/// Signs between the members of a list.
const LIST_SIGNS: &[char] = &[',', '/', '+', '&', ';', ' '];

/// Types of commits that may answer a code review; a feature never does, whatever ids it names.
const REVIEW_FIX_TYPES: &[&str] = &["fix", "test", "docs", "refactor", "perf", "style", "chore"];

/// Splits a subject into type, scope and rest; none where it has no scope.
///
/// Quotes and signs before the type that are no words (`@ `, an emoji) are passed over.
pub fn parse_scope(subject: &[u8]) -> Option<Scope> {
    let text = String::from_utf8_lossy(subject);
    let mut text = text.trim_start().trim_start_matches(['\'', '"']);
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
        executes: false,
    })
}

impl Scope {
    /// What the scope names of the phase that is asked for.
    pub fn names(&self, asked: &Asked<'_>) -> Named {
        let mut of_phase = false;
        let mut plans: Vec<PlanId> = Vec::new();
        let items = items(&self.scope);
        // Numbers behind a word count that word's parts: `photo-import 02` is nothing of phase 2.
        if !items.first().is_some_and(|first| first.is_of_a_phase(asked)) {
            return Named::Nothing;
        }
        for item in items {
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

    /// What the commit did for the phase, by its subject alone.
    pub fn deed(&self, asked: &Asked<'_>) -> Deed {
        self.deed_as(self.names(asked), asked)
    }

    /// The same where what the scope names is known already.
    pub fn deed_as(&self, named: Named, asked: &Asked<'_>) -> Deed {
        if named == Named::Nothing || self.is_uat(asked) || self.adds_gate_tests(asked) {
            return Deed::Nothing;
        }
        if self.is_review_fix(asked) {
            return Deed::Fixes(self.findings());
        }
        match named {
            Named::Plans(plans) => Deed::OfPlans(plans),
            // The project's own convention may name the phase alone: of one plan there is no doubt which it carries out.
            Named::Phase if self.executes && asked.plans.len() == 1 => Deed::OfPlans(asked.plans.to_vec()),
            Named::Phase | Named::Nothing => Deed::OfPhase,
        }
    }

    /// Every token that the scope may name, for an index of commits by phase: [`Scope::names`] is [`Named::Nothing`] for a phase
    /// none of whose tokens (with and without their code) is here.
    pub fn tokens(&self) -> Vec<PhaseId> {
        let mut tokens: Vec<PhaseId> =
            items(&self.scope).iter().flat_map(|item| heads(item.phase)).map(|(id, _)| id).collect();
        tokens.sort();
        tokens.dedup();
        tokens
    }

    /// The findings of a code review that the commit names, in scope or rest, as `CR-01`.
    pub fn findings(&self) -> Vec<String> {
        let mut found = findings::named_in(&self.rest);
        let behind_phase = |item: &str| item.split_once('-').and_then(|(_, rest)| findings::leading(rest));
        found.extend(self.scope.split(LIST_SIGNS).filter_map(behind_phase));
        found.sort();
        found.dedup();
        found
    }

    /// True for a commit that answers a code review of the phase and is no plan's: it is no execution.
    pub fn is_review_fix(&self, asked: &Asked<'_>) -> bool {
        REVIEW_FIX_TYPES.contains(&self.kind.as_str())
            && !self.findings().is_empty()
            && self.names(asked) == Named::Phase
    }

    /// The findings that the commit may answer though its scope names a plan: `fix(77-03): … (CR-01)`. It does where a review of the
    /// phase raised one of them before.
    pub fn may_answer(&self) -> Vec<String> {
        if REVIEW_FIX_TYPES.contains(&self.kind.as_str()) { self.findings() } else { Vec::new() }
    }

    /// True for a commit that records the acceptance of the phase by a person; a fix that it asked for is none.
    pub fn is_uat(&self, asked: &Asked<'_>) -> bool {
        matches!(self.kind.as_str(), "test" | "docs")
            && (holds_word(&self.scope, "UAT") || holds_word(&self.rest, "UAT"))
            && self.names(asked) == Named::Phase
    }

    /// True for a commit of the tests that the validation gate adds after execution.
    ///
    /// Source: GSD's validate-phase commits `test(phase-N): add Nyquist validation tests`.
    pub fn adds_gate_tests(&self, asked: &Asked<'_>) -> bool {
        self.kind == "test" && holds_word(&self.rest, "Nyquist") && self.names(asked) == Named::Phase
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

/// True where `text` holds `word` between signs, letter case aside.
fn holds_word(text: &str, word: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric()).any(|part| part.eq_ignore_ascii_case(word))
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
        with_plan = names_a_plan(text).then_some(text);
        all.push(item);
    }
    all
}

/// True where a plan seems to stand behind the phase, so that a number after it is another plan.
fn names_a_plan(text: &str) -> bool {
    let behind = heads(text).into_iter().next().and_then(|(_, rest)| rest.strip_prefix('-'));
    behind.is_some_and(|rest| findings::leading(rest).is_none() && !PlanId::leading(rest).is_empty())
}

/// A scope without `phase ` before its number, which would otherwise part the two.
fn strip_phase_word(scope: &str) -> &str {
    let rest = scope.get(..6).filter(|word| word.eq_ignore_ascii_case("phase ")).and_then(|_| scope.get(6..));
    rest.map_or(scope, str::trim_start)
}

/// Two phases joined by a dash: `37-37.2`, `156-158` (no phase has a hundred plans).
fn joined(text: &str) -> Option<(&str, &str)> {
    let (first, second) = text.split_once('-')?;
    let (one, two) = (PhaseId::parse(first)?, PhaseId::parse(second)?);
    let is_decimal = second.contains('.') && one.is_akin(&two);
    let is_large = one < two && [first, second].iter().all(|text| text.len() == 3 && two.is_plain());
    (is_decimal || is_large).then_some((first, second))
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
            || (self.folder.tokens().iter().any(|own| own.without_code().as_ref() == Some(id))
                && !self.others.contains(id))
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
        let is_quick =
            |rest: &str| self.phase.strip_suffix(rest).is_some_and(|head| asked.quick.iter().any(|own| own == head));
        heads.retain(|(_, rest)| !is_quick(rest));
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

    /// True where the member begins with a number, or with a token that some phase goes by.
    fn is_of_a_phase(&self, asked: &Asked<'_>) -> bool {
        heads(self.phase).iter().any(|(id, _)| id.prefix().is_empty() || asked.is_own(id) || asked.others.contains(id))
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
    let behind_p = rest.strip_prefix(['P', 'p']).and_then(|text| PlanId::leading(text).into_iter().next());
    if let Some((plan, _)) = behind_p.filter(|(plan, _)| asked.has(plan) && !leading.iter().any(|plan| asked.has(plan)))
    {
        return (Named::Plans(vec![plan]), true);
    }
    let plan = leading.into_iter().next();
    if let Some(plan) = plan.as_ref().filter(|plan| asked.has(plan)) {
        return (Named::Plans(vec![plan.clone()]), true);
    }
    if findings::leading(rest).is_some() {
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
mod tests;
