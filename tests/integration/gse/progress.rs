//! Doing what is printed leads on: simulated commands leave what the table says, and the sprint comes to its end.

use super::{Sprints, TESTS};

/// What a project's commands have done so far.
struct World {
    project: Sprints,
    mode: &'static str,
    status: &'static str,
    active: &'static str,
    completed: Vec<&'static str>,
    history: Vec<&'static str>,
    tasks: [&'static str; 2],
    tested: &'static str,
}

impl World {
    fn begin(mode: &'static str) -> Self {
        let project = Sprints::bare();
        project.state("config", "project: {name: berths, domain: cli}\nlifecycle: {stale_sprint_sessions: 3}\n");
        project.commit();
        Self {
            project,
            mode,
            status: "",
            active: "",
            completed: Vec::new(),
            history: Vec::new(),
            tasks: ["planned"; 2],
            tested: "absent",
        }
    }

    /// Moves the plan on.
    fn close(&mut self, activity: &'static str, next: &'static str) {
        if self.active == activity {
            self.completed.push(activity);
            self.active = next;
        }
    }

    /// Does what a command does, and commits it.
    fn carry_out(&mut self, command: &str) {
        let full = self.mode == "full";
        match command {
            "/gse:go" if !self.project.repo.path("docs/intent.md").exists() => {
                self.project.repo.write("docs/intent.md", "# Intent\n\nBook berths.\n");
            }
            "/gse:go" => {
                let text = format!("project: {{name: berths, domain: cli}}\nlifecycle: {{mode: {}}}\n", self.mode);
                self.project.state("config", &text);
            }
            "/gse:collect" => self.history.push("collect"),
            "/gse:assess" => self.history.push("assess"),
            "/gse:plan --strategic" => (self.status, self.active) = ("active", "reqs"),
            "/gse:reqs" => {
                let text =
                    "# Requirements\n\n### REQ-001 — Book\n\n- **Priority:** Must\n- **Traces:** TASK-001, TASK-002\n";
                self.doc("reqs.md", text);
                self.close("reqs", if full { "design" } else { "produce" });
            }
            "/gse:design" => {
                self.doc("design.md", "# Design\n\nOne table.\n");
                self.close("design", "tests");
            }
            "/gse:tests --strategy" => {
                self.doc("test-strategy.md", TESTS);
                self.close("tests", "produce");
            }
            "/gse:produce --task TASK-001" => self.tasks[0] = "review",
            "/gse:produce --task TASK-002" => {
                self.tasks[1] = "review";
                self.close("produce", if full { "review" } else { "deliver" });
            }
            "/gse:tests --run" => self.tested = "pass",
            "/gse:review" => {
                self.doc("review.md", "# Review\n\nRVW-001 [MEDIUM] — a name is odd\n");
                self.tasks = ["fixing", "reviewed"];
                self.close("review", "fix");
            }
            "/gse:fix" => {
                self.tasks[0] = "done";
                self.close("fix", "deliver");
            }
            "/gse:deliver" => {
                (self.status, self.tasks) = ("completed", ["delivered"; 2]);
                self.close("deliver", "null");
                self.history.push("deliver");
            }
            "/gse:compound" => {
                self.doc("compound.md", "# What it taught\n\nMuch.\n");
                self.history.push("compound");
            }
            "/gse:integrate" => self.history.push("integrate"),
            other => panic!("nobody knows what `{other}` does"),
        }
        self.write();
    }

    fn doc(&self, name: &str, text: &str) {
        self.project.repo.write(&format!("docs/sprints/sprint-01/{name}"), text);
    }

    fn write(&self) {
        if !self.status.is_empty() {
            let completed: Vec<String> = self.completed.iter().map(|name| format!("{{activity: {name}}}")).collect();
            let plan = format!(
                "id: PLN-001\nsprint: 1\nmode: {}\nstatus: {}\ntasks: [{{id: TASK-001}}, {{id: TASK-002}}]\nbudget: {{}}\nworkflow: {{completed: [{}], active: {}}}\ncoherence: {{}}\n",
                self.mode,
                self.status,
                completed.join(", "),
                self.active
            );
            let task = |id: &str, status: &str| {
                format!("  - {{id: {id}, sprint: 1, status: {status}, test_evidence: {{status: {}}}}}\n", self.tested)
            };
            let [first, second] = self.tasks;
            self.project.state("plan", &plan);
            self.project.state("backlog", &format!("items:\n{}{}", task("TASK-001", first), task("TASK-002", second)));
        }
        let history: Vec<String> = self.history.iter().map(|name| format!("{{activity: {name}, sprint: 1}}")).collect();
        self.project.state("status", &format!("current_sprint: 1\nactivity_history: [{}]\n", history.join(", ")));
        self.project.commit();
    }

    /// Does what is printed until nothing more is; gives the rows that decided, in order.
    fn follow(&mut self) -> Vec<String> {
        let mut rows = Vec::new();
        for _ in 0..30 {
            let ran = self.project.run(&["1", "--format", "json"]);
            let answer = crate::common::answer::Answer::of(&ran);
            rows.push(answer.row().to_owned());
            match answer.code {
                0 => self.carry_out(answer.command()),
                // A guard says what helps.
                14 => self.carry_out(answer.text("/decision/hint")),
                12 => return rows,
                _ => panic!("{rows:?}\n{}", answer.told()),
            }
        }
        panic!("no end: {rows:?}");
    }
}

#[test]
fn a_sprint_in_full_mode_comes_to_its_end() {
    let rows = World::begin("full").follow();
    let expected = [
        "go/intent",
        "go/mode",
        "go/open",
        "go/open",
        "go/open",
        "go/reqs",
        "go/design",
        "go/tests",
        "go/produce",
        "go/produce",
        "guard/evidence",
        "go/review",
        "go/fix",
        "go/deliver",
        "go/compound",
        "go/integrate",
        "go/closed",
    ];
    assert_eq!(rows, expected);
}

#[test]
fn a_sprint_in_lightweight_mode_comes_to_its_end() {
    let rows = World::begin("lightweight").follow();
    let expected = [
        "go/intent",
        "go/mode",
        "go/open",
        "go/reqs",
        "go/produce",
        "go/produce",
        "guard/uncovered-must",
        "go/deliver",
        "go/compound",
        "go/integrate",
        "go/closed",
    ];
    assert_eq!(rows, expected);
}

#[test]
fn the_next_sprint_opens_where_this_one_ends() {
    let mut world = World::begin("full");
    world.follow();
    let next = world.project.run(&["2", "--format", "json"]);
    let answer = crate::common::answer::Answer::of(&next).goes_to(3, "go/open").runs("/gse:collect");
    assert!(answer.remarks().contains("choice/next-sprint"), "{}", answer.told());
}
