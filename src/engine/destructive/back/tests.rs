use proptest::prelude::*;

use super::*;
use crate::engine::destructive::{Line, Patterns};

/// Where a migration of the tool lies.
fn place(id: &str) -> &'static str {
    match id {
        "alembic" => "db/versions/1_a.py",
        "django-sql" => "shop/migrations/0001_a.py",
        "rails" | "rails-reversible" => "db/migrate/1_a.rb",
        "laravel" => "database/migrations/1_a.php",
        "javascript" => "migrations/1_a.js",
        "entity-framework" => "Data/Migrations/1_a.cs",
        "play-evolutions" => "conf/evolutions/default/1.sql",
        _ => "db/1_a.sql",
    }
}

/// The lines on which a loss is found, from 1.
fn losses(path: &str, text: &str) -> Vec<usize> {
    let path = RepoPath::from(path);
    let back = ways_back(&path, text.as_bytes());
    let lines = text.lines().enumerate().map(|(at, text)| Line {
        commit: None,
        path: &path,
        number: at + 1,
        text: text.as_bytes(),
        is_context: false,
        is_way_back: back.iter().any(|lines| lines.contains(&(at + 1))),
    });
    let hits = Patterns::new(&[]).unwrap().scan(lines);
    hits.iter().filter_map(|hit| hit.line).collect()
}

const NONE: [usize; 0] = [];

/// The same where nothing is let be.
fn drops(text: &str) -> Vec<usize> {
    losses("src/a", text)
}

fn example(row: &WayBack) -> String {
    row.example.replace("<\n", "\n")
}

#[test]
fn a_drop_that_only_the_way_back_holds_is_let_be_and_one_on_the_way_there_is_found() {
    assert_eq!(READY.len(), WAYS_BACK.len());
    for row in WAYS_BACK {
        let (text, path) = (example(row), place(row.id));
        let marked: Vec<usize> =
            row.example.lines().enumerate().filter(|(_, line)| line.ends_with('<')).map(|(at, _)| at + 1).collect();
        assert!(!marked.is_empty());
        assert_eq!(drops(&text), marked, "{}", row.id);
        assert_eq!(losses(path, &text), NONE, "{}", row.id);
        assert_eq!(losses(path, &text.replace('\n', "\r\n")), NONE, "{}", row.id);
        // The way there does the same.
        let dropping = [
            ("CREATE TABLE a (b int)", "DROP TABLE a"),
            ("op.create_table", "op.drop_table"),
            ("create_table :a", "drop_table :a"),
            ("Schema::create(", "Schema::drop("),
            ("createTable(", "dropTable("),
            ("CreateTable(", "DropTable("),
        ];
        let there = dropping.iter().fold(text.clone(), |text, (from, to)| text.replace(from, to));
        let made = text.lines().zip(there.lines()).position(|(old, new)| old != new).unwrap() + 1;
        assert_eq!(losses(path, &there), [made], "{}", row.id);
        // Elsewhere it is no migration; with no way there, nothing was made that could be dropped.
        assert_eq!(losses("docs/a.txt", &text), marked, "{}", row.id);
        let regex = compile(&ascii(row.there)).unwrap();
        let alone: String = text
            .lines()
            .filter(|line| !regex.is_match(line.as_bytes()))
            .fold(String::new(), |all, line| all + line + "\n");
        assert_eq!(losses(path, &alone).len(), marked.len(), "{}", row.id);
    }
}

#[test]
fn on_a_doubt_nothing_is_let_be() {
    for (why, path, text, lines) in [
        (
            "it is run on the way there",
            "versions/a.py",
            "def upgrade():\n    downgrade()\ndef downgrade():\n    op.drop_table('a')\n",
            vec![4],
        ),
        (
            "it is the way there too",
            "migrations/a.js",
            "exports.down = exports.up = (k) => {\n  k.schema.dropTable('a');\n};\n",
            vec![2],
        ),
        (
            "ways are exchanged",
            "migrations/a.js",
            "const up = (k) => {};\nconst down = (k) => {\n  k.schema.dropTable('a');\n};\nmodule.exports = { up: down, down: up };\n",
            vec![3],
        ),
        (
            "both on a line",
            "migrations/a.js",
            "exports.down = (k) => {}; exports.up = (k) => { k.schema.dropTable('a') };\n",
            vec![1],
        ),
        (
            "indentation says that it goes on",
            "migrations/a.js",
            "class A {\n  down() {}\n    up(k) {\n      k.dropTable('a');\n    }\n}\n",
            vec![4],
        ),
        (
            "a bracket stays open",
            "migrations/a.js",
            "exports.down = (k) => {\n  x('(';\nexports.up = (k) => {\n  k.schema.dropTable('a');\n};\n",
            vec![4],
        ),
        (
            "a text stays open",
            "migrations/a.js",
            "exports.down = (k) => {\n  x(/'/);\n};\nexports.up = (k) => {\n  k.schema.dropTable('a');\n};\n",
            vec![5],
        ),
        (
            "no end of its own",
            "db/migrate/a.rb",
            "class A\n  def down\n    x\n def up\n    drop_table :a\n  end\nend\n",
            vec![5],
        ),
        (
            "another begins within",
            "db/migrate/a.rb",
            "class A\n  def down\n    x\n    def up\n    drop_table :a\n    end\n  end\nend\n",
            vec![5],
        ),
        (
            "a text before it is open",
            "versions/a.py",
            "def upgrade():\n    x = \"\"\"\ndef downgrade():\n    op.drop_table('a')\n\"\"\"\n",
            vec![4],
        ),
        (
            "an argument more on the line",
            "migrations/a.py",
            "m.RunSQL(\n  reverse_sql='x', sql='DROP TABLE a')\n",
            vec![2],
        ),
        ("the sign is not the tool's", "db/a.sql", "-- +goose Up\n-- +goose down\nDROP TABLE a;\n", vec![3]),
        ("it is over", "db/a.sql", "-- +goose Down\nDROP TABLE a;\n-- +goose Up\nDROP TABLE b;\n", vec![4]),
        (
            "it is over",
            "versions/a.py",
            "def upgrade():\n    x\ndef downgrade():\n    op.drop_table('a')\nop.drop_table('b')\n",
            vec![5],
        ),
        (
            "it is over",
            "migrations/a.php",
            "class A {\n    public function up() { }\n    public function down()\n    {\n        Schema::drop('a');\n    }\n    private function other()\n    {\n        Schema::drop('b');\n    }\n}\n",
            vec![9],
        ),
        (
            "lines end as none of ours",
            "versions/a.py",
            "def upgrade():\n    x\rdef y()\ndef downgrade():\n    op.drop_table('a')\n",
            vec![4],
        ),
    ] {
        assert_eq!(losses(path, text), lines, "{why}: {text}");
    }
}

#[test]
fn forms_that_people_write_are_ways_back() {
    for (path, text) in [
        (
            "migrations/a.ts",
            "export async function up(k: Knex): Promise<void> {\n  x();\n}\n\nexport async function down(k: Knex): Promise<void> {\n  await k.schema.dropTable('a');\n}\n",
        ),
        (
            "migrations/a.ts",
            "export class A1 implements MigrationInterface {\n    public async up(q: QueryRunner): Promise<void> {\n    }\n\n    public async down(q: QueryRunner): Promise<void> {\n        await q.query(`\n            DROP TABLE a\n        `);\n    }\n}\n",
        ),
        (
            "migrations/a.js",
            "module.exports = {\n  up: async (q) => {\n  },\n  down: async (q) => {\n    await q.dropTable('a');\n  },\n};\n",
        ),
        (
            "migrations/a.js",
            "const up = async () => {};\n\nconst down = async (k) => {\n  // don't keep it (\n  await k.dropTable('a');\n};\n\nmodule.exports = { up, down };\n",
        ),
        ("db/migrate/a.rb", "class A\n  def self.up\n  end\n  def self.down; drop_table :a; end\nend\n"),
        (
            "db/migrate/a.rb",
            "class A\n  def change\n    reversible do |dir|\n      dir.down { drop_table :a }\n    end\n  end\nend\n",
        ),
        (
            "m/migrations/a.py",
            "o = [\n    m.RunSQL(\n        \"x\",\n        reverse_sql=\"\"\"\nDROP TABLE a\n\"\"\",\n    ),\n    m.RunSQL(\n        sql=\"x\",\n        reverse_sql=\"DROP TABLE b\"),\n]\n",
        ),
        (
            "migrations/versions/a.py",
            "def upgrade(e):\n    globals()[\"upgrade_%s\" % e]()\n\ndef downgrade(e):\n    globals()[\"downgrade_%s\" % e]()\n\ndef upgrade_main():\n    x\n\ndef downgrade_main():\n    op.drop_table('a')\n",
        ),
    ] {
        assert!(!drops(text).is_empty(), "{text}");
        assert_eq!(losses(path, text), NONE, "{text}");
    }
}

#[test]
fn what_loses_more_than_rows_is_found_on_the_way_back_too() {
    let text = "def upgrade():\n    x\n\ndef downgrade():\n    os.system('rm -rf /srv/data')\n";
    assert_eq!(losses("versions/a.py", text), [5]);
}

proptest! {
    #[test]
    fn any_text_is_read(text in "(def (up|down)grade\\(\\):|exports\\.(up|down) = |-- \\+goose (Up|Down)|\\{|\\}|\\(|'|\"\"\"|/\\*|\\*/|\n|  |\\\\|x|,|é|reverse_sql=|end|def (up|down)){0,30}") {
        for row in WAYS_BACK {
            let lines = text.split('\n').count();
            for section in ways_back(&place(row.id).into(), text.as_bytes()) {
                prop_assert!((1..=lines).contains(section.start()) && (1..=lines).contains(section.end()));
            }
        }
    }
}
