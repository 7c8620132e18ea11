//! `abcd tables ledger`: every code with what its release promised.

use serde::{Serialize, Serializer};

use super::written::{self, Written};
use crate::call::{Call, Document, Outcome, Page};
use crate::host::Host;
use crate::refusal::{Fault, Stop};
use crate::registry::args;
use crate::release::ledger::{Ledger, PLACE};

/// The ledger, or where it was written.
pub(crate) enum Printed {
    Ledger { ledger: Ledger, text: String },
    Written(Written),
}

pub(crate) fn run(args: args::TablesLedger, call: &Call, host: &Host) -> Outcome<Printed> {
    let ledger = Ledger::of_registry();
    let unwritable = |_| Stop::from(Fault::new("the ledger could not be encoded"));
    let text = ledger.text().map_err(unwritable)?;
    if !args.write {
        return Ok(Printed::Ledger { ledger, text }.into());
    }
    Ok(Printed::Written(written::write(call, host, [(PLACE.to_owned(), text)])?).into())
}

impl Serialize for Printed {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Ledger { ledger, .. } => ledger.serialize(to),
            Self::Written(written) => written.serialize(to),
        }
    }
}

impl Document for Printed {
    fn page(&self, page: &mut Page) {
        match self {
            Self::Ledger { text, .. } => page.text(text),
            Self::Written(written) => written.page(page),
        }
    }
}
