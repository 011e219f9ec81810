//! How the work of reading grows with what is in a file: counted in steps, so that no machine is
//! too busy for it.

use ports::PdfError;

use crate::steps::take;

/// Makes the objects of a file, the first of which is the catalog, with so many of something.
type Shape = fn(usize) -> Vec<String>;

const PAGES: &str = "<</Type/Pages/Kids[3 0 R]/Count 1>>";
const WIDGET: &str = "/Subtype/Widget/Rect[9 9 99 29]";

fn many(count: usize, one: impl Fn(usize) -> String) -> String {
    (0..count).map(one).collect()
}

/// A form whose fields are the objects from 4 on, or with `fields` those.
fn form(fields: &str, objects: Vec<String>) -> Vec<String> {
    let catalog = format!("<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[{fields}]>>>>");
    let page = "<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Annots[4 0 R]>>";
    [catalog, PAGES.to_owned(), page.to_owned()]
        .into_iter()
        .chain(objects)
        .collect()
}

/// A page without fields that is drawn by these operators, and other objects from 5 on.
fn flat(resources: &str, operators: &str, others: &[String]) -> Vec<String> {
    let page = format!(
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<<{resources}>>>>"
    );
    let catalog = "<</Type/Catalog/Pages 2 0 R>>".to_owned();
    let first = [catalog, PAGES.to_owned(), page, stream("", operators)];
    first.into_iter().chain(others.to_vec()).collect()
}

const FONT: &str = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>";

fn stream(entries: &str, content: &str) -> String {
    let length = content.len();
    format!("<</Length {length}{entries}>>stream\n{content}\nendstream")
}

/// Four times as many are still within all limits, so that none cuts the growth off.
const FEW: usize = 2_000;

/// What strangers can put into a file a great many times. Left out on purpose: what a parser does
/// by itself while it opens the file; how much it may find is counted (`pages/resources.rs`).
const SHAPES: &[(&str, Shape)] = &[
    ("options of a choice", |count| {
        let options = many(count, |index| format!("[(a{index})(b{index})]"));
        form(
            "4 0 R",
            vec![format!("<<{WIDGET}/FT/Ch/T(a)/Opt[{options}]/V(a1)>>")],
        )
    }),
    ("values of a choice", |count| {
        let values = many(count, |index| format!("(a{index})"));
        form(
            "4 0 R",
            vec![format!("<<{WIDGET}/FT/Ch/T(a)/V[{values}]>>")],
        )
    }),
    ("states of a button", |count| {
        let states = many(count, |index| format!("/s{index} 1 0 R"));
        form(
            "4 0 R",
            vec![format!("<<{WIDGET}/FT/Btn/T(a)/AP<</N<<{states}>>>>>>")],
        )
    }),
    ("widgets of a button with states of their own", |count| {
        let kids = many(count, |index| {
            format!("<</Rect[9 9 99 29]/AP<</N<</s{index} 1 0 R>>>>>>")
        });
        form("4 0 R", vec![format!("<</FT/Btn/T(a)/Kids[{kids}]>>")])
    }),
    ("fields of one button", |count| {
        let fields = many(count, |_| {
            "<</FT/Btn/T(a)/V/x/AS/x/Rect[9 9 99 29]/AP<</N<</x 1 0 R>>>>>>".to_owned()
        });
        form(&fields, vec!["<<>>".to_owned()])
    }),
    ("fields of one text", |count| {
        let fields = many(count, |_| "<</FT/Tx/T(a)/V(x)>>".to_owned());
        form(&fields, vec!["<<>>".to_owned()])
    }),
    ("kids that inherit a long value", |count| {
        let value = many(count, |_| "()".to_owned());
        let kids = many(count, |index| format!("<</T(a{index})>>"));
        form(
            "4 0 R",
            vec![format!("<</FT/Ch/T(a)/Opt 1 0 R/I[{value}]/Kids[{kids}]>>")],
        )
    }),
    ("widgets that their large parent does not list", |count| {
        let others = many(count, |_| "null ".to_owned());
        let annotations = many(count, |index| {
            format!("<</Parent 4 0 R{WIDGET}/T(a{index})>>")
        });
        let parent = format!("<</T(p)/Kids[{others}]/FT/Tx>>");
        let mut objects = form("4 0 R", vec![parent]);
        objects[2] = format!("<</Type/Page/Parent 2 0 R/Annots[{annotations}]>>");
        objects
    }),
    ("fields with one large dictionary of actions", |count| {
        let entries = many(count, |index| format!("/k{index} 1"));
        let fields = many(count, |index| format!("<</FT/Tx/T(a{index})/AA 4 0 R>>"));
        form(&fields, vec![format!("<<{entries}>>")])
    }),
    ("fields with one long script", |count| {
        let fields = many(count, |index| format!("<</FT/Tx/T(a{index})/AA 4 0 R>>"));
        let script = many(count, |_| format!("{:64}", "AFNumber_Format(2, 0);"));
        let actions = "<</F<</S/JavaScript/JS 5 0 R>>/K<</S/JavaScript/JS 6 0 R>>>>";
        form(
            &fields,
            vec![
                actions.to_owned(),
                stream("", &script),
                format!("({script})").replace("(2, 0)", "[2, 0]"),
            ],
        )
    }),
    ("texts of XFA and defaults", |count| {
        let texts = many(count, |index| format!("<a>{index}</a>"));
        let data = format!("<xfa:datasets><xfa:data>{texts}</xfa:data></xfa:datasets>");
        let fields = many(count, |index| format!("<</FT/Tx/T(a{index})/DV({index})>>"));
        let mut objects = form(&fields, vec![stream("", &data)]);
        objects[0] = objects[0].replace("/AcroForm<<", "/AcroForm<</XFA 4 0 R");
        objects
    }),
    ("headers in a stream", |count| {
        form(
            "",
            vec![stream("", &many(count, |_| "\n%PDF-1.7".to_owned()))],
        )
    }),
    ("strings on one line", |count| {
        let shown = many(count, |_| "1 0 0 1 9 9 Tm (a) Tj ".to_owned());
        flat(
            &format!("/Font<</F {FONT}>>"),
            &format!("BT /F 9 Tf {shown} ET"),
            &[],
        )
    }),
    ("strings beside each other", |count| {
        let shown = many(count, |index| {
            format!("1 0 0 1 {} 9 Tm (a) Tj ", 30 * index)
        });
        flat(
            &format!("/Font<</F {FONT}>>"),
            &format!("BT /F 9 Tf {shown} ET"),
            &[],
        )
    }),
    ("strings below each other", |count| {
        let shown = many(count, |index| {
            format!("1 0 0 1 9 {} Tm (a) Tj ", 12 * index)
        });
        flat(
            &format!("/Font<</F {FONT}>>"),
            &format!("BT /F 9 Tf {shown} ET"),
            &[],
        )
    }),
    ("turned strings", |count| {
        let shown = many(count, |index| {
            format!("0 1 -1 0 {} 9 Tm (a) Tj ", 12 * index)
        });
        flat(
            &format!("/Font<</F {FONT}>>"),
            &format!("BT /F 9 Tf {shown} ET"),
            &[],
        )
    }),
    ("fonts, each chosen once", |count| {
        let fonts = many(count, |index| format!("/F{index} {FONT}"));
        let chosen = many(count, |index| format!("/F{index} 9 Tf (a) Tj "));
        flat(
            &format!("/Font<<{fonts}>>"),
            &format!("BT {chosen} ET"),
            &[],
        )
    }),
    ("choices of one large font", |count| {
        let entries = many(count, |index| format!("/k{index} 1"));
        let font = FONT.replace(">>", &format!("{entries}>>"));
        let chosen = many(count, |_| "/F 9 Tf (a) Tj ".to_owned());
        flat(
            &format!("/Font<</F {font}>>"),
            &format!("BT {chosen} ET"),
            &[],
        )
    }),
    ("ranges of widths of a font", |count| {
        let widths = many(count, |index| format!("{index} {index} 500 "));
        let inner = format!("<</Subtype/CIDFontType2/FontDescriptor<<>>/W[{widths}]>>");
        let font = "/Type/Font/Subtype/Type0/BaseFont/X/Encoding/Identity-H";
        flat(
            &format!("/Font<</F<<{font}/DescendantFonts[{inner}]>>>>"),
            "BT /F 9 Tf <0001> Tj ET",
            &[],
        )
    }),
    ("notes on a page", |count| {
        let note = "<</Subtype/FreeText/Rect[9 9 99 29]/Contents(a)>>";
        let mut objects = flat("", "", &[]);
        let notes = many(count, |_| note.to_owned());
        objects[2] = format!("<</Type/Page/Parent 2 0 R/Annots[{notes}]>>");
        objects
    }),
];

/// A file of these objects, numbered from 1 on.
pub(crate) fn file(objects: &[String]) -> Vec<u8> {
    let mut file = "%PDF-1.7\n".to_owned();
    let mut table = "0000000000 65535 f \n".to_owned();
    for (index, object) in objects.iter().enumerate() {
        table += &format!("{:010} 00000 n \n", file.len());
        file += &format!("{} 0 obj\n{object}\nendobj\n", index + 1);
    }
    let (size, start) = (objects.len() + 1, file.len());
    file += &format!("xref\n0 {size}\n{table}trailer\n<</Size {size}/Root 1 0 R>>\n");
    file += &format!("startxref\n{start}\n%%EOF\n");
    file.into_bytes()
}

/// The steps of reading a file that no limit stops.
fn steps(name: &str, pdf: &[u8]) -> u64 {
    take();
    let read = crate::read(pdf);
    let is_stopped = matches!(read, Err(PdfError::TooComplex(_)));
    assert!(!is_stopped, "{name}: {read:?}");
    take()
}

#[test]
fn read_takes_hardly_more_than_four_times_the_steps_for_four_times_as_many() {
    for (name, shape) in SHAPES {
        let few = steps(name, &file(&shape(FEW)));
        let many = steps(name, &file(&shape(4 * FEW)));
        assert!(
            few >= FEW as u64,
            "{name}: {few} steps are too few to be all"
        );
        // Fails where more than a fortieth of the few steps grows with the square.
        assert!(
            many as f64 <= 4.3 * few as f64,
            "{name}: {few} steps became {many} for four times as many"
        );
    }
}
