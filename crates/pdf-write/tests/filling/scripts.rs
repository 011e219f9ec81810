//! Names and texts in the scripts of the world: in the filled form, and in the flat one, read back
//! as they are.

use forms::{Data, Value};
use lopdf::{Document, dictionary};
use proptest::prelude::*;
use unicode_normalization::UnicodeNormalization as _;

use crate::form::{Template, data, field, fill, flat, package, read, shown, text};

const NAMES: [&str; 21] = [
    "ٱ 😀 \u{956}\u{941}\u{903}",
    "ء٠ \u{e31}\u{e34}",
    "ل\u{64B}ى",
    "ٱ \u{E37}\u{E47}\u{E48}\u{E48}\u{E49} กี้่็็",
    "李小龙",
    "山田 太郎 さん",
    "김철수",
    "محمد علي",
    "السلام لا شلا",
    "می\u{200C}خواهم",
    "עברית שָׁלוֹם",
    "हिन्दी क्रि क़लम",
    "ไทย น้ำ ที่ กำ",
    "Müller 李 (محمد)",
    "محمد (Müller) 12 سنة",
    "א (ב) 12,50 €",
    "עברית Studierendenwerk (Heidelberg) 12.",
    "👍 🎓 👨\u{200D}🎓 🇩🇪",
    "Nguyễn Đặng Łódź Ћирић",
    "ABC \u{0D05}\u{0D2E}\u{0D4D}",
    "١٢٣ نص\tمع",
];

/// A line and an area with the texts, filled, and the data.
fn filled(line: &str, lines: &str, printed: bool) -> (Vec<u8>, Data, Data) {
    let mut template = Template::new();
    template.text("line", [20, 700, 580, 718]);
    template.field(
        "lines",
        [20, 100, 580, 690],
        dictionary! { "FT" => "Tx", "Ff" => 1 << 12 },
    );
    let entries = vec![field("line", text(false)), field("lines", text(true))];
    let package = package(template.bytes(), entries);
    let data = data([("line", Value::text(line)), ("lines", Value::text(lines))]);
    if printed {
        return (flat(&package, &data), data.clone(), data);
    }
    let pdf = fill(&package, &data);
    let back = read(&package, &pdf);
    (pdf, data, back)
}

/// The characters that are drawn: a line can end within a word, and its spaces are not drawn.
fn characters(text: &str) -> String {
    text.split_whitespace().collect::<String>().nfc().collect()
}

#[test]
fn names_in_all_scripts_come_back_from_the_filled_and_the_flat_form() {
    for name in NAMES {
        let lines = format!("{name} ").repeat(30);
        let (_, data, back) = filled(name, lines.trim(), false);
        assert_eq!(back, data);
        let (pdf, ..) = filled(name, lines.trim(), true);
        // Malayalam has no font, and is read behind its codes.
        let all = format!("{name} ").repeat(31);
        assert_eq!(characters(&shown(&pdf)), characters(&all), "{name}");
    }
}

/// As addresses and telephone numbers come out of other programs; and as they lie.
#[test]
fn marks_that_pile_up_come_back_from_the_flat_form() {
    for piled in [
        "๏\u{e47}\u{e34}\u{e47}\u{e47}ำ",
        "ก\u{e47}\u{e34}\u{e47}\u{e47}\u{e48}ำ",
    ] {
        let (pdf, data, back) = filled("-", piled, true);
        assert_eq!(back, data);
        assert_eq!(characters(&shown(&pdf)), characters(&format!("-{piled}")));
    }
}

#[test]
fn controls_that_force_an_order_stay_in_the_fields_and_turn_nothing_on_the_page() {
    for (typed, printed) in [
        ("\u{202D}+49 6221 54\u{202C}", "+49 6221 54"),
        (
            "Betrag \u{202E}05.1\u{202C} \u{2067}abc\u{2069}",
            "Betrag 05.1 abc",
        ),
    ] {
        let lines = format!("{typed} ").repeat(400);
        let (_, data, back) = filled(typed, lines.trim(), false);
        assert_eq!(back, data);
        let (pdf, ..) = filled(typed, lines.trim(), true);
        let all = format!("{printed} ").repeat(401);
        assert_eq!(characters(&shown(&pdf)), characters(&all), "{typed}");
    }
}

#[test]
fn more_text_than_is_shaped_is_complete_and_in_order_in_the_filled_and_the_flat_form() {
    let (word, words) = ("سلام ".repeat(400), 3_400);
    let lines = "محمد (Müller) हिन्दी 12 क़ \u{1B34} ".repeat(words);
    let (_, data, back) = filled(word.trim(), lines.trim(), false);
    assert_eq!(back, data);
    let (pdf, ..) = filled(word.trim(), lines.trim(), true);
    let read = characters(&shown(&pdf));
    // Pages begin with a title, within a word as well.
    assert!(read.matches("محمد(Müller)हिन्दी12").count() > words * 9 / 10);
    let times = |letter: char| read.chars().filter(|read| *read == letter).count();
    assert_eq!([times('س'), times('ل')], [400, 400]);
    assert_eq!(
        [times('ह'), times('ح'), times('्'), times('\u{1B34}')],
        [words; 4]
    );
}

/// How often a document marks a line as one that does not stand in the order of its characters.
fn marked_lines(pdf: &[u8]) -> usize {
    let document = Document::load_mem(pdf).unwrap();
    let streams = document.objects.values();
    let contents = streams.filter_map(|object| object.as_stream().ok()?.get_plain_content().ok());
    let marks = contents.map(|content| {
        let mark = b"/FormserviceLine <<";
        let windows = content.windows(mark.len());
        windows.filter(|window| window == mark).count()
    });
    marks.sum()
}

#[test]
fn latin_lines_of_a_hebrew_paragraph_are_set_in_its_direction_in_the_box_and_on_a_page() {
    for words in [100, 2_000] {
        let latin = "Studierendenwerk ".repeat(words);
        let hebrew = format!("שלום {latin}שלום");
        let (pdf, data, back) = filled("-", &hebrew, false);
        assert_eq!(back, data);
        assert!(marked_lines(&pdf) > words / 10, "{}", marked_lines(&pdf));
        let (pdf, ..) = filled("-", &format!("Hallo\n{latin}"), false);
        assert_eq!(marked_lines(&pdf), 0);
        let (pdf, ..) = filled("-", &hebrew, true);
        let read = characters(&shown(&pdf));
        assert!(read.starts_with('-') && read.ends_with("werkשלום"));
        assert_eq!(read.matches("Studierendenwerk").count(), words);
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 60,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn any_text_of_these_scripts_comes_back_from_the_flat_form(
        words in prop::collection::vec(
            // With a letter: numbers alone on a line of a Hebrew text are read as they stand.
            "[a-zäöüß][a-zäöüß0-9(),.]{0,7}|[一-龥ぁ-んァ-ヴ가-힣]{1,6}\
             |[ء-غف-ْ٠-٩ٱ-ە]{1,8}|[א-תְ-ֽ]{1,8}\
             |[ऀ-ॿ]{1,8}|[ก-ฺเ-๛]{1,8}|[😀-🙏🚀-🚅]{1,3}",
            1..40,
        ),
    ) {
        let text: String = words.join(" ");
        let (_, data, back) = filled(&words[0], &text, false);
        prop_assert_eq!(back, data);
        let (pdf, ..) = filled(&words[0], &text, true);
        let all = format!("{} {text}", words[0]);
        prop_assert_eq!(characters(&shown(&pdf)), characters(&all));
    }
}
