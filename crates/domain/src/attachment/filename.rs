//! The name under which an attachment is handed back.

use unicode_normalization::UnicodeNormalization as _;

/// Longest name, in bytes of UTF-8: what file systems take.
pub const FILENAME_BYTES_MAX: usize = 255;

/// From one to another of the marks that turn the direction of writing.
pub const DIRECTION_MARKS: [(char, char); 4] = [
    ('\u{61C}', '\u{61C}'),
    ('\u{200E}', '\u{200F}'),
    ('\u{202A}', '\u{202E}'),
    ('\u{2066}', '\u{2069}'),
];

/// What a file is called when nothing is left of its name.
const NAMELESS: &str = "attachment";

/// The last path component of a name as a client sent it, in Unicode NFC, without control
/// characters and without those that turn the direction of writing (UAX 9), cut to 255 bytes before
/// its extension.
pub fn filename(sent: &str) -> String {
    // What stood between two characters that compose is gone before they do.
    let is_visible = |character: &char| !character.is_control() && !is_direction_mark(*character);
    let visible: String = sent.chars().filter(is_visible).nfc().collect();
    let name = visible
        .rsplit(['/', '\\'])
        .next()
        .unwrap_or_default()
        .trim();
    if matches!(name, "" | "." | "..") {
        NAMELESS.to_owned()
    } else {
        shortened(name)
    }
}

/// Whether the character turns text around without being seen (Unicode UAX 9).
pub fn is_direction_mark(character: char) -> bool {
    let mut ranges = DIRECTION_MARKS.iter();
    ranges.any(|(first, last)| (*first..=*last).contains(&character))
}

/// The name cut so that its extension stays, where that is a short one.
fn shortened(name: &str) -> String {
    const EXTENSION_BYTES_MAX: usize = 20;
    if name.len() <= FILENAME_BYTES_MAX {
        return name.to_owned();
    }
    let extension = name.rfind('.').map_or("", |point| &name[point..]);
    let extension = if extension.len() <= EXTENSION_BYTES_MAX {
        extension
    } else {
        ""
    };
    let stem = &name[..name.len() - extension.len()];
    let end = (0..=FILENAME_BYTES_MAX - extension.len())
        .rev()
        .find(|&end| stem.is_char_boundary(end))
        .unwrap_or(0);
    // The cut may have left a blank at the end.
    format!("{}{extension}", &stem[..end]).trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use unicode_normalization::UnicodeNormalization as _;

    use super::filename;

    #[test]
    fn the_filename_of_a_filename_is_the_same() {
        let long = format!("{} {}", "a".repeat(254), "b".repeat(9));
        let long_with_extension = format!("{}. {}", "a".repeat(250), "b".repeat(200));
        for sent in [
            &*long,
            &*long_with_extension,
            "a\0\u{308}.pdf",
            "a\u{202e}\u{308}",
        ] {
            let once = filename(sent);
            assert_eq!(filename(&once), once);
            assert_eq!(once, once.nfc().collect::<String>());
        }
    }

    #[test]
    fn a_name_keeps_what_is_harmless() {
        for (sent, kept) in [
            ("Angebot Müller & Söhne.pdf", "Angebot Müller & Söhne.pdf"),
            ("Angebot Mu\u{308}ller.pdf", "Angebot Müller.pdf"),
            ("C:\\Users\\a\\Angebot.pdf", "Angebot.pdf"),
            ("../../etc/passwd", "passwd"),
            ("rechnung\u{202e}fdp.exe", "rechnungfdp.exe"),
            ("a\r\nSet-Cookie: x.pdf", "aSet-Cookie: x.pdf"),
            ("\"zitiert\".pdf", "\"zitiert\".pdf"),
            ("", "attachment"),
            ("a/", "attachment"),
            ("..", "attachment"),
            ("\u{0}\u{7f}", "attachment"),
        ] {
            assert_eq!(filename(sent), kept, "{sent:?}");
        }
    }

    #[test]
    fn a_long_name_is_cut_between_characters_and_keeps_its_extension() {
        let name = filename(&format!("{}.pdf", "ü".repeat(300)));
        assert!(name.len() <= 255 && name.ends_with("ü.pdf"), "{name}");
        assert_eq!(filename(&"x".repeat(256)).len(), 255);
        assert_eq!(filename(&format!("{}.pdf", "x".repeat(251))).len(), 255);
    }
}
