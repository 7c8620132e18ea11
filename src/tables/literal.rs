//! Any row as the Rust literal that makes it.
//!
//! Field and type names are the row's own, so a new column or table needs nothing here.

use std::fmt::Display;

use serde::ser::{self, Impossible, Serialize};

/// A shape that no table uses.
#[derive(Debug)]
pub struct Unsupported(String);

/// The Rust expression for `value`, its lines indented by `depth` steps.
pub fn literal(value: &impl Serialize, depth: usize) -> Result<String, Unsupported> {
    let mut out = String::new();
    value.serialize(Writer { out: &mut out, depth })?;
    Ok(out)
}

impl Display for Unsupported {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "a row cannot hold {}", self.0)
    }
}

impl std::error::Error for Unsupported {}

impl ser::Error for Unsupported {
    fn custom<T: Display>(message: T) -> Self {
        Self(message.to_string())
    }
}

struct Writer<'a> {
    out: &'a mut String,
    depth: usize,
}

impl Writer<'_> {
    fn put(self, text: impl Display) {
        self.out.push_str(&text.to_string());
    }
}

fn line(out: &mut String, depth: usize) {
    out.push('\n');
    for _ in 0..depth {
        out.push_str("    ");
    }
}

macro_rules! plain {
    ($($method:ident: $type:ty),*) => {$(
        fn $method(self, value: $type) -> Result<(), Unsupported> {
            self.put(value);
            Ok(())
        }
    )*};
}

macro_rules! refuse {
    ($($method:ident($($arg:ty),*) -> $ok:ty = $what:literal;)*) => {$(
        refuse!(@ $method [$($arg),*] $ok, $what);
    )*};
    (@ $method:ident [] $ok:ty, $what:literal) => {
        fn $method(self) -> Result<$ok, Unsupported> { Err(Unsupported($what.into())) }
    };
    (@ $method:ident [$a:ty] $ok:ty, $what:literal) => {
        fn $method(self, _: $a) -> Result<$ok, Unsupported> { Err(Unsupported($what.into())) }
    };
    (@ $method:ident [$a:ty, $b:ty] $ok:ty, $what:literal) => {
        fn $method(self, _: $a, _: $b) -> Result<$ok, Unsupported> { Err(Unsupported($what.into())) }
    };
    (@ $method:ident [$a:ty, $b:ty, $c:ty, $d:ty] $ok:ty, $what:literal) => {
        fn $method(self, _: $a, _: $b, _: $c, _: $d) -> Result<$ok, Unsupported> { Err(Unsupported($what.into())) }
    };
}

impl<'a> ser::Serializer for Writer<'a> {
    type Ok = ();
    type Error = Unsupported;
    type SerializeSeq = Inner<'a>;
    type SerializeStruct = Inner<'a>;
    type SerializeTuple = Impossible<(), Unsupported>;
    type SerializeTupleStruct = Impossible<(), Unsupported>;
    type SerializeTupleVariant = Impossible<(), Unsupported>;
    type SerializeMap = Impossible<(), Unsupported>;
    type SerializeStructVariant = Impossible<(), Unsupported>;

    plain!(serialize_bool: bool, serialize_u8: u8, serialize_u16: u16, serialize_u32: u32, serialize_u64: u64);
    plain!(serialize_i8: i8, serialize_i16: i16, serialize_i32: i32, serialize_i64: i64);

    fn serialize_str(self, text: &str) -> Result<(), Unsupported> {
        self.put(format_args!("Text::Borrowed({text:?})"));
        Ok(())
    }

    fn serialize_none(self) -> Result<(), Unsupported> {
        self.put("None");
        Ok(())
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Unsupported> {
        self.out.push_str("Some(");
        value.serialize(Writer { out: self.out, depth: self.depth })?;
        self.out.push(')');
        Ok(())
    }

    fn serialize_unit_variant(
        self,
        name: &'static str,
        _: u32,
        variant: &'static str,
    ) -> Result<(), Unsupported> {
        self.put(format_args!("{name}::{}", camel(variant)));
        Ok(())
    }

    fn serialize_seq(self, length: Option<usize>) -> Result<Inner<'a>, Unsupported> {
        self.out.push_str("List::Borrowed(&[");
        Ok(Inner { out: self.out, depth: self.depth, close: "])", empty: length == Some(0) })
    }

    fn serialize_struct(self, name: &'static str, length: usize) -> Result<Inner<'a>, Unsupported> {
        self.out.push_str(name);
        self.out.push_str(" {");
        Ok(Inner { out: self.out, depth: self.depth, close: "}", empty: length == 0 })
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: &T,
    ) -> Result<(), Unsupported> {
        Err(Unsupported("a newtype".into()))
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Result<(), Unsupported> {
        Err(Unsupported("a variant with data".into()))
    }

    refuse! {
        serialize_f32(f32) -> () = "a float";
        serialize_f64(f64) -> () = "a float";
        serialize_char(char) -> () = "a character";
        serialize_bytes(&[u8]) -> () = "bytes";
        serialize_unit() -> () = "a unit";
        serialize_unit_struct(&'static str) -> () = "a unit";
        serialize_tuple(usize) -> Self::SerializeTuple = "a tuple";
        serialize_tuple_struct(&'static str, usize) -> Self::SerializeTupleStruct = "a tuple";
        serialize_tuple_variant(&'static str, u32, &'static str, usize) -> Self::SerializeTupleVariant = "a tuple";
        serialize_map(Option<usize>) -> Self::SerializeMap = "a map";
        serialize_struct_variant(&'static str, u32, &'static str, usize) -> Self::SerializeStructVariant = "a variant with data";
    }
}

/// A list or a struct that is being written.
pub struct Inner<'a> {
    out: &'a mut String,
    depth: usize,
    close: &'static str,
    empty: bool,
}

impl Inner<'_> {
    fn close(self) {
        if !self.empty {
            line(self.out, self.depth);
        }
        self.out.push_str(self.close);
    }
}

impl ser::SerializeSeq for Inner<'_> {
    type Ok = ();
    type Error = Unsupported;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Unsupported> {
        line(self.out, self.depth + 1);
        value.serialize(Writer { out: self.out, depth: self.depth + 1 })?;
        self.out.push(',');
        Ok(())
    }

    fn end(self) -> Result<(), Unsupported> {
        self.close();
        Ok(())
    }
}

impl ser::SerializeStruct for Inner<'_> {
    type Ok = ();
    type Error = Unsupported;

    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        key: &'static str,
        value: &T,
    ) -> Result<(), Unsupported> {
        line(self.out, self.depth + 1);
        let raw = if key == "type" { "r#" } else { "" };
        self.out.push_str(&format!("{raw}{key}: "));
        value.serialize(Writer { out: self.out, depth: self.depth + 1 })?;
        self.out.push(',');
        Ok(())
    }

    fn end(self) -> Result<(), Unsupported> {
        self.close();
        Ok(())
    }
}

/// `free-text` as `FreeText`: a kebab-case name as Rust writes a type or a variant.
pub fn camel(name: &str) -> String {
    name.split(['-', ' ', '_'])
        .map(|word| {
            let mut letters = word.chars();
            letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
        })
        .collect()
}

/// `capture/remedy-missing` as `capture_remedy_missing`: a name as Rust writes a module or a field.
pub fn snake(name: &str) -> String {
    name.replace(['/', '-', ' '], "_")
}
