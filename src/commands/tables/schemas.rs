//! Every JSON Schema that abcd publishes. A new one is a row of the set `schema` and a line of [`schema`].

use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use schemars::{JsonSchema, Schema as Node, SchemaGenerator};
use serde_json::{Map, Value, json};

use crate::call::Text;
use crate::commands;
use crate::commands::explain::Explained;
use crate::commands::hook::session_start::Session;
use crate::commands::routine::export::Exported;
use crate::commands::routine::render::Prompt;
use crate::commands::runner::{check::Reached, list::Routed};
use crate::commands::tables::check::Report;
use crate::commands::tables::reference::Pages;
use crate::commands::tables::written::Written;
use crate::commands::{capture, decide, fleet, init, intent, record, routine, spec, status};
use crate::interview;
use crate::person::Settings;
use crate::records::intent::ready::Ready;
use crate::reflect::answers::Answers;
use crate::reflect::record::Written as Filed;
use crate::reflect::seed::Seed;
use crate::refusal::document::ErrorDocument;
use crate::registry::values::Schema;
use crate::release::guard::Verdict;
use crate::release::ledger::Ledger;
use crate::release::templates::Ledger as Templates;
use crate::routine::audit::Audit;
use crate::routine::detect::Facts;
use crate::routine::eligible::Eligible;
use crate::routine::manifest::Schedule;
use crate::routine::record::Record;
use crate::routine::record::answers_file::AnswersFile;
use crate::settings;
use crate::tables::model::asking::{Limits, Rule};
use crate::tables::model::commands::{Command, Step};
use crate::tables::model::hosts::Starter;
use crate::tables::model::inert::Inert;
use crate::tables::model::interviews::Interview;
use crate::tables::model::invariants::Invariant;
use crate::tables::model::reflect::{Reflection, Thin};
use crate::tables::model::refusals::Refusal;
use crate::tables::model::repository::{
    AsideFolder, Instruction, JobWord, MergeSign, Pins, ProjectMark, Publisher, ReleaseFlow, Rivalry,
};
use crate::tables::model::roles::Role;
use crate::tables::model::root::Root;
use crate::tables::model::routines::Routine;
use crate::tables::model::runners::Runner;
use crate::tables::model::scenarios::Scenario;
use crate::tables::model::toolchains::{
    Action, Hosting, Page, Place, Platform, Setting, Tool, Toolchain, Word,
};
use crate::tables::model::usage::Kind;
use crate::tables::model::values::Set;
use crate::tables::model::watch::{Bound, Exception, Watched};

/// The schema of a name.
pub(crate) fn schema(name: Schema) -> Value {
    match name {
        Schema::Commands => table(name, |rows| rows.of::<Command>("command")),
        Schema::Refusals => table(name, |rows| rows.of::<Refusal>("refusal")),
        Schema::Root => table(name, |rows| rows.of::<Root>("root")),
        Schema::Usage => table(name, |rows| rows.of::<Kind>("kind")),
        Schema::Values => table(name, |rows| rows.of::<Set>("set")),
        Schema::Routines => table(name, |rows| rows.of::<Routine>("routine")),
        Schema::Invariants => table(name, |rows| rows.of::<Invariant>("invariant")),
        Schema::Toolchains => table(name, |rows| {
            rows.of::<Toolchain>("toolchain");
            rows.of::<Tool>("program");
            rows.of::<Word>("target_word");
            rows.of::<Action>("ci_action");
            rows.of::<Platform>("platform");
            rows.of::<Setting>("ci_setting");
            rows.of::<Place>("decision_log");
            rows.of::<Page>("page");
            rows.of::<Hosting>("hosting");
            rows.of::<Place>("tier");
            rows.of::<ReleaseFlow>("release_flow");
            rows.of::<Publisher>("publisher");
            rows.of::<Rivalry>("rivalry");
            rows.of::<Pins>("pins");
            rows.of::<Instruction>("instruction");
            rows.of::<MergeSign>("merge_sign");
            rows.of::<JobWord>("job_word");
            rows.of::<ProjectMark>("project_mark");
            rows.of::<AsideFolder>("aside_folder");
            rows.of::<Place>("build_tree");
        }),
        Schema::Scenario => file::<Scenario>(name),
        Schema::RefusalCodes => file::<Ledger>(name),
        Schema::Templates => file::<Templates>(name),
        Schema::Error => document::<ErrorDocument<'_>>(name),
        Schema::Text => result::<Text>(name),
        Schema::Explain => result::<Explained>(name),
        Schema::TablesCheck => result::<Report>(name),
        Schema::TablesLedger => result::<Ledger>(name),
        Schema::TablesReference => result::<Pages>(name),
        Schema::TablesWritten => result::<Written>(name),
        Schema::SessionStart => document::<Session>(name),
        Schema::ReleaseGuard => result::<Verdict>(name),
        Schema::Init => result::<init::Initialised>(name),
        Schema::Status => result::<status::Status>(name),
        Schema::Capture => result::<capture::Captured>(name),
        Schema::CaptureChanged => result::<capture::changed::Changed>(name),
        Schema::CaptureList => result::<capture::list::Listed>(name),
        Schema::CaptureRepair => result::<capture::repair::Repaired>(name),
        Schema::CaptureRow => document::<capture::brief::Brief>(name),
        Schema::CaptureShow => result::<capture::show::Shown>(name),
        Schema::RecordCheck => result::<record::check::Checked>(name),
        Schema::RecordShow => result::<record::show::Shown>(name),
        Schema::RoutineDetect => result::<Facts>(name),
        Schema::RoutineRender => result::<Prompt>(name),
        Schema::Hosts => table(name, |rows| rows.of::<Starter>("host")),
        Schema::RoutineExport => result::<Exported>(name),
        Schema::Schedule => titled(name, nullable().into_root_schema_for::<Schedule>().to_value()),
        Schema::RoutineEligible => result::<Eligible>(name),
        Schema::Inert => table(name, |rows| rows.of::<Inert>("inert")),
        Schema::Answers => titled(name, nullable().into_root_schema_for::<Record>().to_value()),
        Schema::AnswersFile => file::<AnswersFile>(name),
        Schema::Config => file::<Settings>(name),
        Schema::RoutineCheck => result::<routine::check::Checked>(name),
        Schema::RoutineShow => result::<routine::show::Shown>(name),
        Schema::RoutineUpdate => result::<routine::update::Updated>(name),
        Schema::RoutineInvariants => result::<routine::invariants::Listed>(name),
        Schema::RoutineAudit => result::<Audit>(name),
        Schema::FleetFound => document::<fleet::scan::Found>(name),
        Schema::FleetScan => result::<fleet::scan::Scanned>(name),
        Schema::FleetRow => document::<fleet::status::Row>(name),
        Schema::FleetStatus => result::<fleet::status::Table>(name),
        Schema::FleetRoutine => document::<fleet::update::Row>(name),
        Schema::FleetUpdate => result::<fleet::update::Updated>(name),
        Schema::FleetAdded => document::<fleet::render::Row>(name),
        Schema::FleetRender => result::<fleet::render::Added>(name),
        Schema::Interviews => table(name, |rows| {
            rows.of::<Limits>("limits");
            rows.of::<Rule>("rule");
            rows.of::<Interview>("interview");
        }),
        Schema::Roles => table(name, |rows| rows.of::<Role>("role")),
        Schema::Runners => table(name, |rows| rows.of::<Runner>("runner")),
        Schema::RunnerList => document::<Routed>(name),
        Schema::RunnerCheck => result::<Reached>(name),
        Schema::ReflectInterview => result::<commands::reflect::interview::Reflected>(name),
        Schema::Watch => table(name, |rows| {
            rows.of::<Bound>("watch_bound");
            rows.of::<Exception>("watch_exception");
            rows.of::<Watched>("watched");
        }),
        Schema::Reflect => table(name, |rows| {
            rows.of::<Reflection>("reflection");
            rows.of::<Thin>("thin");
        }),
        Schema::ReflectSeed => result::<Seed>(name),
        Schema::ReflectWrite => result::<Filed>(name),
        Schema::ReflectAnswers => file::<Answers>(name),
        Schema::IntentRow => document::<intent::brief::Brief>(name),
        Schema::IntentList => result::<intent::list::Listed>(name),
        Schema::IntentChanged => result::<intent::changed::Changed>(name),
        Schema::IntentShow => result::<intent::show::Shown>(name),
        Schema::IntentReady => result::<Ready>(name),
        Schema::IntentPlan => result::<intent::plan::Planned>(name),
        Schema::SpecRow => document::<spec::brief::Brief>(name),
        Schema::SpecList => result::<spec::list::Listed>(name),
        Schema::SpecShow => result::<spec::show::Shown>(name),
        Schema::SpecClose => result::<spec::close::Ended>(name),
        Schema::Decide => result::<decide::Decided>(name),
        Schema::CapturePromote => result::<capture::promote::Promoted>(name),
        Schema::IntentInterview => result::<intent::interview::Interviewed>(name),
        Schema::InterviewAnswers => file::<interview::answers::AnswersFile>(name),
        Schema::InterviewRecord => file::<interview::record::Record>(name),
        Schema::InterviewRow => document::<commands::interview::list::Row>(name),
        Schema::InterviewList => result::<commands::interview::list::Listed>(name),
        Schema::InterviewShow => result::<commands::interview::show::Shown>(name),
        Schema::InterviewAsked => result::<interview::plan::sheet::Sheet>(name),
        Schema::RepositoryConfig => file::<settings::Settings>(name),
        Schema::RoutineInterview => result::<routine::interview::Laid>(name),
    }
}

/// The lists of rows that a table file may hold.
struct Rows {
    generator: SchemaGenerator,
    keys: Map<String, Value>,
}

impl Rows {
    fn of<T: JsonSchema>(&mut self, key: &str) {
        let rows = self.generator.subschema_for::<Vec<T>>();
        self.keys.insert(key.to_owned(), rows.to_value());
    }
}

/// A table file: lists of rows, each at its key, and nothing else.
fn table(name: Schema, fill: impl FnOnce(&mut Rows)) -> Value {
    let mut rows = Rows { generator: strict(), keys: Map::new() };
    fill(&mut rows);
    let definitions = rows.generator.take_definitions(true);
    titled(
        name,
        json!({
            "$schema": schemars::consts::meta_schemas::DRAFT2020_12,
            "type": "object",
            "properties": rows.keys,
            "additionalProperties": false,
            "$defs": definitions,
        }),
    )
}

/// A file that is read strictly.
fn file<T: JsonSchema>(name: Schema) -> Value {
    titled(name, strict().into_root_schema_for::<T>().to_value())
}

/// A document that is printed. Keys may be added to it, so it is not closed.
fn document<T: JsonSchema>(name: Schema) -> Value {
    titled(name, printed().into_root_schema_for::<T>().to_value())
}

/// A document that ends in its next steps where they follow it.
fn result<T: JsonSchema>(name: Schema) -> Value {
    let mut generator = printed();
    let steps = generator.subschema_for::<Vec<Step>>().to_value();
    let mut schema = generator.into_root_schema_for::<T>().to_value();
    if let Some(schema) = schema.as_object_mut() {
        // What is printed may gain keys, also where the same type is read strictly.
        schema.remove("additionalProperties");
        let properties = schema.entry("properties").or_insert_with(|| json!({}));
        if let Some(properties) = properties.as_object_mut() {
            properties.insert("next_steps".to_owned(), steps);
        }
    }
    titled(name, schema)
}

fn strict() -> SchemaGenerator {
    let plain = RecursiveTransform(never_null);
    SchemaSettings::draft2020_12().for_deserialize().with_transform(plain).into_generator()
}

/// For a file that says null where nothing is known, so that every key is always there.
fn nullable() -> SchemaGenerator {
    SchemaSettings::draft2020_12().for_deserialize().into_generator()
}

fn printed() -> SchemaGenerator {
    SchemaSettings::draft2020_12().for_serialize().into_generator()
}

/// A file leaves out what it does not say; null says nothing there.
fn never_null(node: &mut Node) {
    if node.get("default").is_some_and(Value::is_null) {
        node.remove("default");
    }
    if let Some(types) = node.get_mut("type").and_then(Value::as_array_mut) {
        types.retain(|kind| kind != "null");
        if let [only] = types.as_slice() {
            let only = only.clone();
            node.insert("type".to_owned(), only);
        }
    }
    let Some(choices) = node.get_mut("anyOf").and_then(Value::as_array_mut) else { return };
    choices.retain(|choice| choice.get("type").is_none_or(|kind| kind != "null"));
    if let [Value::Object(only)] = choices.as_slice() {
        let only = only.clone();
        node.remove("anyOf");
        for (key, value) in only {
            node.insert(key, value);
        }
    }
}

/// The name first, so that a reader knows which schema it is.
fn titled(name: Schema, schema: Value) -> Value {
    let mut titled = Map::from_iter([("title".to_owned(), Value::from(name.to_string()))]);
    let Value::Object(schema) = schema else { return schema };
    titled.extend(schema.into_iter().filter(|(key, _)| key != "title"));
    Value::Object(titled)
}
