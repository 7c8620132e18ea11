//! YAML, its first document; an alias stands for nothing, so that none can multiply.

use saphyr_parser::{Event, Parser, StrInput};

use super::{Bounds, Broken, Node, Value};

pub(super) fn parse(text: &str) -> Result<Node, Broken> {
    let mut reader = Reader { events: Parser::new_from_str(text), bounds: Bounds::new() };
    loop {
        match reader.next()? {
            (Event::StreamStart | Event::DocumentStart(_), _) => {}
            (Event::StreamEnd | Event::DocumentEnd, line) => return Ok(Node { line, value: Value::Null }),
            (event, line) => return reader.node(&event, line, 0),
        }
    }
}

struct Reader<'a> {
    events: Parser<'a, StrInput<'a>>,
    bounds: Bounds,
}

impl<'a> Reader<'a> {
    fn next(&mut self) -> Result<(Event<'a>, usize), Broken> {
        let (event, span) = self.events.next_event().ok_or(Broken::Syntax)?.map_err(|_| Broken::Syntax)?;
        Ok((event, span.start.line()))
    }

    fn node(&mut self, event: &Event<'a>, line: usize, depth: usize) -> Result<Node, Broken> {
        self.bounds.enter(depth)?;
        let value = match event {
            Event::Scalar(text, ..) => Value::Text(text.to_string()),
            Event::SequenceStart(..) => self.list(depth)?,
            Event::MappingStart(..) => self.map(depth)?,
            _ => Value::Null,
        };
        Ok(Node { line, value })
    }

    fn list(&mut self, depth: usize) -> Result<Value, Broken> {
        let mut items = Vec::new();
        loop {
            match self.next()? {
                (Event::SequenceEnd, _) => return Ok(Value::List(items)),
                (event, line) => items.push(self.node(&event, line, depth + 1)?),
            }
        }
    }

    fn map(&mut self, depth: usize) -> Result<Value, Broken> {
        let mut entries = Vec::new();
        loop {
            let (key, line) = match self.next()? {
                (Event::MappingEnd, _) => return Ok(Value::Map(entries)),
                (event, line) => (self.node(&event, line, depth + 1)?, line),
            };
            let (event, begins) = self.next()?;
            let mut value = self.node(&event, line, depth + 1)?;
            // A block scalar begins on the line after its key; its commands are counted from there.
            if matches!(value.value, Value::Text(_)) {
                value.line = begins.max(line);
            }
            if let Value::Text(key) = key.value {
                entries.push((key, value));
            }
        }
    }
}
