//! The signs by which folders and files say which of the usual surfaces they belong to: one entry each, by surface.
//!
//! A name stands here when it nearly always means the surface, in projects of that layout. What means several things
//! (`sessions`, `tokens`, `orders`, `crypto`, `store`) stands in none: a map that a person reads is better short than wrong.

use super::sign::{Form, Sign};
use crate::engine::table::{Table, TableRow};

const ANY: &str = "any";
const RAILS: &str = "Rails";
const DJANGO: &str = "Django";
const LARAVEL: &str = "Laravel";
const NEXT: &str = "Next.js";
const REMIX: &str = "Remix, SvelteKit";
const VUE: &str = "Vue, Nuxt";
const ANGULAR: &str = "Angular";
const NODE: &str = "Node";
const SPRING: &str = "Spring";
const GO: &str = "Go";
const RUST: &str = "Rust";
const DOTNET: &str = ".NET";
const IOS: &str = "iOS";
const ANDROID: &str = "Android";
const FLUTTER: &str = "Flutter";
const SUPABASE: &str = "Supabase";
const TERRAFORM: &str = "Terraform";
const FIREBASE: &str = "Firebase";

/// Files that show something to people.
pub const SHOWN: &[&str] = &[
    "*.tsx",
    "*.jsx",
    "*.vue",
    "*.svelte",
    "*.astro",
    "*.html",
    "*.css",
    "*.scss",
    "*.sass",
    "*.less",
    "*.erb",
    "*.haml",
    "*.slim",
    "*.blade.php",
    "*.twig",
    "*.cshtml",
    "*.razor",
    "*.xaml",
    "*.storyboard",
    "*.xib",
    "*.templ",
    "*.heex",
];

/// Folders that hold the parts of a project of many parts.
pub const PARTS: &[&str] = &["packages", "apps", "services", "crates", "modules", "libs", "plugins"];

/// Folders of scripts. `tools` below the top is what a product offers to a model or to people.
pub const ERRANDS: &[&str] = &["scripts", "script", "/tools", "debug"];

/// What a folder of views holds.
const VIEWS: &[&str] = &[
    "*.tsx",
    "*.jsx",
    "*.vue",
    "*.svelte",
    "*.astro",
    "*.html",
    "*.css",
    "*.scss",
    "*.erb",
    "*.haml",
    "*.slim",
    "*.blade.php",
    "*.twig",
    "*.cshtml",
    "*.razor",
    "*.xaml",
    "*.templ",
    "*.heex",
    "*.swift",
    "*.kt",
    "*.dart",
];

/// What a folder of page templates holds.
const TEMPLATES: &[&str] =
    &["*.html", "*.tmpl", "*.gohtml", "*.j2", "*.jinja", "*.hbs", "*.ejs", "*.twig", "*.liquid", "*.ftl"];

/// What a folder of what browsers load holds.
const STATIC: &[&str] = &["*.css", "*.scss", "*.html", "*.js"];

/// What a folder of React contexts holds.
const CONTEXTS: &[&str] = &["*.tsx", "*.jsx"];

/// What a folder of styles holds.
const STYLES: &[&str] = &["*.css", "*.scss", "*.sass", "*.less"];

/// What a folder of code holds.
const CODE: &[&str] = &[
    "*.ts", "*.js", "*.mjs", "*.py", "*.rb", "*.php", "*.go", "*.rs", "*.java", "*.kt", "*.cs", "*.swift", "*.dart",
    "*.ex", "*.scala",
];

/// What a folder of code on a server holds.
const SERVER: &[&str] = &["*.ts", "*.js", "*.mjs", "*.py", "*.go", "*.rs", "*.java", "*.kt", "*.cs", "*.ex"];

/// What a folder of migrations holds.
const MIGRATIONS: &[&str] = &[
    "*.sql", "*.py", "*.rb", "*.php", "*.ts", "*.js", "*.cs", "*.go", "*.java", "*.kt", "*.rs", "*.exs", "*.xml",
    "*.yml", "*.yaml",
];

/// Every sign.
pub const SIGNS: &[Sign] = &[
    Sign::new("payments", ANY, Form::Word("payment")),
    Sign::new("payments", ANY, Form::Word("billing")),
    Sign::new("payments", ANY, Form::Word("invoice")),
    Sign::new("payments", ANY, Form::Word("refund")),
    Sign::new("payments", ANY, Form::Word("payout")),
    Sign::new("payments", ANY, Form::Word("money")),
    Sign::new("payments", ANY, Form::Word("stripe")),
    Sign::new("payments", ANY, Form::Word("paypal")),
    Sign::new("payments", ANY, Form::Folder("checkout")).a_third_of(CODE),
    Sign::new("payments", ANY, Form::Word("invoicing")),
    Sign::new("payments", LARAVEL, Form::Word("cashier")),
    Sign::new("payments", IOS, Form::Word("storekit")),
    Sign::new("payments", IOS, Form::File("*.storekit")),
    Sign::new("schema", ANY, Form::Folder("migrations*")).a_third_of(MIGRATIONS),
    Sign::new("schema", ANY, Form::Folder("migration")).a_third_of(MIGRATIONS),
    Sign::new("schema", ANY, Form::Folder("db/schema")),
    Sign::new("schema", ANY, Form::Folder("schema*")).a_third_of(&["*.sql"]),
    Sign::new("schema", ANY, Form::File("*schema.sql")),
    Sign::new("schema", ANY, Form::File("db/schema.*")),
    Sign::new("schema", ANY, Form::File("database/schema.*")),
    Sign::new("schema", ANY, Form::File("migrations.*")),
    Sign::new("schema", RAILS, Form::Folder("db/migrate")),
    Sign::new("schema", RAILS, Form::File("db/structure.sql")),
    Sign::new("schema", DJANGO, Form::Folder("alembic")),
    Sign::new("schema", NODE, Form::Folder("prisma")).near(&["schema.prisma"]),
    Sign::new("schema", NODE, Form::File("schema.prisma")),
    Sign::new("schema", NODE, Form::Folder("drizzle")).a_third_of(&["*.sql"]),
    Sign::new("schema", NODE, Form::File("convex/schema.ts")),
    Sign::new("schema", SPRING, Form::Folder("db/changelog")),
    Sign::new("schema", SPRING, Form::Folder("liquibase")),
    Sign::new("schema", GO, Form::Folder("ent/schema")),
    Sign::new("schema", GO, Form::Folder("sql/schema")),
    Sign::new("schema", RUST, Form::File("diesel.toml")).only_beside(),
    Sign::new("schema", IOS, Form::Folder("*.xcdatamodeld")),
    Sign::new("schema", ANDROID, Form::Folder("schemas")).a_third_of(&["*.json"]).only_beside(),
    Sign::new("schema", SUPABASE, Form::File("supabase/seed.sql")).only_beside(),
    Sign::new("schema", FIREBASE, Form::File("firestore.rules")),
    Sign::new("schema", FIREBASE, Form::File("firestore.indexes.json")),
    Sign::new("schema", FIREBASE, Form::File("database.rules.json")),
    Sign::new("schema", ANY, Form::File("/docker-compose*.yml")).only_beside(),
    Sign::new("schema", ANY, Form::File("/docker-compose*.yaml")).only_beside(),
    Sign::new("schema", ANY, Form::File("/compose*.yml")).only_beside(),
    Sign::new("schema", ANY, Form::File("/compose*.yaml")).only_beside(),
    Sign::new("security", ANY, Form::Word("auth")),
    Sign::new("security", ANY, Form::Word("authentication")),
    Sign::new("security", ANY, Form::Word("authorization")),
    Sign::new("security", ANY, Form::Word("authenticate")),
    Sign::new("security", ANY, Form::Word("authenticator")),
    Sign::new("security", ANY, Form::Word("authorize")),
    Sign::new("security", ANY, Form::Word("authorizer")),
    Sign::new("security", ANY, Form::Word("oauth")),
    Sign::new("security", ANY, Form::Word("oidc")),
    Sign::new("security", ANY, Form::Word("saml")),
    Sign::new("security", ANY, Form::Word("jwt")),
    Sign::new("security", ANY, Form::Word("security")),
    Sign::new("security", ANY, Form::Word("permission")),
    Sign::new("security", ANY, Form::Word("rbac")),
    Sign::new("security", ANY, Form::Word("csrf")),
    Sign::new("security", ANY, Form::Word("access control")),
    Sign::new("security", ANY, Form::Word("encryption")),
    Sign::new("security", ANY, Form::Word("encrypt")),
    Sign::new("security", ANY, Form::Word("hmac")),
    Sign::new("security", ANY, Form::Word("credential")),
    Sign::new("security", ANY, Form::Word("api key")),
    Sign::new("security", ANY, Form::Word("password")),
    Sign::new("security", ANY, Form::Word("middleware")),
    Sign::new("security", ANY, Form::Folder("secrets")),
    Sign::new("security", TERRAFORM, Form::File("secrets.tf")),
    Sign::new("security", TERRAFORM, Form::File("iam.tf")),
    Sign::new("security", NEXT, Form::File("proxy.*")).next_to(&["next.config.*"]),
    Sign::new("security", NEXT, Form::File("src/proxy.*")).next_to(&["next.config.*"]),
    Sign::new("security", ANY, Form::Word("keycloak")),
    Sign::new("security", RAILS, Form::Folder("app/policies")),
    Sign::new("security", RAILS, Form::File("config/initializers/devise.rb")),
    Sign::new("security", RAILS, Form::File("config/credentials.yml.enc")),
    Sign::new("security", LARAVEL, Form::Folder("app/guards")),
    Sign::new("security", NODE, Form::Folder("guards")).a_third_of(CODE),
    Sign::new("security", GO, Form::Word("authn")),
    Sign::new("security", GO, Form::Word("authz")),
    Sign::new("security", DOTNET, Form::Folder("areas/identity")),
    Sign::new("security", IOS, Form::Word("keychain")),
    Sign::new("security", ANDROID, Form::Word("keystore")),
    Sign::new("security", ANDROID, Form::Word("biometric")),
    Sign::new("security", SUPABASE, Form::Folder("policies")).a_third_of(&["*.sql"]),
    Sign::new("security", FIREBASE, Form::File("firestore.rules")),
    Sign::new("security", FIREBASE, Form::File("storage.rules")),
    Sign::new("security", FIREBASE, Form::File("database.rules.json")),
    Sign::new("ui", ANY, Form::Folder("components")).a_third_of(VIEWS),
    Sign::new("ui", ANY, Form::Folder("views")).a_third_of(VIEWS),
    Sign::new("ui", ANY, Form::Folder("pages")).a_third_of(VIEWS).without(&["api"]),
    Sign::new("ui", ANY, Form::Folder("screens")).a_third_of(VIEWS),
    Sign::new("ui", ANY, Form::Folder("widgets")).a_third_of(VIEWS),
    Sign::new("ui", ANY, Form::Folder("layouts")).a_third_of(VIEWS),
    Sign::new("ui", ANY, Form::Folder("templates")).a_third_of(TEMPLATES),
    Sign::new("ui", ANY, Form::Folder("styles")).a_third_of(STYLES),
    Sign::new("ui", ANY, Form::Folder("css")).a_third_of(STYLES),
    Sign::new("ui", ANY, Form::Folder("js")).a_third_of(&["*.js"]).next_to(&["*.html"]),
    Sign::new("ui", ANY, Form::Folder("ui"))
        .near(&["*.tsx", "*.jsx", "*.vue", "*.svelte", "*.html", "*.css", "*.js", "*.swift", "*.kt", "*.dart"]),
    Sign::new("ui", ANY, Form::Folder("design-system")),
    Sign::new("ui", ANY, Form::File("/DESIGN.md")).with_texts().only_beside(),
    Sign::new("ui", NEXT, Form::Folder("app"))
        .near(&["page.tsx", "page.jsx", "page.js", "layout.tsx", "layout.jsx", "layout.js"])
        .mixed()
        .without(&["api"]),
    Sign::new("ui", NEXT, Form::Folder("hooks")).a_third_of(&["use*"]),
    Sign::new("ui", NEXT, Form::Folder("contexts")).a_third_of(CONTEXTS),
    Sign::new("ui", NEXT, Form::Folder("context")).a_third_of(CONTEXTS),
    Sign::new("ui", REMIX, Form::Folder("routes")).a_third_of(&["*.tsx", "*.jsx", "*.svelte"]).mixed(),
    Sign::new("ui", VUE, Form::Folder("composables")).a_third_of(&["use*"]),
    Sign::new("ui", ANGULAR, Form::Folder("src/app"))
        .near(&["app.component.ts", "app.component.html", "app.routes.ts", "app.ts"])
        .mixed(),
    Sign::new("ui", ANGULAR, Form::File("src/styles.*")).next_to(&["angular.json"]),
    Sign::new("ui", ANGULAR, Form::File("src/index.html")).next_to(&["angular.json"]),
    Sign::new("ui", RAILS, Form::Folder("app/views")),
    Sign::new("ui", RAILS, Form::Folder("app/assets")).a_third_of(STATIC),
    Sign::new("ui", RAILS, Form::Folder("app/javascript")),
    Sign::new("ui", RAILS, Form::Folder("app/helpers")),
    Sign::new("ui", LARAVEL, Form::Folder("resources/views")),
    Sign::new("ui", LARAVEL, Form::Folder("resources/js")),
    Sign::new("ui", LARAVEL, Form::Folder("resources/css")),
    Sign::new("ui", DJANGO, Form::Folder("static")).a_third_of(STATIC),
    Sign::new("ui", DOTNET, Form::Folder("wwwroot")).a_third_of(STATIC),
    Sign::new("ui", DOTNET, Form::File("*.xaml")),
    Sign::new("ui", IOS, Form::Word("view")).a_third_of(&["*.swift"]),
    Sign::new("ui", IOS, Form::File("*.storyboard")),
    Sign::new("ui", IOS, Form::File("*.xib")),
    Sign::new("ui", ANDROID, Form::Folder("res/layout")),
    Sign::new("ui", ANDROID, Form::Folder("res/values")),
    Sign::new("ui", ANDROID, Form::Word("activity")).a_third_of(&["*.kt", "*.java"]),
    Sign::new("ui", ANDROID, Form::Word("fragment")).a_third_of(&["*.kt", "*.java"]),
    Sign::new("ui", FLUTTER, Form::Folder("presentation")).a_third_of(&["*.dart"]),
    Sign::new("ai", ANY, Form::Folder("prompts")).with_texts(),
    Sign::new("ai", ANY, Form::Word("llm")),
    Sign::new("ai", ANY, Form::Folder("ai")).with_texts(),
    Sign::new("ai", ANY, Form::Folder("agents")).with_texts(),
    Sign::new("ai", ANY, Form::Folder("evals")).with_texts_and_tests(),
    Sign::new("ai", ANY, Form::Folder("eval_*")).with_texts_and_tests(),
    Sign::new("ai", ANY, Form::Folder("skills")).near(&["SKILL.md"]).with_texts(),
    Sign::new("ai", ANY, Form::Word("prompts")),
    Sign::new("ai", ANY, Form::Word("system prompt")),
    Sign::new("ai", ANY, Form::Folder("rag")),
    Sign::new("ai", ANY, Form::Word("embedding")),
    Sign::new("ai", ANY, Form::Word("openai")),
    Sign::new("ai", ANY, Form::Word("anthropic")),
    Sign::new("ai", ANY, Form::Word("langchain")),
    Sign::new("ai", ANY, Form::Word("langgraph")),
    Sign::new("ai", ANY, Form::Folder("inference")),
    Sign::new("ai", ANY, Form::Word("ai")),
    Sign::new("ai", ANY, Form::Folder("chatbot")),
    Sign::new("ai", IOS, Form::Folder("*.mlmodel")),
    Sign::new("ai", IOS, Form::File("*.mlmodel")),
    Sign::new("data", ANY, Form::Folder("models")).a_third_of(CODE),
    Sign::new("data", ANY, Form::Folder("model")).a_third_of(CODE),
    Sign::new("data", ANY, Form::Folder("entities")).a_third_of(CODE),
    Sign::new("data", ANY, Form::Folder("entity")).a_third_of(CODE),
    Sign::new("data", ANY, Form::Folder("repositories")).a_third_of(CODE),
    Sign::new("data", ANY, Form::Folder("repository")).a_third_of(CODE),
    Sign::new("data", ANY, Form::Folder("dao")).a_third_of(CODE),
    Sign::new("data", ANY, Form::Folder("persistence")).a_third_of(CODE),
    Sign::new("data", ANY, Form::Folder("etl")),
    Sign::new("data", ANY, Form::Folder("dags")),
    Sign::new("data", ANY, Form::Folder("dbt")),
    Sign::new("data", ANY, Form::Folder("lib/identity")).a_third_of(SERVER),
    Sign::new("data", ANY, Form::Folder("db")).a_third_of(SERVER),
    Sign::new("data", ANY, Form::Folder("database")).a_third_of(SERVER),
    Sign::new("data", DJANGO, Form::File("models.py")),
    Sign::new("data", GO, Form::Folder("internal/store")),
    Sign::new("data", GO, Form::Folder("internal/storage")),
    Sign::new("data", DOTNET, Form::Folder("data")).a_third_of(&["*.cs"]),
];

/// The table as a reader sees it.
pub fn table() -> Table {
    let rows = SIGNS.iter().map(|sign| {
        let name: String = sign.form.text().chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
        let what = match sign.form {
            Form::Folder(_) => "folder",
            Form::File(_) => "file",
            Form::Word(_) => "word",
        };
        let id = format!("{}-{what}-{}", sign.surface, name.trim_matches('-').to_lowercase());
        TableRow::new(id, [sign.surface.to_owned(), sign.layout.to_owned(), sign.words()])
    });
    Table {
        id: "sign",
        title: "Signs of surfaces",
        intro: "By these names `init` knows which surface a folder or a file belongs to. Case does not count, one `*` stands \
                for any part of a name, and a word counts with its plural, \
                several words where they follow each other. Of folders within each other the outermost counts. \
                A folder of which most shows something to people speaks for no surface but the one that shows.",
        columns: &["surface", "usual in", "sign"],
        rows: rows.collect(),
    }
}
