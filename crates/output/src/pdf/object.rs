//! Objects as PDF writes them (ISO 32000-1, 7.3).

use std::io::Write as _;

use lopdf::{Dictionary, Object, ObjectId, StringFormat};

/// Writes a whole number.
pub(super) fn write_number(out: &mut Vec<u8>, number: impl itoa::Integer) {
    out.extend(itoa::Buffer::new().format(number).as_bytes());
}

/// Writes where another object is to be found: `12 0 R`.
pub(super) fn write_reference(out: &mut Vec<u8>, id: ObjectId) {
    let (number, generation) = id;
    write_number(out, number);
    out.push(b' ');
    write_number(out, generation);
    out.extend(b" R");
}

/// Writes an object.
pub(super) fn write_object(out: &mut Vec<u8>, object: &Object) {
    match object {
        Object::Null => out.extend(b"null"),
        Object::Boolean(value) => out.extend(if *value { b"true".as_slice() } else { b"false" }),
        Object::Integer(value) => write_number(out, *value),
        // Writing into memory cannot fail.
        Object::Real(value) => drop(write!(out, "{value}")),
        Object::Name(name) => write_name(out, name),
        Object::String(text, format) => write_string(out, text, format),
        Object::Array(objects) => {
            out.push(b'[');
            for (index, object) in objects.iter().enumerate() {
                write_value(out, object, index > 0);
            }
            out.push(b']');
        }
        Object::Dictionary(dictionary) => write_dictionary(out, dictionary),
        // Streams are written by the file, and are never parts of others.
        Object::Stream(_) => {}
        Object::Reference(id) => write_reference(out, *id),
    }
}

/// Writes an object after another one, or after the name of an entry. Objects that begin with a delimiter need no
/// space.
fn write_value(out: &mut Vec<u8>, object: &Object, follows: bool) {
    let bare = matches!(
        object,
        Object::Null | Object::Boolean(_) | Object::Integer(_) | Object::Real(_) | Object::Reference(_)
    );
    if follows && bare {
        out.push(b' ');
    }
    write_object(out, object);
}

/// Writes a dictionary.
pub(super) fn write_dictionary(out: &mut Vec<u8>, dictionary: &Dictionary) {
    out.extend(b"<<");
    for (name, value) in dictionary {
        write_entry(out, name, value);
    }
    out.extend(b">>");
}

/// Writes an entry of a dictionary.
pub(super) fn write_entry(out: &mut Vec<u8>, name: &[u8], value: &Object) {
    write_name(out, name);
    write_value(out, value, true);
}

fn write_name(out: &mut Vec<u8>, name: &[u8]) {
    out.push(b'/');
    if name.iter().all(u8::is_ascii_alphanumeric) {
        out.extend(name);
        return;
    }
    for byte in name {
        match byte {
            b'(' | b')' | b'<' | b'>' | b'[' | b']' | b'{' | b'}' | b'/' | b'%' | b'#' => {
                let _ = write!(out, "#{byte:02X}");
            }
            33..=126 => out.push(*byte),
            _ => {
                let _ = write!(out, "#{byte:02X}");
            }
        }
    }
}

fn write_string(out: &mut Vec<u8>, text: &[u8], format: &StringFormat) {
    match format {
        StringFormat::Literal => write_literal(out, text),
        StringFormat::Hexadecimal => {
            out.push(b'<');
            for byte in text {
                let _ = write!(out, "{byte:02X}");
            }
            out.push(b'>');
        }
    }
}

/// Writes a string in round brackets.
pub(super) fn write_literal(out: &mut Vec<u8>, text: &[u8]) {
    out.push(b'(');
    for byte in text {
        match byte {
            b'(' | b')' | b'\\' => out.extend([b'\\', *byte]),
            // A reader would take it for the end of a line, and that for `\n`.
            b'\r' => out.extend(b"\\r"),
            byte => out.push(*byte),
        }
    }
    out.push(b')');
}

#[cfg(test)]
mod tests {
    use super::*;
    use lopdf::dictionary;

    fn written(object: &Object) -> String {
        let mut out = Vec::new();
        write_object(&mut out, object);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn objects_are_written_as_pdf_wants_them() {
        let cases = [
            (Object::Null, "null"),
            (Object::Real(0.5), "0.5"),
            (Object::Name(b"A#b c".to_vec()), "/A#23b#20c"),
            (Object::string_literal("a (b) \\ \r"), "(a \\(b\\) \\\\ \\r)"),
            (Object::String(vec![0xfe, 0x0a], StringFormat::Hexadecimal), "<FE0A>"),
            (vec![1.into(), "N".into(), 2.into(), (3, 0).into()].into(), "[1/N 2 3 0 R]"),
            (dictionary! { "A" => true, "B" => vec![Object::Null] }.into(), "<</A true/B[null]>>"),
        ];
        for (object, text) in cases {
            assert_eq!(written(&object), text);
        }
    }
}
