//! Setting keys in a settings file. Everything else in it, comments and spaces too, stays as it is.

use toml_edit::{DocumentMut, Item, Table, TableLike, value};

/// One key to set: tables and a name, joined by dots, and the text that it gets.
pub type Change = (String, String);

/// The text with each key set; none where the text is no TOML, or where something other than a table stands
/// on the way to a key.
pub fn edited(text: &str, changes: &[Change]) -> Option<String> {
    let mut document: DocumentMut = text.parse().ok()?;
    for (key, to) in changes {
        let mut levels: Vec<&str> = key.split('.').collect();
        let name = levels.pop()?;
        set(document.as_table_mut(), &levels, name, to)?;
    }
    Some(document.to_string())
}

fn set(table: &mut dyn TableLike, levels: &[&str], name: &str, to: &str) -> Option<()> {
    if let Some((level, below)) = levels.split_first() {
        let item = table.entry(level).or_insert_with(|| {
            // A table that only holds tables needs no line of its own.
            let mut new = Table::new();
            new.set_implicit(!below.is_empty());
            Item::Table(new)
        });
        return set(item.as_table_like_mut()?, below, name, to);
    }
    let mut new = value(to);
    let old = table.get(name).and_then(Item::as_value);
    if let (Some(old), Some(new)) = (old, new.as_value_mut()) {
        *new.decor_mut() = old.decor().clone();
    } else if table.get(name).is_some() {
        return None;
    }
    // The key keeps what is written above it.
    if let Some(item) = table.get_mut(name) {
        *item = new;
    } else {
        table.insert(name, new);
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::edited;

    fn set(text: &str, key: &str, to: &str) -> Option<String> {
        edited(text, &[(key.to_owned(), to.to_owned())])
    }

    #[test]
    fn what_people_wrote_around_a_key_stays() {
        let text = "# mine\n[merge] # above\n# why\nceiling = 'none' # so far\n\n[routine]\nrounds = 2\n";
        let expected =
            "# mine\n[merge] # above\n# why\nceiling = \"all\" # so far\n\n[routine]\nrounds = 2\n";
        assert_eq!(set(text, "merge.ceiling", "all").as_deref(), Some(expected));
        assert_eq!(set("", "a.b.c", "x").as_deref(), Some("[a.b]\nc = \"x\"\n"));
        assert_eq!(
            set("a = { b = { c = 'y' } }\n", "a.b.c", "x").as_deref(),
            Some("a = { b = { c = \"x\" } }\n")
        );
        assert_eq!(set("a.b = 'y'\n", "a.c", "x").as_deref(), Some("a.b = 'y'\na.c = \"x\"\n"));
        let quoted = set("", "a", "say \"it\" \\ ").unwrap();
        assert_eq!(toml::from_str::<toml::Table>(&quoted).unwrap()["a"].as_str(), Some("say \"it\" \\ "));
    }

    #[test]
    fn what_stands_in_the_way_is_not_written_over() {
        for (text, key) in
            [("a = 1\n", "a.b"), ("[a.b]\nc = 1\n", "a.b"), ("[[a]]\nb = 1\n", "a.c"), ("[", "a")]
        {
            assert_eq!(set(text, key, "x"), None, "{text}");
        }
    }
}
