//! What a caller answers for a routine that is rendered: `--answers` and `--set`.

use std::collections::BTreeMap;
use std::path::Path;

use crate::commands::named_file;
use crate::host::Host;
use crate::person::Settings;
use crate::person::settings::Preference;
use crate::refusal::{Refusal, Stop};
use crate::registry::code;
use crate::routine::record::Source;
use crate::routine::record::answers_file::{self, AnswersFile};
use crate::routine::record::laid::Laid;
use crate::routine::record::layers::Layers;
use crate::routine::render::Edition;

/// The answers of a call, read once.
pub(in crate::commands) struct Asked {
    file: Option<AnswersFile>,
    set: Vec<(String, String)>,
}

impl Asked {
    /// Reads them.
    pub(in crate::commands) fn of(file: Option<&Path>, set: &[String], host: &Host) -> Result<Self, Stop> {
        let read = |path| answers_file::taken(named_file::read(&host.env.cwd, path, answers_file::CAP));
        let file = file.map(read).transpose()?;
        let pair = |set: &String| {
            let (id, answer) =
                set.split_once('=').ok_or_else(|| Refusal::new(code::ROUTINE_MALFORMED_SET))?;
            Ok((id.to_owned(), answer.to_owned()))
        };
        Ok(Self { file, set: set.iter().map(pair).collect::<Result<_, Stop>>()? })
    }

    /// Lays them over the archetype, the person, what the repository set for itself, and the record.
    pub(in crate::commands) fn layers<'a>(
        &self,
        edition: Edition<'a>,
        settings: &Settings,
        own: &BTreeMap<String, Preference>,
        laid: Option<&Laid>,
    ) -> Result<Layers<'a>, Stop> {
        let mut layers = Layers::new(edition, settings)?;
        layers.repository(own)?;
        if let Some(laid) = laid {
            let mut record = laid.record.clone();
            // What nobody answered is no answer of the record: the person's own default comes before it.
            record.answers.retain(|id, given| {
                given.from != Source::Default || settings.answer(&edition.routine.id, id).is_none()
            });
            layers.record(&record)?;
        }
        if let Some(file) = &self.file {
            if file.archetype.as_ref().is_some_and(|archetype| *archetype != edition.routine.id) {
                return Err(Refusal::new(code::ROUTINE_BROKEN_ANSWERS)
                    .saying("the answers file is for another archetype")
                    .into());
            }
            for answer in &file.answers {
                layers.set(&answer.id, &answer.value.shown(), Source::AnswersFile)?;
            }
        }
        for (id, answer) in &self.set {
            layers.set(id, answer, Source::Set)?;
        }
        Ok(layers)
    }
}
