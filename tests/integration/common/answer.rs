//! What the binary answered about a phase, asked in the words of a test.

use serde_json::Value;

use super::bin::Ran;

/// One answer of `phase-pipeline PHASE --format json`.
#[derive(Debug, Clone)]
pub(crate) struct Answer {
    /// The process's exit code.
    pub(crate) code: i32,
    /// The object that it printed.
    pub(crate) json: Value,
}

impl Answer {
    /// Reads what a run printed.
    #[track_caller]
    pub(crate) fn of(ran: &Ran) -> Self {
        let json = serde_json::from_str(&ran.out).unwrap_or_else(|error| panic!("{error}: {ran:?}"));
        Self { code: ran.code, json }
    }

    /// The text at a place such as `/decision/summary`; empty where there is none.
    pub(crate) fn text(&self, place: &str) -> &str {
        self.json.pointer(place).and_then(Value::as_str).unwrap_or_default()
    }

    /// The row that decided.
    pub(crate) fn row(&self) -> &str {
        self.text("/decision/row")
    }

    /// The decision line's reason.
    pub(crate) fn summary(&self) -> &str {
        self.text("/decision/summary")
    }

    /// The command to run.
    pub(crate) fn command(&self) -> &str {
        self.text("/decision/command")
    }

    /// The step that the table chose, by its number.
    pub(crate) fn step(&self) -> Option<u64> {
        self.json.pointer("/decision/step/number").and_then(Value::as_u64)
    }

    /// The step that the table chose, `9 execute`, also where something that was left stops the way to it.
    pub(crate) fn goal(&self) -> String {
        match self.json.pointer("/decision/step").filter(|step| !step.is_null()) {
            Some(step) => format!("{} {}", step["number"], step["name"].as_str().unwrap_or_default()),
            None => self.summary().split_once("; after that: ").map_or("", |(_, goal)| goal).to_owned(),
        }
    }

    /// The object without what is said beside the decision.
    pub(crate) fn without_notes(&self) -> Value {
        let mut json = self.json.clone();
        json["decision"]["notes"].take();
        json
    }

    /// How far the plans are executed: `all`, `partial`, …
    pub(crate) fn execution(&self) -> &str {
        self.text("/execution/state")
    }

    /// The texts of a list such as `/decision/notes`, one a line; objects are written as JSON.
    pub(crate) fn list(&self, place: &str) -> String {
        let items = self.json.pointer(place).and_then(Value::as_array).cloned().unwrap_or_default();
        let text = |item: Value| item.as_str().map_or_else(|| item.to_string(), str::to_owned);
        items.into_iter().map(text).collect::<Vec<_>>().join("\n")
    }

    /// Notes and warnings together.
    pub(crate) fn remarks(&self) -> String {
        format!("{}\n{}", self.list("/decision/notes"), self.list("/warnings"))
    }

    /// The mark of a step in the list of all steps: `done`, `owed`, …
    pub(crate) fn mark(&self, step: &str) -> &str {
        self.of_step(step, "/state")
    }

    /// The reason beside that mark.
    pub(crate) fn reason(&self, step: &str) -> &str {
        self.of_step(step, "/reason")
    }

    fn of_step(&self, step: &str, place: &str) -> &str {
        let steps = self.json["steps"].as_array().map(Vec::as_slice).unwrap_or_default();
        let line = steps.iter().find(|line| line["name"] == step);
        line.and_then(|line| line.pointer(place)).and_then(Value::as_str).unwrap_or_default()
    }

    /// The plans, `07-01 executed` each.
    pub(crate) fn plans(&self) -> Vec<String> {
        let plans = self.json["plans"].as_array().cloned().unwrap_or_default();
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        plans.iter().map(|plan| format!("{} {}", text(&plan["id"]), text(&plan["state"]))).collect()
    }

    /// The decision is to take this step, by this row.
    #[track_caller]
    pub(crate) fn goes_to(self, step: u64, row: &str) -> Self {
        assert_eq!((self.code, self.step(), self.row()), (0, Some(step), row), "{}", self.told());
        self
    }

    /// The decision is to stop with this exit code, by this row.
    #[track_caller]
    pub(crate) fn stops(self, code: i32, row: &str) -> Self {
        assert_eq!((self.code, self.row(), self.command()), (code, row, ""), "{}", self.told());
        self
    }

    /// The reason, the notes or the warnings hold this.
    #[track_caller]
    pub(crate) fn says(self, part: &str) -> Self {
        let said = format!("{}\n{}\n{}", self.summary(), self.remarks(), self.list("/claims"));
        assert!(said.contains(part), "`{part}` is not said\n{}", self.told());
        self
    }

    /// The command is exactly this.
    #[track_caller]
    pub(crate) fn runs(self, command: &str) -> Self {
        assert_eq!(self.command(), command, "{}", self.told());
        self
    }

    /// What decides, for a test that failed.
    pub(crate) fn told(&self) -> String {
        let part = |name: &str| format!("{name}: {}", self.json[name]);
        let steps = self.json["steps"].as_array().cloned().unwrap_or_default();
        let steps = steps.iter().map(|step| format!("{} {}: {}", step["name"], step["state"], step["reason"]));
        let parts = ["decision", "interruption", "plans", "execution", "claims", "warnings"].map(part);
        format!("exit {}\n{}\n{}", self.code, steps.collect::<Vec<_>>().join("\n"), parts.join("\n"))
    }
}
