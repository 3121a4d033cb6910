//! The phases of the sample project, one entry each.

use super::script::DemoPhase;
use super::{executed, planned, shipped};

pub(super) const PHASES: &[DemoPhase] = &[
    DemoPhase {
        id: "01",
        about: "worked to its end and shipped; sign-in is a pinned surface, so it ran at full depth",
        row: "resume/complete",
        commits: shipped::SIGN_IN,
        left: &[],
    },
    DemoPhase {
        id: "02",
        about: "executed, reviewed, secured, validated and verified; nobody wrote down what it taught",
        row: "resume/learnings",
        commits: shipped::INVOICE_TOTALS,
        left: &[],
    },
    DemoPhase {
        id: "03",
        about: "verified and ticked in the roadmap, but two findings of its code review are open",
        row: "resume/review-unfinished",
        commits: executed::INVOICE_PAGE,
        left: &[],
    },
    DemoPhase {
        id: "04",
        about: "executed on a pinned surface (payments), and nothing after that",
        row: "resume/post-execute",
        commits: executed::CARD_PAYMENTS,
        left: &[],
    },
    DemoPhase {
        id: "05",
        about: "three plans: one executed, one stopped after its first task, one not begun",
        row: "resume/between-waves",
        commits: executed::INVOICE_STORAGE,
        left: &[],
    },
    DemoPhase {
        id: "06",
        about: "planned and reviewed, not executed; it touches no surface, so no discussion was owed",
        row: "resume/pre-execute",
        commits: planned::CSV_EXPORT,
        left: &[],
    },
    DemoPhase {
        id: "07",
        about: "specified and discussed, no plan yet",
        row: "resume/pre-plan",
        commits: planned::PARTIAL_PAYMENTS,
        left: &[],
    },
    DemoPhase {
        id: "08",
        about: "specified with open questions, not discussed",
        row: "resume/discuss",
        commits: planned::PAYMENT_REMINDERS,
        left: &[],
    },
    DemoPhase {
        id: "09",
        about: "researched, not specified",
        row: "resume/spec",
        commits: planned::PAYMENT_WEBHOOKS,
        left: &[],
    },
    DemoPhase {
        id: "10",
        about: "a line in the roadmap that names a pinned surface, and nothing else",
        row: "resume/research",
        commits: &[],
        left: &[],
    },
    DemoPhase {
        id: "11",
        about: "the writing of its SPEC was cut short and never committed",
        row: "recovery/artifact",
        commits: planned::TAX_REPORT,
        left: planned::TAX_REPORT_LEFT,
    },
    DemoPhase {
        id: "12",
        about: "verified, it says, though no plan was ever executed",
        row: "resume/unverifiable",
        commits: planned::INVOICE_ARCHIVE,
        left: &[],
    },
];
