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

#[test]
fn an_empty_user_password_opens() {
    for method in METHODS {
        let values: Vec<String> = fields(&encrypted(method, ""))
            .into_iter()
            .flat_map(|field| field.values)
            .collect();
        assert_eq!(values, ["Müller", "aus dem Strom"], "{method}");
    }
}

#[test]
fn a_method_that_is_not_known_is_told_apart_from_a_password() {
    let mut bytes = encrypted("RC4, 128 bits", "");
    let handler = bytes.windows(8).position(|window| window == b"Standard");
    bytes[handler.unwrap()] = b'X';
    assert!(matches!(
        pdf_read::read(&bytes),
        Err(PdfError::UnsupportedEncryption(_))
    ));
}

#[test]
fn another_user_password_locks() {
    for method in METHODS {
        assert_eq!(
            pdf_read::read(&encrypted(method, "geheim")),
            Err(PdfError::Locked),
            "{method}"
        );
    }
}
