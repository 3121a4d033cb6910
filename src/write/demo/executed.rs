//! Phases whose execution has begun, and whose gates are still ahead.

use super::script::{Change, Commit, File, commit, lock, planning, replace, source, stored};

/// Executed and verified, and the code review found something that nobody has fixed.
pub(super) const INVOICE_PAGE: &[Commit] = &[
    commit(
        "spec(phase-3): add SPEC.md for Invoice page — 1 requirements (#2213)",
        &[planning!("phases/03-invoice-page/03-SPEC.md")],
    ),
    commit("docs(03): lock surfaces and depth", &[lock!("phases/03-invoice-page/03-SPEC.md", "locks/03.md")]),
    commit("docs(03): capture phase context", &[planning!("phases/03-invoice-page/03-CONTEXT.md")]),
    commit("docs(03): UI design contract", &[planning!("phases/03-invoice-page/03-UI-SPEC.md")]),
    commit("docs(03): create phase plan", &[planning!("phases/03-invoice-page/03-01-PLAN.md")]),
    commit("docs: cross-AI review for phase 3", &[planning!("phases/03-invoice-page/03-REVIEWS.md")]),
    commit("feat(03-01): add the line component", &[source!("src/components/line.tsx")]),
    commit("feat(03-01): add the invoice page", &[source!("src/app/invoice.tsx")]),
    commit("docs(03-01): complete invoice page plan", &[planning!("phases/03-invoice-page/03-01-SUMMARY.md")]),
    commit("docs(03): add code review report", &[planning!("phases/03-invoice-page/03-REVIEW.md")]),
    commit(
        "docs(phase-3): complete phase execution",
        &[
            planning!("phases/03-invoice-page/03-VERIFICATION.md"),
            planning!("STATE.md", from "states/after-03.md"),
            replace!("ROADMAP.md", "- [ ] **Phase 3: Invoice page** - an invoice can be looked at and printed" =>
                "- [x] **Phase 3: Invoice page** - an invoice can be looked at and printed (completed 2026-01-07)"),
            replace!("ROADMAP.md", "| 3. Invoice page | 0/1 | Not started | - |" =>
                "| 3. Invoice page | 1/1 | Complete | 2026-01-07 |"),
        ],
    ),
];

/// Executed, and no gate after that.
pub(super) const CARD_PAYMENTS: &[Commit] = &[
    commit(
        "spec(phase-4): add SPEC.md for Card payments — 2 requirements (#2213)",
        &[planning!("phases/04-card-payments/04-SPEC.md")],
    ),
    commit("docs(04): lock surfaces and depth", &[lock!("phases/04-card-payments/04-SPEC.md", "locks/04.md")]),
    commit("docs(04): capture phase context", &[planning!("phases/04-card-payments/04-CONTEXT.md")]),
    commit(
        "docs(04): create phase plan",
        &[planning!("phases/04-card-payments/04-01-PLAN.md"), planning!("phases/04-card-payments/04-02-PLAN.md")],
    ),
    commit("docs: cross-AI review for phase 4", &[planning!("phases/04-card-payments/04-REVIEWS.md")]),
    commit("feat(04-01): make a key of invoice and amount", &[source!("src/payments/key.ts")]),
    commit("docs(04-01): complete payment keys plan", &[planning!("phases/04-card-payments/04-01-SUMMARY.md")]),
    commit("feat(04-02): charge the open amount once", &[source!("src/payments/charge.ts")]),
    commit(
        "docs(04-02): complete charging plan",
        &[
            planning!("phases/04-card-payments/04-02-SUMMARY.md"),
            replace!("ROADMAP.md", "| 4. Card payments | 0/2 | Not started | - |" =>
                "| 4. Card payments | 2/2 | In progress | - |"),
        ],
    ),
];

/// Three plans: one executed, one begun, one not.
pub(super) const INVOICE_STORAGE: &[Commit] = &[
    commit(
        "spec(phase-5): add SPEC.md for Invoice storage — 1 requirements (#2213)",
        &[planning!("phases/05-invoice-storage/05-SPEC.md")],
    ),
    commit("docs(05): lock surfaces and depth", &[lock!("phases/05-invoice-storage/05-SPEC.md", "locks/05.md")]),
    commit("docs(05): capture phase context", &[planning!("phases/05-invoice-storage/05-CONTEXT.md")]),
    commit(
        "docs(05): create phase plan",
        &[
            planning!("phases/05-invoice-storage/05-01-PLAN.md"),
            planning!("phases/05-invoice-storage/05-02-PLAN.md"),
            planning!("phases/05-invoice-storage/05-03-PLAN.md"),
        ],
    ),
    commit("docs: cross-AI review for phase 5", &[planning!("phases/05-invoice-storage/05-REVIEWS.md")]),
    commit("feat(05-01): add the tables of invoices", &[source!("migrations/0002_invoices.sql")]),
    commit(
        "docs(05-01): complete tables of invoices plan",
        &[
            planning!("phases/05-invoice-storage/05-01-SUMMARY.md"),
            planning!("STATE.md", from "states/executing-05.md"),
            replace!("ROADMAP.md", "| 5. Invoice storage | 0/3 | Not started | - |" =>
                "| 5. Invoice storage | 1/3 | In progress | - |"),
        ],
    ),
    commit("feat(05-02): add the model of an invoice", &[source!("src/models/invoice.ts")]),
];
