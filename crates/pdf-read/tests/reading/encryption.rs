//! Encrypted files: an empty user password opens, any other locks.

use std::collections::BTreeMap;
use std::sync::Arc;

use lopdf::encryption::crypt_filters::{Aes128CryptFilter, Aes256CryptFilter, CryptFilter};
use lopdf::{
    Dictionary, EncryptionState, EncryptionVersion, Object, Permissions, Stream, dictionary,
};
use ports::PdfError;

use crate::form::{Form, fields, text};

const METHODS: [&str; 4] = [
    "RC4, 40 bits",
    "RC4, 128 bits",
    "AES, 128 bits",
    "AES, 256 bits",
];

fn filters(filter: Arc<dyn CryptFilter>) -> BTreeMap<Vec<u8>, Arc<dyn CryptFilter>> {
    BTreeMap::from([(b"StdCF".to_vec(), filter)])
}

fn encrypted(method: &str, user_password: &str) -> Vec<u8> {
    let mut form = Form::with_text(dictionary! { "V" => text("Müller") });
    let stream = form.add(Stream::new(Dictionary::new(), b"aus dem Strom".to_vec()));
    form.field("y", "Tx", dictionary! { "V" => stream });
    let mut document = form.document();
    let id = Object::string_literal("0123456789abcdef");
    document.trailer.set("ID", vec![id.clone(), id]);
    let (owner_password, permissions) = ("owner", Permissions::all());
    let (stream_filter, string_filter) = (b"StdCF".to_vec(), b"StdCF".to_vec());
    let version = match method {
        "RC4, 40 bits" => EncryptionVersion::V1 {
            document: &document,
            owner_password,
            user_password,
            permissions,
        },
        "RC4, 128 bits" => EncryptionVersion::V2 {
            document: &document,
            owner_password,
            user_password,
            key_length: 128,
            permissions,
        },
        "AES, 128 bits" => EncryptionVersion::V4 {
            document: &document,
            encrypt_metadata: true,
            crypt_filters: filters(Arc::new(Aes128CryptFilter)),
            stream_filter,
            string_filter,
            owner_password,
            user_password,
            permissions,
        },
        _ => EncryptionVersion::V5 {
            encrypt_metadata: true,
            crypt_filters: filters(Arc::new(Aes256CryptFilter)),
            file_encryption_key: &[7; 32],
            stream_filter,
            string_filter,
            owner_password,
            user_password,
            permissions,
        },
    };
    let state = EncryptionState::try_from(version).unwrap();
    document.encrypt(&state).unwrap();
    let mut bytes = Vec::new();
    document.save_to(&mut bytes).unwrap();
    bytes
}

fn find(bytes: &[u8], part: &[u8], from: usize) -> usize {
    let mut windows = bytes[from..].windows(part.len());
    from + windows.position(|window| window == part).unwrap()
}

/// The file with its encryption dictionary in the trailer, as MuPDF writes it.
fn in_trailer(mut pdf: Vec<u8>) -> Vec<u8> {
    let reference = find(&pdf, b"/Encrypt ", 0) + 9;
    let reference = reference..find(&pdf, b"R", reference) + 1;
    let header = String::from_utf8(pdf[reference.clone()].to_vec()).unwrap();
    let header = format!("\n{}", header.replace('R', "obj"));
    let dictionary = find(&pdf, header.as_bytes(), 0) + header.len();
    let dictionary = pdf[dictionary..find(&pdf, b"endobj", dictionary)].to_vec();
    pdf.splice(reference, dictionary);
    pdf
}

/// The same with bytes before its head, from which places are not counted.
fn in_trailer_behind_other_bytes(pdf: Vec<u8>) -> Vec<u8> {
    [b"other bytes\n".to_vec(), in_trailer(pdf)].concat()
}

#[test]
fn an_empty_user_password_opens() {
    for method in METHODS {
        let pdf = encrypted(method, "");
        for pdf in [
            in_trailer(pdf.clone()),
            in_trailer_behind_other_bytes(pdf.clone()),
            pdf,
        ] {
            let fields = fields(&pdf).into_iter();
            let values: Vec<String> = fields.flat_map(|field| field.values).collect();
            assert_eq!(values, ["Müller", "aus dem Strom"], "{method}");
        }
    }
}

#[test]
fn a_method_that_is_not_known_is_told_apart_from_a_password() {
    let pdf = encrypted("RC4, 128 bits", "");
    for mut pdf in [in_trailer(pdf.clone()), pdf] {
        while let Some(handler) = pdf.windows(8).position(|window| window == b"Standard") {
            pdf[handler] = b'X';
        }
        let read = pdf_read::read(&pdf);
        assert!(
            matches!(read, Err(PdfError::UnsupportedEncryption(_))),
            "{read:?}"
        );
    }
}

#[test]
fn another_user_password_locks() {
    for method in METHODS {
        let pdf = encrypted(method, "geheim");
        for pdf in [in_trailer(pdf.clone()), pdf] {
            assert_eq!(pdf_read::read(&pdf), Err(PdfError::Locked), "{method}");
        }
    }
}
