//! Phases before their execution, and the one whose evidence contradicts itself.

use super::script::{Change, Commit, File, commit, left, lock, planning, stored};

/// Planned and reviewed; so small and clear that no discussion is owed.
pub(super) const CSV_EXPORT: &[Commit] = &[
    commit(
        "spec(phase-6): add SPEC.md for CSV export — 1 requirements (#2213)",
        &[planning!("phases/06-csv-export/06-SPEC.md")],
    ),
    commit("docs(06): lock surfaces and depth", &[lock!("phases/06-csv-export/06-SPEC.md", "locks/06.md")]),
    commit("docs(06): create phase plan", &[planning!("phases/06-csv-export/06-01-PLAN.md")]),
    commit("docs: cross-AI review for phase 6", &[planning!("phases/06-csv-export/06-REVIEWS.md")]),
];

/// Discussed, not planned.
pub(super) const PARTIAL_PAYMENTS: &[Commit] = &[
    commit(
        "spec(phase-7): add SPEC.md for Partial payments — 1 requirements (#2213)",
        &[planning!("phases/07-partial-payments/07-SPEC.md")],
    ),
    commit("docs(07): lock surfaces and depth", &[lock!("phases/07-partial-payments/07-SPEC.md", "locks/07.md")]),
    commit("docs(07): capture phase context", &[planning!("phases/07-partial-payments/07-CONTEXT.md")]),
];

/// Specified above the ambiguity gate, not discussed.
pub(super) const PAYMENT_REMINDERS: &[Commit] = &[
    commit(
        "spec(phase-8): add SPEC.md for Payment reminders — 1 requirements (#2213)",
        &[planning!("phases/08-payment-reminders/08-SPEC.md")],
    ),
    commit("docs(08): lock surfaces and depth", &[lock!("phases/08-payment-reminders/08-SPEC.md", "locks/08.md")]),
];

/// Researched only.
pub(super) const PAYMENT_WEBHOOKS: &[Commit] =
    &[commit("docs(09): research phase domain", &[planning!("phases/09-payment-webhooks/09-RESEARCH.md")])];

/// Researched; the SPEC that was being written then is [left](TAX_REPORT_LEFT) cut short.
pub(super) const TAX_REPORT: &[Commit] =
    &[commit("docs(11): research phase domain", &[planning!("phases/11-tax-report/11-RESEARCH.md")])];

/// A SPEC that ends in the middle of an example.
pub(super) const TAX_REPORT_LEFT: &[File] = &[left!("phases/11-tax-report/11-SPEC.md")];

/// Planned, never executed, and verified all the same.
pub(super) const INVOICE_ARCHIVE: &[Commit] = &[
    commit(
        "spec(phase-12): add SPEC.md for Invoice archive — 1 requirements (#2213)",
        &[planning!("phases/12-invoice-archive/12-SPEC.md")],
    ),
    commit("docs(12): lock surfaces and depth", &[lock!("phases/12-invoice-archive/12-SPEC.md", "locks/12.md")]),
    commit("docs(12): create phase plan", &[planning!("phases/12-invoice-archive/12-01-PLAN.md")]),
    commit("docs: cross-AI review for phase 12", &[planning!("phases/12-invoice-archive/12-REVIEWS.md")]),
    commit("docs(12): add verification report", &[planning!("phases/12-invoice-archive/12-VERIFICATION.md")]),
];
