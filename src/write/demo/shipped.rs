//! Phases that were worked to their end, or nearly so.

use super::script::{Change, Commit, File, commit, lock, planning, replace, source, stored};

/// Everything, shipped.
pub(super) const SIGN_IN: &[Commit] = &[
    commit("docs(01): research phase domain", &[planning!("phases/01-sign-in/01-RESEARCH.md")]),
    commit(
        "spec(phase-1): add SPEC.md for Sign-in — 2 requirements (#2213)",
        &[planning!("phases/01-sign-in/01-SPEC.md")],
    ),
    commit("docs(01): lock surfaces and depth", &[lock!("phases/01-sign-in/01-SPEC.md", "locks/01.md")]),
    commit("docs(01): capture phase context", &[planning!("phases/01-sign-in/01-CONTEXT.md")]),
    commit("docs(01): UI design contract", &[planning!("phases/01-sign-in/01-UI-SPEC.md")]),
    commit(
        "docs(phase-1): add validation strategy",
        &[planning!("phases/01-sign-in/01-VALIDATION.md", from "phases/01-sign-in/01-VALIDATION.draft.md")],
    ),
    commit(
        "docs(01): create phase plan",
        &[planning!("phases/01-sign-in/01-01-PLAN.md"), planning!("phases/01-sign-in/01-02-PLAN.md")],
    ),
    commit("docs: cross-AI review for phase 1", &[planning!("phases/01-sign-in/01-REVIEWS.md")]),
    commit(
        "fix(01): revise plans based on checker feedback",
        &[replace!(
            "phases/01-sign-in/01-01-PLAN.md",
            "Open, find and end a session; 24 hours (D-03)."
                => "Open, find and end a session; 24 hours (D-03). A new password ends all sessions of its user."
        )],
    ),
    commit("feat(01-01): hash and check passwords", &[source!("src/auth/password.ts")]),
    commit("feat(01-01): keep sessions", &[source!("src/auth/session.ts")]),
    commit("docs(01-01): complete passwords and sessions plan", &[planning!("phases/01-sign-in/01-01-SUMMARY.md")]),
    commit("feat(01-02): add the sign-in page", &[source!("src/app/sign-in.tsx")]),
    commit("docs(01-02): complete sign-in page plan", &[planning!("phases/01-sign-in/01-02-SUMMARY.md")]),
    commit("docs(01): add code review report", &[planning!("phases/01-sign-in/01-REVIEW.md")]),
    commit(
        "fix(01): WR-01 compare lengths before comparing in constant time",
        &[Change::Replace {
            path: "src/auth/password.ts",
            from: "  return timingSafeEqual(actual, Buffer.from(expected, \"hex\"));",
            to: "  const wanted = Buffer.from(expected, \"hex\");\n  \
                 return actual.length === wanted.length && timingSafeEqual(actual, wanted);",
        }],
    ),
    commit(
        "fix(01): IN-01 name the length of the salt",
        &[
            Change::Replace {
                path: "src/auth/password.ts",
                from: "\n/** `salt:hash`",
                to: "\n/** Long enough that no two passwords share one. */\nconst SALT_BYTES = 16;\n\n/** `salt:hash`",
            },
            Change::Replace { path: "src/auth/password.ts", from: "randomBytes(16)", to: "randomBytes(SALT_BYTES)" },
        ],
    ),
    commit("docs(01): add code review fix report", &[planning!("phases/01-sign-in/01-REVIEW-FIX.md")]),
    commit("docs(phase-1): add/update security threat verification", &[planning!("phases/01-sign-in/01-SECURITY.md")]),
    commit("docs(phase-1): add/update validation strategy", &[planning!("phases/01-sign-in/01-VALIDATION.md")]),
    commit("docs(01): UI audit review", &[planning!("phases/01-sign-in/01-UI-REVIEW.md")]),
    commit("test(01): complete UAT - 3 passed, 0 issues", &[planning!("phases/01-sign-in/01-UAT.md")]),
    commit(
        "docs(phase-1): complete phase execution",
        &[
            planning!("phases/01-sign-in/01-VERIFICATION.md"),
            planning!("STATE.md", from "states/after-01.md"),
            replace!("ROADMAP.md", "- [ ] **Phase 1: Sign-in** - people sign in with a password" =>
                "- [x] **Phase 1: Sign-in** - people sign in with a password (completed 2026-01-05)"),
            replace!("ROADMAP.md", "| 1. Sign-in | 0/2 | Not started | - |" => "| 1. Sign-in | 2/2 | Complete | 2026-01-05 |"),
        ],
    ),
    commit("docs(01): extract phase learnings", &[planning!("phases/01-sign-in/01-LEARNINGS.md")]),
    commit("docs(01): ship phase 1 — PR #1 [ci skip]", &[planning!("STATE.md", from "states/shipped-01.md")]),
];

/// Everything but LEARNINGS.
pub(super) const INVOICE_TOTALS: &[Commit] = &[
    commit(
        "spec(phase-2): add SPEC.md for Invoice totals — 1 requirements (#2213)",
        &[planning!("phases/02-invoice-totals/02-SPEC.md")],
    ),
    commit("docs(02): lock surfaces and depth", &[lock!("phases/02-invoice-totals/02-SPEC.md", "locks/02.md")]),
    commit("docs(02): capture phase context", &[planning!("phases/02-invoice-totals/02-CONTEXT.md")]),
    commit("docs(02): create phase plan", &[planning!("phases/02-invoice-totals/02-01-PLAN.md")]),
    commit("docs: cross-AI review for phase 2", &[planning!("phases/02-invoice-totals/02-REVIEWS.md")]),
    commit("feat(02-01): add up an invoice", &[source!("src/lib/money/totals.ts")]),
    commit("docs(02-01): complete totals plan", &[planning!("phases/02-invoice-totals/02-01-SUMMARY.md")]),
    commit("docs(02): add code review report", &[planning!("phases/02-invoice-totals/02-REVIEW.md")]),
    commit(
        "docs(phase-2): add/update security threat verification",
        &[planning!("phases/02-invoice-totals/02-SECURITY.md")],
    ),
    commit("docs(phase-2): add/update validation strategy", &[planning!("phases/02-invoice-totals/02-VALIDATION.md")]),
    commit("test(02): complete UAT - 1 passed, 0 issues", &[planning!("phases/02-invoice-totals/02-UAT.md")]),
    commit(
        "docs(phase-2): complete phase execution",
        &[
            planning!("phases/02-invoice-totals/02-VERIFICATION.md"),
            planning!("STATE.md", from "states/after-02.md"),
            replace!("ROADMAP.md", "- [ ] **Phase 2: Invoice totals** - totals and tax are right to the cent" =>
                "- [x] **Phase 2: Invoice totals** - totals and tax are right to the cent (completed 2026-01-06)"),
            replace!("ROADMAP.md", "| 2. Invoice totals | 0/1 | Not started | - |" =>
                "| 2. Invoice totals | 1/1 | Complete | 2026-01-06 |"),
        ],
    ),
];
