//! A template whose fields begin with texts, plain, formatted and in XFA data, and what becomes of
//! it: filled in, cleared, contradicted, printed over, printed flat.

use crate::small_pdf::{pdf, stream};

/// The template with other entries in its fields, elements in its data and operators on its page.
struct Hybrid {
    name: &'static str,
    course: &'static str,
    begin: &'static str,
    sum: &'static str,
    accepted: &'static str,
    data: &'static str,
    printed: &'static str,
    /// A field that is told apart by its name or has that of another one.
    last: &'static str,
}

const TEMPLATE: Hybrid = Hybrid {
    name: "/V(Vordruck)/RV(<p>Vordruck</p>)",
    course: "/V(Fach)/RV(<p>Fach</p>)",
    begin: "",
    sum: "",
    accepted: "",
    data: "<name>Vordruck</name><summe>0.00</summe><zusage>0</zusage>",
    printed: "(Projektname) Tj",
    last: "/T(x)",
};
/// What a person fills in, in a program that writes it everywhere.
const FILLED: Hybrid = Hybrid {
    name: "/V(Fest)/RV(<p>Fest</p>)",
    begin: "/V(22.11.2026)",
    sum: "/V(1.234,50 \\240)",
    accepted: "/V/1/AS/1",
    data: "<name>Fest</name><projectBeginn>2026-11-22</projectBeginn><summe>1234.5</summe>\
           <zusage>1</zusage>",
    ..TEMPLATE
};

/// The form as it is handed out.
pub(crate) fn template() -> Vec<u8> {
    TEMPLATE.bytes()
}

/// The same, printed flat.
pub(crate) fn template_flat() -> Vec<u8> {
    flat("(Projektname) Tj")
}

const FILES: [(&str, Hybrid); 11] = [
    ("template", TEMPLATE),
    ("filled", FILLED),
    // Other programs change the plain value alone.
    (
        "plain-alone",
        Hybrid {
            name: "/V(Fest)/RV(<p>Vordruck</p>)",
            data: TEMPLATE.data,
            ..FILLED
        },
    ),
    (
        "cleared",
        Hybrid {
            name: "/RV(<p>Vordruck</p>)",
            ..TEMPLATE
        },
    ),
    (
        "cleared-hidden",
        Hybrid {
            course: "/RV(<p>Fach</p>)",
            ..TEMPLATE
        },
    ),
    (
        "one-without-plain",
        Hybrid {
            last: "/T(name)/RV(<p>Vordruck</p>)",
            ..TEMPLATE
        },
    ),
    (
        "other-formatted",
        Hybrid {
            name: "/V(Fest)/RV(<p>Feier</p>)",
            ..FILLED
        },
    ),
    (
        "other-day",
        Hybrid {
            begin: "/V(11.22.2026)",
            ..FILLED
        },
    ),
    (
        "other-amount",
        Hybrid {
            sum: "/V(12.345,00)",
            ..FILLED
        },
    ),
    (
        "other-state",
        Hybrid {
            accepted: "/V/Off/AS/Off",
            ..FILLED
        },
    ),
    (
        "printed-over",
        Hybrid {
            printed: "(Projektname) Tj 0 -90 Td (Eilt) Tj",
            ..FILLED
        },
    ),
];

pub(crate) fn seeds() -> Vec<(&'static str, Vec<u8>)> {
    FILES
        .iter()
        .map(|(name, hybrid)| (*name, hybrid.bytes()))
        .chain([("flat", flat("(Projektname) Tj 0 -14 Td (Fest) Tj"))])
        .collect()
}

const PAGES: &str = "<</Type/Pages/Kids[3 0 R]/Count 1>>";
const PAGE: &str = "/Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources\
    <</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>>>>>";

fn content(printed: &str) -> String {
    stream("", &format!("BT /F 12 Tf 60 700 Td {printed} ET"))
}

impl Hybrid {
    fn bytes(&self) -> Vec<u8> {
        let text = |name: &str, bottom: usize, entries: &str| {
            let top = bottom + 14;
            format!("<</Subtype/Widget/Rect[60 {bottom} 260 {top}]/FT/Tx{name}{entries}>>")
        };
        let data = format!(
            "<xfa:datasets><xfa:data>{}</xfa:data></xfa:datasets>",
            self.data
        );
        let fields = "[6 0 R 7 0 R 8 0 R 9 0 R 10 0 R 11 0 R]";
        let states = "/AP<</N<</1 4 0 R/Off 4 0 R>>>>";
        pdf(&[
            format!(
                "<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields{fields}/XFA[(datasets)5 0 R]>>>>"
            ),
            PAGES.to_owned(),
            format!("<<{PAGE}/Annots{fields}>>"),
            content(self.printed),
            stream("", &data),
            text("/T(name)/Ff 33554432", 680, self.name),
            text("/T(courseOfStudy)", 660, self.course),
            text("/T(projectBeginn)", 640, self.begin),
            text("/T(summe)", 620, self.sum),
            format!(
                "<</Subtype/Widget/Rect[60 600 74 614]/FT/Btn/T(zusage){states}{}>>",
                self.accepted
            ),
            text(self.last, 580, ""),
        ])
    }
}

fn flat(printed: &str) -> Vec<u8> {
    pdf(&[
        "<</Type/Catalog/Pages 2 0 R>>".to_owned(),
        PAGES.to_owned(),
        format!("<<{PAGE}>>"),
        content(printed),
    ])
}
