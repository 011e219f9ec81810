//! Looks of fields that store no value.

use lopdf::{Dictionary, Object, Stream, dictionary};

use crate::form::{Form, rectangle, text};

const ANNA: &[u8] = b"/Tx BMC BT /F 9 Tf 2 5 Td (Anna) Tj ET EMC";

/// The looks of a field that are told, of which one draws this.
fn form(entries: Dictionary, content: &[u8]) -> Form {
    let mut form = Form::new();
    let look = form.add(Stream::new(
        dictionary! { "Type" => "XObject", "Subtype" => "Form", "BBox" => rectangle(0, 0, 99, 19) },
        content.to_vec(),
    ));
    let mut field = dictionary! { "AP" => dictionary! { "N" => look } };
    crate::form::overlay(&mut field, &entries);
    form.field("x", "Tx", field);
    // A file with buttons and signatures alone is flat.
    form.field("other", "Tx", Dictionary::new());
    form
}

fn looks(entries: Dictionary, content: &[u8]) -> usize {
    let form = form(entries, content);
    let field = form.read_fields().remove(0);
    field.unstored_looks.len()
}

#[test]
fn a_look_that_shows_a_text_is_told_where_no_value_is_stored() {
    for blank in [
        dictionary! {},
        dictionary! { "V" => text("") },
        dictionary! { "V" => text(" ") },
        dictionary! { "V" => Object::Null },
        dictionary! { "FT" => "Ch", "Ff" => 1 << 17 },
    ] {
        assert_eq!(looks(blank.clone(), ANNA), 1, "{blank:?}");
    }
    assert_eq!(looks(dictionary! { "V" => text("Ida") }, ANNA), 0);
}

#[test]
fn a_look_is_told_where_a_formatted_text_is_all_that_a_cleared_field_keeps() {
    for (formatted, plain, flags) in [
        ("<p>Ida</p>", "", 0),
        ("<p>&#xa0;</p>", "", 0),
        ("<p>&#xa0;</p>", " ", 1 << 25),
    ] {
        let entries = dictionary! { "RV" => text(formatted), "V" => text(plain), "Ff" => flags };
        assert_eq!(looks(entries, ANNA), 1, "{formatted} {plain:?} {flags}");
    }
    let caption = dictionary! { "RV" => text("<p>Anna</p>"), "DV" => text("Anna"), "Ff" => 1 };
    assert_eq!(looks(caption, ANNA), 0);
}

#[test]
fn a_list_is_told_from_a_choice_that_shows_what_is_chosen_alone() {
    for (flags, is_list) in [(0, true), (1 << 17, false)] {
        let entries = dictionary! { "FT" => "Ch", "Ff" => flags };
        let field = form(entries, ANNA).read_fields().remove(0);
        assert_eq!(field.lists_options, is_list, "{flags}");
        assert_eq!(field.unstored_looks.len(), 1, "{flags}");
    }
    let text = form(Dictionary::new(), ANNA).read_fields().remove(0);
    assert!(!text.lists_options);
}

#[test]
fn looks_without_a_text_are_none() {
    for content in [
        &b""[..],
        b"/Tx BMC EMC",
        b"1 g 0 0 99 19 re f /Tx BMC BT /F 9 Tf () Tj ET EMC",
        b"/Tx BMC BT /F 9 Tf (   ) Tj [(\\000 ) 3 ( )] TJ ET EMC",
    ] {
        assert_eq!(looks(Dictionary::new(), content), 0, "{content:?}");
    }
    for content in [
        &b"/F 9 Tf [(A) 3 (n)] TJ"[..],
        b"/F 9 Tf (Anna) '",
        b"/F 9 Tf 1 2 (Anna) \"",
        b"q /Picture Do Q",
        b"/A Do",
        b"/ Do",
        b"/F 9 Tf (Anna Tj",
    ] {
        assert_eq!(looks(Dictionary::new(), content), 1, "{content:?}");
    }
}

#[test]
fn spaces_are_a_text_in_fonts_that_draw_something_for_them() {
    let differences = |differences: Vec<Object>| {
        let encoding = dictionary! { "Differences" => differences };
        dictionary! { "Subtype" => "Type1", "BaseFont" => "Helvetica", "Encoding" => encoding }
    };
    for (font, count) in [
        (
            dictionary! { "Subtype" => "Type1", "Encoding" => "WinAnsiEncoding" },
            0,
        ),
        (
            differences(vec![24.into(), "breve".into(), 32.into(), "space".into()]),
            0,
        ),
        (
            differences(vec![31.into(), "dotlessi".into(), "X".into()]),
            1,
        ),
        (dictionary! { "Subtype" => "Type3" }, 1),
    ] {
        let mut form = Form::new();
        let resources = dictionary! { "Font" => dictionary! { "F" => font.clone() } };
        let blank = b"BT /F 9 Tf (  ) Tj ET".to_vec();
        let look = form.add(Stream::new(dictionary! { "Resources" => resources }, blank));
        let entries = dictionary! { "AP" => dictionary! { "N" => look } };
        form.field("x", "Tx", entries);
        let fields = form.read_fields();
        assert_eq!(fields[0].unstored_looks.len(), count, "{font:?}");
    }
}

/// Programs number the glyphs that they embed anew each time.
#[test]
fn what_composite_fonts_show_is_told_by_its_text() {
    let looks = |map: &str, drawn: &str| {
        let mut form = Form::new();
        let map = format!("1 beginbfchar {map} endbfchar").into_bytes();
        let map = form.add(Stream::new(Dictionary::new(), map));
        let font = dictionary! {
            "Subtype" => "Type0", "Encoding" => "Identity-H", "ToUnicode" => map,
        };
        let resources = dictionary! { "Font" => dictionary! { "F" => font } };
        let drawn = format!("BT /F 9 Tf {drawn} ET").into_bytes();
        let look = form.add(Stream::new(dictionary! { "Resources" => resources }, drawn));
        let entries = dictionary! { "AP" => dictionary! { "N" => look } };
        form.field("x", "Tx", entries);
        form.read_fields().remove(0).unstored_looks
    };
    for space in ["0020", "00A0"] {
        let map = format!("<0008> <{space}>");
        assert_eq!(looks(&map, "<0008> Tj [<00080008>] TJ"), [], "{space}");
        assert_eq!(looks(&map, "<00080009> Tj").len(), 1, "{space}");
        assert_eq!(looks(&map, "/G 9 Tf <0008> Tj").len(), 1, "{space}");
        assert_eq!(looks(&map, "q /G 9 Tf Q <0008> Tj"), [], "{space}");
    }
    assert_eq!(looks("<0020> <0066>", "<0020> Tj").len(), 1);
    // Nothing says that this code, the byte of a space elsewhere, is one here.
    assert_eq!(looks("<0001> <0020>", "<00200020> Tj").len(), 1);
    // A map may name spaces for all that is drawn.
    for map in ["<0001> <0020> <0002> <0020>", "<0001> <0020> <0002> <00A0>"] {
        for drawn in [
            "<00010002> Tj",
            "<0001> Tj <0002> Tj",
            "[<0001> 3 <0002>] TJ",
        ] {
            assert_eq!(looks(map, drawn).len(), 1, "{map} {drawn}");
        }
    }
    assert_eq!(looks("<0001> <0000>", "<0001> Tj").len(), 1);
    let told = looks("<0001> <004A> <0002> <0061>", "<00010002> Tj");
    assert_eq!(
        told,
        looks("<0005> <004A> <0004> <0061>", "[<0005> 3 <0004>] TJ")
    );
    assert_ne!(told, looks("<0001> <004E> <0002> <0061>", "<00010002> Tj"));
}

#[test]
fn looks_that_are_packed_alike_may_show_different_things() {
    let mut form = Form::new();
    let drawn = dictionary! { "Subtype" => "Type3" };
    for (name, font) in [("a", dictionary! {}), ("b", drawn), ("c", dictionary! {})] {
        let look = dictionary! {
            "Subtype" => "Form", "BBox" => rectangle(0, 0, 99, 19),
            "Resources" => dictionary! { "Font" => dictionary! { "F" => font } },
        };
        let look = form.add(Stream::new(look, b"/F 9 Tf ( ) Tj".to_vec()));
        form.field(
            name,
            "Tx",
            dictionary! { "AP" => dictionary! { "N" => look } },
        );
    }
    let counts = form.read_fields().into_iter();
    let counts = counts.map(|field| field.unstored_looks.len());
    assert_eq!(counts.collect::<Vec<_>>(), [0, 1, 0]);
}

#[test]
fn looks_that_nobody_sees_or_that_are_made_anew_are_none() {
    for flags in [2, 32] {
        assert_eq!(looks(dictionary! { "F" => flags }, ANNA), 0, "{flags}");
    }
    // What is not viewed may still be printed.
    for flags in [4, 36] {
        assert_eq!(looks(dictionary! { "F" => flags }, ANNA), 1, "{flags}");
    }
    assert_eq!(looks(dictionary! { "F" => 38 }, ANNA), 0);
    assert_eq!(
        looks(dictionary! { "Rect" => rectangle(9, 9, 9, 29) }, ANNA),
        0
    );
    let mut anew = form(Dictionary::new(), ANNA);
    anew.acro_form.set("NeedAppearances", true);
    assert_eq!(anew.read_fields()[0].unstored_looks, []);
    let mut on_no_page = form(Dictionary::new(), ANNA);
    on_no_page.annotations.clear();
    assert_eq!(on_no_page.read_fields()[0].unstored_looks, []);
}

#[test]
fn looks_that_show_the_same_are_the_same_however_they_are_drawn() {
    let of = |content: &[u8]| {
        let fields = form(Dictionary::new(), content).read_fields();
        fields[0].unstored_looks.clone()
    };
    assert_eq!(of(b"0 g BT /G 12 Tf [(An) 9 (na)] TJ ET"), of(ANNA));
    assert_ne!(of(b"BT /F 9 Tf (Ida) Tj ET"), of(ANNA));
    assert_ne!(of(b"q /Picture Do Q"), of(b"q /Other Do Q"));
}

#[test]
fn a_look_that_is_chosen_by_its_state_is_told() {
    let mut form = Form::new();
    let look = form.add(Stream::new(Dictionary::new(), ANNA.to_vec()));
    let states = dictionary! { "N" => dictionary! { "shown" => look } };
    form.field(
        "x",
        "Tx",
        dictionary! { "AP" => states.clone(), "AS" => "shown" },
    );
    // Viewers choose otherwise where no state is named that there is.
    for state in [Object::from("other"), text("shown"), Object::Null] {
        let other = form.add(Stream::new(Dictionary::new(), b"(Ida) Tj".to_vec()));
        let blank = form.add(Stream::new(Dictionary::new(), b"/Tx BMC EMC".to_vec()));
        let states = dictionary! { "Off" => look, "on" => other, "blank" => blank };
        let entries = dictionary! { "AP" => dictionary! { "N" => states }, "AS" => state };
        form.field(&format!("y{blank:?}"), "Tx", entries);
    }
    // Buttons that another program has taken out of their fields.
    let states = dictionary! { "N" => dictionary! { "shown" => look } };
    form.widget(dictionary! { "AP" => states, "AS" => "shown" });
    form.widget(dictionary! { "AP" => dictionary! { "N" => look } });
    let counts: Vec<usize> = form
        .read_fields()
        .iter()
        .map(|field| field.unstored_looks.len())
        .collect();
    assert_eq!(counts, [1, 2, 2, 2, 0, 0]);
}

#[test]
fn a_look_that_is_too_long_is_compared_as_it_is_packed() {
    let long = [ANNA, &vec![b' '; (1 << 20) + 1]].concat();
    let mut stream = Stream::new(Dictionary::new(), long);
    stream.compress().unwrap();
    let mut form = Form::new();
    let look = form.add(stream);
    form.field(
        "x",
        "Tx",
        dictionary! { "AP" => dictionary! { "N" => look } },
    );
    assert_eq!(form.read_fields()[0].unstored_looks.len(), 1);
}

#[test]
fn all_looks_of_buttons_and_signatures_that_store_nothing_are_told() {
    let button = |entries| {
        let mut button = dictionary! { "FT" => "Btn", "Ff" => 1 << 16 };
        crate::form::overlay(&mut button, &entries);
        button
    };
    let drawn = b"1 0 0 1 2 2 cm 0 0 9 9 re f";
    for (entries, content, count) in [
        (dictionary! { "FT" => "Sig" }, ANNA, 1),
        (dictionary! { "FT" => "Sig" }, drawn, 1),
        (dictionary! { "FT" => "Sig" }, b"", 0),
        (dictionary! { "FT" => "Sig", "F" => 2 }, drawn, 0),
        (button(dictionary! {}), drawn, 1),
        (button(dictionary! {}), b"", 0),
        // Viewers draw it by this where it has no look.
        (
            button(dictionary! { "MK" => dictionary! { "CA" => text("Anna") } }),
            b"",
            1,
        ),
        (
            button(dictionary! { "MK" => dictionary! { "CA" => text("") } }),
            b"",
            0,
        ),
    ] {
        assert_eq!(
            looks(entries.clone(), content),
            count,
            "{entries:?} {content:?}"
        );
    }
    let no_look = dictionary! { "FT" => "Btn", "AP" => Object::Null };
    assert_eq!(looks(no_look, drawn), 0);
}

#[test]
fn boxes_that_are_off_show_their_states() {
    for (states, count) in [(&["Yes", "Off"][..], 0), (&["Off"], 1)] {
        let mut form = Form::new();
        let look: Object = form
            .add(Stream::new(Dictionary::new(), ANNA.to_vec()))
            .into();
        let looks: Dictionary = states.iter().map(|state| (*state, look.clone())).collect();
        let looks = dictionary! { "N" => looks };
        form.field("x", "Btn", dictionary! { "AP" => looks, "AS" => "Off" });
        let field = form.read_fields().remove(0);
        assert_eq!(field.unstored_looks.len(), count, "{states:?}");
    }
}
