//! Folders of phases: which tokens a name may carry, and which folder a token means.

use super::ids::PhaseId;

/// A phase's folder by its name: the tokens it may carry and the slug behind each.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Folder {
    name: String,
    tokens: Vec<PhaseId>,
    slugs: Vec<String>,
}

impl Folder {
    /// Reads a folder's name; `project_code` is the code that the project's config declares, the only one that may be left out.
    ///
    /// A name that the grammar does not reach has no tokens.
    pub fn new(name: &[u8], project_code: Option<&str>) -> Self {
        let name = String::from_utf8_lossy(name).into_owned();
        let mut found: Vec<(PhaseId, &str)> = PhaseId::leading(&name);
        // Letters glued to a number are a milestone's (`m7-01`), and its phases follow; after a plain number (`23-23-ui`) two
        // digits are more often the beginning of a slug.
        if found.first().is_some_and(|(id, _)| id.is_glued()) {
            found.reverse();
        }
        let mut tokens: Vec<PhaseId> = found.iter().map(|(id, _)| id.clone()).collect();
        let mut slugs: Vec<String> =
            found.iter().map(|(_, rest)| rest.trim_start_matches(['-', '_', ' ']).to_owned()).collect();
        for (token, slug) in tokens.clone().iter().zip(slugs.clone()) {
            if let Some(other) = project_code.and_then(|code| token.with_or_without(code)) {
                tokens.push(other);
                slugs.push(slug);
            }
        }
        Self { name, tokens, slugs }
    }

    /// The name; bytes that are no UTF-8 are replaced.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Every token that the name may carry, the preferred one first.
    pub fn tokens(&self) -> &[PhaseId] {
        &self.tokens
    }

    /// The preferred token; none where the grammar does not reach the name.
    pub fn id(&self) -> Option<&PhaseId> {
        self.tokens.first()
    }

    /// The slug behind `token`; empty where there is none.
    pub fn slug(&self, token: &PhaseId) -> &str {
        let at = self.tokens.iter().position(|own| own == token);
        at.and_then(|at| self.slugs.get(at)).map_or("", String::as_str)
    }

    /// True where the name may carry `token`.
    pub fn may_be(&self, token: &PhaseId) -> bool {
        self.tokens.contains(token)
    }

    /// The same folder with `token` preferred.
    #[must_use]
    pub fn preferring(mut self, token: &PhaseId) -> Self {
        if let Some(at) = self.tokens.iter().position(|own| own == token) {
            let (id, slug) = (self.tokens.remove(at), self.slugs.remove(at));
            self.tokens.insert(0, id);
            self.slugs.insert(0, slug);
        }
        self
    }

    /// The same folder as if `token` were the only one it may carry.
    #[must_use]
    pub fn only(self, token: &PhaseId) -> Self {
        let mut folder = self.preferring(token);
        folder.tokens.truncate(1);
        folder.slugs.truncate(1);
        folder
    }
}

impl PhaseId {
    /// The token with the project's own code where it has none, without it where it has it; none for a token with another code.
    fn with_or_without(&self, project_code: &str) -> Option<Self> {
        if self.prefix().is_empty() {
            return Self::parse(&format!("{project_code}-{self}"));
        }
        if project_code.eq_ignore_ascii_case(self.prefix()) { self.without_code() } else { None }
    }
}

/// The tokens of a project's other phases.
#[derive(Debug, Clone, Copy, Default)]
pub struct Others<'a> {
    before: &'a [PhaseId],
    after: &'a [PhaseId],
}

impl<'a> Others<'a> {
    /// All of these, which are sorted.
    pub fn all(sorted: &'a [PhaseId]) -> Self {
        Self { before: sorted, after: &[] }
    }

    /// All of these, which are sorted, but for one's own; another folder may have the same token.
    pub fn than(sorted: &'a [PhaseId], own: &PhaseId) -> Self {
        let (before, after) = sorted.split_at(sorted.partition_point(|id| id < own));
        let after = match after.split_first() {
            Some((first, rest)) if first == own => rest,
            _ => after,
        };
        Self { before, after }
    }

    /// True where one of them goes by this token.
    pub fn contains(&self, id: &PhaseId) -> bool {
        [self.before, self.after].iter().any(|part| part.binary_search(id).is_ok())
    }
}

/// Every token that a folder's name may carry, the preferred one first; see [`Folder`].
pub fn folder_tokens(name: &[u8]) -> Vec<PhaseId> {
    Folder::new(name, None).tokens
}

/// Which of several folders a token means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Match {
    /// None of them.
    None {
        /// Tokens of folders that the asker may have meant, likeliest first.
        near: Vec<PhaseId>,
    },
    /// The folder at this place.
    One(usize),
    /// Each of these places: the asker has to choose.
    Several(Vec<usize>),
}

/// Finds the folder that `query` means.
///
/// A folder's preferred token comes first, any other token it may carry (`02-04` of `02-04-x`, `7` of `CK-07-x` in a project
/// whose code is `CK`) only where no preferred one matches. A code that is not the project's own needs to be written.
pub fn match_folders<N: AsRef<[u8]>>(query: &PhaseId, names: &[N], project_code: Option<&str>) -> Match {
    let folders: Vec<Folder> = names.iter().map(|name| Folder::new(name.as_ref(), project_code)).collect();
    let tiers: [fn(&Folder, &PhaseId) -> bool; 2] =
        [|folder, query| folder.id() == Some(query), |folder, query| folder.may_be(query)];
    for tier in tiers {
        let hits: Vec<usize> =
            folders.iter().enumerate().filter(|(_, folder)| tier(folder, query)).map(|(at, _)| at).collect();
        match hits.as_slice() {
            [] => {}
            [one] => return Match::One(*one),
            _ => return Match::Several(hits),
        }
    }
    let known: Vec<PhaseId> = folders.iter().filter_map(|folder| folder.id().cloned()).collect();
    Match::None { near: near(query, &known) }
}

/// How many near tokens a message names.
const NEAR: usize = 3;

/// The tokens of `known` that someone who wrote `query` may have meant, likeliest first: the same number with another letter,
/// decimal or code, then those a slip of the finger away.
pub fn near(query: &PhaseId, known: &[PhaseId]) -> Vec<PhaseId> {
    let wrote = query.to_string().to_ascii_uppercase();
    let mut ranked: Vec<(bool, usize, &PhaseId)> = known
        .iter()
        .map(|id| {
            let slips = strsim::damerau_levenshtein(&wrote, &id.to_string().to_ascii_uppercase());
            (id.number() != query.number(), slips, id)
        })
        .filter(|(is_other, slips, id)| !is_other || (*slips <= 1 && !is_far(&wrote, &id.to_string())))
        .collect();
    ranked.sort();
    ranked.dedup();
    ranked.into_iter().take(NEAR).map(|(_, _, id)| id.clone()).collect()
}

/// True for numbers of as many digits that differ by more than one and are no transposition: 99 is not written for 09.
fn is_far(wrote: &str, known: &str) -> bool {
    let digits = |text: &str| text.chars().filter(char::is_ascii_digit).collect::<String>();
    let (wrote, known) = (digits(wrote), digits(known));
    let sorted = |text: &str| {
        let mut bytes = text.as_bytes().to_vec();
        bytes.sort_unstable();
        bytes
    };
    match (wrote.parse::<u64>(), known.parse::<u64>()) {
        (Ok(one), Ok(other)) => {
            wrote.len() == known.len() && one.abs_diff(other) > 1 && sorted(&wrote) != sorted(&known)
        }
        _ => false,
    }
}

/// Sorts folders' names into the order of lists: by token, those without one last, equals by name.
pub fn sort_folders<N: AsRef<[u8]>>(names: &mut [N]) {
    names.sort_by_cached_key(|name| {
        let id = folder_tokens(name.as_ref()).into_iter().next();
        (id.is_none(), id, name.as_ref().to_vec())
    });
}

/// A name in runs of digits and of other signs; in their order `v9.0` comes before `v10.0`.
pub fn runs(name: &[u8]) -> Vec<(usize, &[u8])> {
    let zeros = |digits: &[u8]| digits.iter().take_while(|byte| **byte == b'0').count();
    let parts = name.chunk_by(|a, b| a.is_ascii_digit() == b.is_ascii_digit());
    parts
        .map(|part| match part.first() {
            Some(first) if first.is_ascii_digit() => {
                let significant = part.get(zeros(part)..).unwrap_or_default();
                (significant.len() + 1, significant)
            }
            _ => (0, part),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn id(text: &str) -> PhaseId {
        PhaseId::parse(text).unwrap()
    }

    #[test]
    fn a_name_carries_its_tokens_the_preferred_one_first() {
        for (name, tokens) in [
            ("07-photos", &["07"][..]),
            ("7-photos", &["07"]),
            ("0110-photos", &["110"]),
            ("08", &["08"]),
            ("08-", &["08"]),
            ("08-フェーズ", &["08"]),
            ("05-员工管理", &["05"]),
            ("08-caf\u{65}\u{301}", &["08"]),
            ("100", &["100"]),
            ("02.1-photos", &["02.1"]),
            ("140.1.1-photos", &["140.1.1"]),
            ("14a-photos", &["14A"]),
            ("14-2026-photos", &["14"]),
            ("91-3d-photos", &["91"]),
            ("15-10-layer-photos", &["15", "15-10"]),
            ("23-23-ui", &["23", "23-23"]),
            ("02-04-photos", &["02", "02-04"]),
            ("m7-01-photos", &["m7-01", "m7"]),
            ("A1-photos", &["A1"]),
            ("V14-photos", &["V14"]),
            ("BOS3-photos", &["BOS3"]),
            ("C1.1-photos", &["C1.1"]),
            ("P0.3-photos", &["P0.3"]),
            ("M1-2-photos", &["M1"]),
            ("CK-07-photos", &["CK-07"]),
            ("AS-0-photos", &["AS-0"]),
            ("CP-PTY-00-photos", &["CP-PTY-00"]),
            ("BOOT-02R-photos", &["BOOT-02R"]),
            ("audit-05-photos", &["audit-05"]),
            ("v1.1-photos", &["v1.1"]),
            ("D40", &["D40"]),
            ("phase-07-photos", &["07"]),
            ("128-code quality-photos", &["128"]),
            ("03-photos 2", &["03"]),
            ("02-photos**---delivery,-x", &["02"]),
            ("999.1-photos", &["999.1"]),
            ("agent-context-review", &[]),
            ("permission-fix", &[]),
            ("_archived", &[]),
            ("{\u{f00a}  \u{f022}slug\u{f022}}", &[]),
            ("", &[]),
        ] {
            let shown: Vec<String> = folder_tokens(name.as_bytes()).iter().map(ToString::to_string).collect();
            assert_eq!(shown, tokens, "{name}");
        }
        assert_eq!(folder_tokens(b"07-caf\xe9"), [id("7")]);
    }

    #[test]
    fn the_slug_is_what_stands_behind_the_token() {
        let folder = Folder::new(b"23-23-ui", None);
        assert_eq!((folder.slug(&id("23")), folder.slug(&id("23-23"))), ("23-ui", "ui"));
        assert_eq!(Folder::new(b"08-", None).slug(&id("8")), "");
        assert_eq!(Folder::new(b"CK-07-photos", Some("ck")).slug(&id("7")), "photos");
    }

    #[test]
    fn a_query_means_one_folder_or_says_why_not() {
        let code = Some("LKML");
        let none = |near: &[&str]| Match::None { near: near.iter().map(|text| id(text)).collect() };
        let cases: [(&str, &[&str], Option<&str>, Match); 36] = [
            ("7", &["06-a", "07-x"], None, Match::One(1)),
            ("07", &["7-x"], None, Match::One(0)),
            ("007", &["07-x"], None, Match::One(0)),
            ("8", &["08"], None, Match::One(0)),
            ("8", &["08-"], None, Match::One(0)),
            ("8", &["08-フェーズ"], None, Match::One(0)),
            ("110", &["0110-x"], None, Match::One(0)),
            ("2.1", &["02.1-hotfix"], None, Match::One(0)),
            ("02.1", &["02.1-hotfix"], None, Match::One(0)),
            ("2.10", &["02.1-hotfix"], None, none(&["2.1"])),
            ("3.1", &["03-a", "03.1-b", "03.2-c", "03.10-d", "04-e"], None, Match::One(1)),
            ("3A", &["03A-x", "12-y"], None, Match::One(0)),
            ("3a", &["03A-x", "12-y"], None, Match::One(0)),
            ("12A", &["03A-x", "12-y"], None, none(&["12"])),
            ("99", &["08-x", "09-y"], None, none(&[])),
            ("19", &["08-x", "18-y"], None, none(&["18"])),
            ("21", &["11-x", "12-y"], None, none(&["12"])),
            ("0.1", &["00.1-x", "10-y"], None, Match::One(0)),
            ("06.2", &["6.2-x"], None, Match::One(0)),
            ("14", &["14-2026-photos"], None, Match::One(0)),
            ("2", &["2-a", "02-04-b"], None, Match::Several(vec![0, 1])),
            ("02-04", &["2-a", "02-04-b"], None, Match::One(1)),
            ("2", &["02-a", "2-b", "03-c"], None, Match::Several(vec![0, 1])),
            ("m7-01", &["m7-01-a", "m7-02-b"], None, Match::One(0)),
            ("M7", &["m7-01-a", "m7-02-b"], None, Match::Several(vec![0, 1])),
            ("M7", &["m7-01-a", "m8-02-b"], None, Match::One(0)),
            ("1", &["LKML-01-base"], code, Match::One(0)),
            ("LKML-01", &["LKML-01-base"], code, Match::One(0)),
            ("LKML-01", &["01-base"], code, Match::One(0)),
            ("MEM-01", &["LKML-01-base"], code, none(&["LKML-01"])),
            ("MEM-01", &["01-base"], code, none(&["1"])),
            ("1", &["LKML-01-base"], None, none(&["LKML-01"])),
            ("1", &["LKML-01-base", "01-x"], code, Match::One(1)),
            ("A1", &["A1-x", "01-y"], None, Match::One(0)),
            ("47", &["46-x", "48-y", "12-z"], None, none(&["46", "48"])),
            ("5", &[], None, none(&[])),
        ];
        for (query, names, code, expected) in cases {
            assert_eq!(match_folders(&id(query), names, code), expected, "{query} in {names:?}");
        }
    }

    #[test]
    fn lists_are_in_the_order_of_the_work() {
        let mut names =
            ["notes", "CK-07-x", "13-a", "12A-b", "04-e", "03.10-d", "03-a", "12-c", "03.2-c", "3.1-b", "A1-y", "03-b"];
        sort_folders(&mut names);
        assert_eq!(
            names,
            ["03-a", "03-b", "3.1-b", "03.2-c", "03.10-d", "04-e", "12-c", "12A-b", "13-a", "A1-y", "CK-07-x", "notes"]
        );
    }

    proptest! {
        #[test]
        fn any_name_is_read_without_panic(name in prop::collection::vec(any::<u8>(), 0..40), query in "[0-9]{1,3}") {
            let folder = Folder::new(&name, Some("CK"));
            for token in folder.tokens() {
                prop_assert!(folder.may_be(token));
                prop_assert!(folder.name().contains(folder.slug(token)));
            }
            let _ = match_folders(&id(&query), &[name], Some("CK"));
        }

        #[test]
        fn a_padded_number_with_a_slug_is_found(number in 0u32..2000, slug in "[a-z]{1,8}") {
            let query = id(&number.to_string());
            for name in [format!("{number}-{slug}"), format!("{number:02}-{slug}"), format!("{number:04}-{slug}"), format!("{number:03}")] {
                prop_assert_eq!(match_folders(&query, &[name], None), Match::One(0));
            }
        }
    }

    #[test]
    fn versions_come_in_the_order_of_their_numbers() {
        let names = [
            "milestones/v0.9-phases",
            "v1",
            "v01.2",
            "v1.10",
            "v2.0-phases",
            "v9.0-phases",
            "v9.0.1",
            "v10.0-phases",
            "x",
        ];
        assert!(names.iter().is_sorted_by(|a, b| runs(a.as_bytes()) <= runs(b.as_bytes())));
    }

    #[test]
    fn runs_of_digits_are_ordered_by_their_value() {
        let names: [&[u8]; 9] = [b".", b"v1.2", b"v9.0", b"v10.0", b"v10.0b", b"0", b"1", b"9", b"10"];
        for pair in names.windows(2) {
            assert!(runs(pair[0]) < runs(pair[1]), "{pair:?}");
        }
        assert_eq!(runs(b"v02"), runs(b"v2"));
    }
}
