//! The fleet verbs: many repositories at once, each with its own troubles.

mod added;
mod commit;
mod ended;
mod made;
mod same;
mod states;
mod update;
mod versions;
mod walk;
