//! Objects as they stand in a file (PDF 32000-1, 7.3).
//!
//! What fields are made of is written here, without the detours of formatted output; it is the
//! same as what the library writes, which writes all other objects.

use std::io::Result;

use lopdf::{Dictionary, Object, StringFormat, Writer};

const DIGITS: [u8; 16] = *b"0123456789ABCDEF";

/// Appends an object.
pub(super) fn write(bytes: &mut Vec<u8>, object: &Object) -> Result<()> {
    match object {
        Object::Name(name) => write_name(bytes, name),
        Object::String(text, StringFormat::Hexadecimal) => write_hexadecimal(bytes, text),
        Object::Integer(number @ 0..) => write_number(bytes, number.unsigned_abs()),
        Object::Reference((number, generation)) => {
            write_number(bytes, (*number).into());
            bytes.push(b' ');
            write_number(bytes, (*generation).into());
            bytes.extend_from_slice(b" R");
        }
        Object::Array(members) => {
            bytes.push(b'[');
            for (index, member) in members.iter().enumerate() {
                separate(bytes, index > 0, member);
                write(bytes, member)?;
            }
            bytes.push(b']');
        }
        Object::Dictionary(dictionary) => write_dictionary(bytes, dictionary)?,
        Object::Stream(stream) => {
            write_dictionary(bytes, &stream.dict)?;
            bytes.extend_from_slice(b"stream\n");
            bytes.extend_from_slice(&stream.content);
            bytes.extend_from_slice(b"\nendstream");
        }
        other => Writer::write_object(bytes, other)?,
    }
    Ok(())
}

/// Appends a number.
pub(super) fn write_number(bytes: &mut Vec<u8>, number: u64) {
    let (mut digits, mut count, mut left) = ([0; 20], 0, number);
    for digit in digits.iter_mut().rev() {
        *digit = DIGITS[(left % 10) as usize];
        (count, left) = (count + 1, left / 10);
        if left == 0 {
            break;
        }
    }
    bytes.extend_from_slice(&digits[digits.len() - count..]);
}

fn write_dictionary(bytes: &mut Vec<u8>, dictionary: &Dictionary) -> Result<()> {
    bytes.extend_from_slice(b"<<");
    for (key, value) in dictionary {
        write_name(bytes, key);
        separate(bytes, true, value);
        write(bytes, value)?;
    }
    bytes.extend_from_slice(b">>");
    Ok(())
}

/// Keeps an object apart from what stands before it, if anything does.
fn separate(bytes: &mut Vec<u8>, is_behind: bool, object: &Object) {
    if is_behind && Writer::need_separator(object) {
        bytes.push(b' ');
    }
}

fn write_name(bytes: &mut Vec<u8>, name: &[u8]) {
    bytes.push(b'/');
    for byte in name {
        match byte {
            b'(' | b')' | b'<' | b'>' | b'[' | b']' | b'{' | b'}' | b'/' | b'%' | b'#' => {
                bytes.push(b'#');
                push_hexadecimal(bytes, *byte);
            }
            33..=126 => bytes.push(*byte),
            _ => {
                bytes.push(b'#');
                push_hexadecimal(bytes, *byte);
            }
        }
    }
}

fn write_hexadecimal(bytes: &mut Vec<u8>, text: &[u8]) {
    bytes.push(b'<');
    text.iter().for_each(|byte| push_hexadecimal(bytes, *byte));
    bytes.push(b'>');
}

fn push_hexadecimal(bytes: &mut Vec<u8>, byte: u8) {
    bytes.extend_from_slice(&[
        DIGITS[usize::from(byte >> 4)],
        DIGITS[usize::from(byte & 15)],
    ]);
}

#[cfg(test)]
mod tests {
    use lopdf::{Stream, dictionary};

    use super::*;

    #[test]
    fn every_object_is_written_as_the_library_writes_it() {
        let all: Vec<u8> = (0..=255).collect();
        let string = |format| Object::String(all.clone(), format);
        let simple = vec![
            Object::Null,
            true.into(),
            Object::Integer(0),
            Object::Integer(-7),
            Object::Integer(i64::MAX),
            Object::Integer(i64::MIN),
            Object::Real(-1.5),
            Object::Real(2.0),
            Object::Name(all.clone()),
            string(StringFormat::Hexadecimal),
            string(StringFormat::Literal),
            Object::Reference((u32::MAX, 1)),
            Object::Array(Vec::new()),
        ];
        let mut dictionary = dictionary! { "Inner" => dictionary! {}, "Array" => simple.clone() };
        for (index, object) in simple.iter().enumerate() {
            dictionary.set(format!("{index} #"), object.clone());
        }
        let stream = Stream::new(dictionary.clone(), all.clone());
        let objects = [
            Object::Array(simple.clone()),
            dictionary.into(),
            stream.into(),
        ];
        for object in simple.iter().chain(&objects) {
            let (mut ours, mut theirs) = (Vec::new(), Vec::new());
            write(&mut ours, object).unwrap();
            Writer::write_object(&mut theirs, object).unwrap();
            assert_eq!(ours, theirs, "{object:?}");
        }
    }
}
