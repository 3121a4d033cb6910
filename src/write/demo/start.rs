//! The commits before the first phase.

use super::script::{Change, Commit, File, commit, planning, source, stored};

pub(super) const COMMITS: &[Commit] = &[
    commit(
        "chore: start the app",
        &[
            source!("README.md"),
            source!("package.json"),
            source!("src/app/page.tsx"),
            source!("src/components/button.tsx"),
            source!("src/models/customer.ts"),
            source!("src/payments/provider.ts"),
            source!("src/lib/money/amount.ts"),
            source!("src/auth/user.ts"),
            source!("src/llm/client.ts"),
            source!("prompts/reminder.md"),
            source!("evals/reminder.json"),
            source!("migrations/0001_customers.sql"),
        ],
    ),
    commit("docs: initialize project", &[planning!("PROJECT.md"), planning!("config.json")]),
    commit(
        "docs: create roadmap (12 phases)",
        &[planning!("ROADMAP.md"), planning!("STATE.md", from "states/start.md")],
    ),
];
