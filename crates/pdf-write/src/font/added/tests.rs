//! Which fonts are taken, and what is said of the others.

use std::fs;

use tempfile::TempDir;

use super::*;
use crate::font::{FontFamily, Weight};

const BOXES: &[u8] = include_bytes!("../../../../../tests/fonts/boxes.ttf");

fn folder(files: &[(&str, &[u8])]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, bytes) in files {
        fs::write(folder.path().join(name), bytes).unwrap();
    }
    folder
}

fn faults(files: &[(&str, &[u8])]) -> Vec<String> {
    let read = AddedFonts::read(folder(files).path());
    let faults = read.err().unwrap_or_default();
    faults.iter().map(ToString::to_string).collect()
}

/// The font with another `fsType`, the fifth number of OS/2.
fn permitting(kind: u16) -> Vec<u8> {
    let place = BOXES.windows(4).position(|tag| tag == b"OS/2").unwrap();
    let offset: [u8; 4] = BOXES[place + 8..place + 12].try_into().unwrap();
    let place = u32::from_be_bytes(offset) as usize + 8;
    let mut font = BOXES.to_vec();
    font[place..place + 2].copy_from_slice(&kind.to_be_bytes());
    font
}

#[test]
fn fonts_are_read_in_the_order_of_their_names_and_licences_are_left_alone() {
    let one = folder(&[("b.ttf", BOXES), ("a.OTF", BOXES), ("OFL.txt", b"free")]);
    let fonts = AddedFonts::read(one.path()).unwrap();
    assert_eq!(fonts.count(), 2);
    assert_eq!(fonts.faces[0].name, "Boxes-Regular");
    let digest = |files| AddedFonts::read(folder(files).path()).unwrap().digest();
    let same = digest(&[("a.OTF", BOXES), ("b.ttf", BOXES), ("README", b"other")]);
    assert_eq!(fonts.digest(), same);
    assert_ne!(same, digest(&[("a.OTF", BOXES), ("c.ttf", BOXES)]));
    assert_ne!(same, digest(&[("a.OTF", BOXES)]));
    assert_eq!(digest(&[("OFL.txt", b"free")]), None);
}

#[test]
fn each_file_that_cannot_be_used_is_named_with_the_reason() {
    let named = faults(&[
        ("broken.ttf", &BOXES[..BOXES.len() / 2]),
        ("collection.otf", b"ttcf and more"),
        ("empty.ttf", b""),
        ("good.ttf", BOXES),
        ("text.ttf", b"no font at all"),
    ]);
    let of = |name: &str| {
        let start = format!("the font {name} cannot be used: ");
        named.iter().find_map(|fault| fault.strip_prefix(&start))
    };
    assert_eq!(named.len(), 4, "{named:?}");
    assert!(of("broken.ttf").is_some());
    assert_eq!(of("empty.ttf"), Some("it is no TrueType or OpenType font"));
    assert_eq!(of("text.ttf"), of("empty.ttf"));
    assert!(of("collection.otf").unwrap().contains("a collection"));
    let other = faults(&[("a.woff2", BOXES)]);
    assert!(
        other[0].ends_with("only .ttf and .otf are used"),
        "{other:?}"
    );
}

#[test]
fn a_font_is_embedded_only_as_its_owner_permits() {
    for kind in [0x0000, 0x0004, 0x0008, 0x000A] {
        assert_eq!(check(&permitting(kind)), Ok(()), "{kind:#06x}");
    }
    for kind in [0x0002, 0x0100, 0x0104, 0x0200] {
        let refused = check(&permitting(kind)).unwrap_err();
        assert!(refused.contains("fsType forbids"), "{refused}");
    }
}

#[test]
fn a_folder_that_is_missing_or_holds_too_many_or_too_much_is_refused() {
    let empty = folder(&[]);
    assert!(AddedFonts::read(&empty.path().join("none")).is_err());
    fs::create_dir(empty.path().join("folder.ttf")).unwrap();
    assert!(AddedFonts::read(empty.path()).is_err());
    let many = folder(&[]);
    for number in 0..33 {
        fs::write(many.path().join(format!("{number}.ttf")), BOXES).unwrap();
    }
    assert!(AddedFonts::read(many.path()).is_err());
    fs::remove_file(many.path().join("0.ttf")).unwrap();
    assert_eq!(AddedFonts::read(many.path()).unwrap().count(), 32);
    // Nothing is written: the file only says that it is long.
    let large = folder(&[]);
    let file = fs::File::create(large.path().join("a.ttf")).unwrap();
    file.set_len((32 << 20) + 1).unwrap();
    let refused = AddedFonts::read(large.path()).err().unwrap();
    assert!(
        refused[0].to_string().contains("more than 32 MB"),
        "{refused:?}"
    );
}

#[test]
fn check_survives_any_damage_and_what_it_takes_can_be_measured() {
    for place in 0..BOXES.len() {
        let mut font = BOXES.to_vec();
        font[place] ^= 0xFF;
        let _ = check(&BOXES[..place]);
        if check(&font).is_ok() {
            let name = "damaged.ttf".to_owned();
            let fonts = AddedFonts::of(vec![FontFile { name, bytes: font }]);
            let family = FontFamily::with(&fonts.unwrap()).unwrap();
            for text in ["\u{1C50}\u{1C51}", "\u{1B05}\u{1B06}"] {
                assert!(!family.width(Weight::Regular, text, 10.0).is_nan());
            }
        }
    }
}
