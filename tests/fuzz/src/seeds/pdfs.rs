//! Small PDFs whose objects stand in the open, and two as the service writes them.

use std::sync::Arc;

use forms::Data;
use pdf_write::TemplateFiller;
use ports::{FormOutput, FormWriter as _};

use crate::small_pdf::{pdf, stream};
use crate::targets::PACKAGES;

const CATALOG: &str = "<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[4 0 R 5 0 R 6 0 R]>>>>";
const FLAT_CATALOG: &str = "<</Type/Catalog/Pages 2 0 R>>";
const PAGES: &str = "<</Type/Pages/Kids[3 0 R]/Count 1>>";

pub(super) fn seeds() -> Vec<(&'static str, Vec<u8>)> {
    let package = Arc::new(PACKAGES[0].clone());
    let filler = TemplateFiller::default();
    let written = |output| {
        filler
            .fill(&package, &Data::default(), output)
            .unwrap_or_default()
    };
    vec![
        ("fields", pdf(&FIELDS)),
        ("tree", pdf(&tree())),
        (
            "flat",
            pdf(&flat(
                "BT /F 12 Tf 60 700 Td (Projektname: Fest) Tj 0 -14 Td (1,50) ' ET",
            )),
        ),
        (
            "drawn",
            pdf(&flat(
                "q 1 0 0 1 9 9 cm /X Do Q BT /F 9 Tf 2 Tr [(A) -900 (B)] TJ ET",
            )),
        ),
        ("notes", pdf(&NOTES)),
        ("filled", written(FormOutput::Fillable)),
        ("printed", written(FormOutput::Flat)),
    ]
}

const FIELDS: [&str; 6] = [
    CATALOG,
    PAGES,
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Annots[4 0 R 5 0 R 6 0 R]>>",
    "<</Subtype/Widget/Rect[9 9 99 29]/FT/Tx/T(name)/V(Fest)/TU(Name)/MaxLen 50\
        /AA<</F<</S/JavaScript/JS(AFDate_FormatEx\\(\"dd.mm.yyyy\"\\);)>>>>>>",
    "<</Subtype/Widget/Rect[9 39 19 49]/FT/Btn/T(privacyConsent)/V/On/AS/On\
        /AP<</N<</On null/Off null>>>>>>",
    "<</Subtype/Widget/Rect[9 59 99 79]/FT/Ch/Ff 2097152/T(legalTask)\
        /Opt[[(a)(Sport)](b)(c)]/V[(a)(b)]>>",
];

const NOTES: [&str; 6] = [
    CATALOG,
    PAGES,
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Annots[4 0 R 5 0 R 6 0 R]>>",
    "<</Subtype/Widget/Rect[9 9 99 29]/FT/Tx/T(a)/RV(<p>b</p>)/Ff 33554432/V(b)>>",
    "<</Subtype/FreeText/Rect[9 99 99 129]/Contents(Eilt!\\nSehr)/DA(/F 9 Tf 0 g)>>",
    "<</Subtype/Widget/Rect[9 49 99 69]/FT/Sig/T(s)/V<</Name(Ida)/M(D:20260201)>>>>",
];

fn tree() -> Vec<String> {
    let data = stream(
        "",
        "<xfa:datasets><xfa:data><a>Fest</a></xfa:data></xfa:datasets>",
    );
    let objects = [
        "<</Type/Catalog/Pages 2 0 R\
            /AcroForm<</Fields[4 0 R 7 0 R]/XFA[(datasets) 9 0 R]>>>>",
        PAGES,
        "<</Type/Page/Parent 2 0 R/Rotate 90/Annots[5 0 R 6 0 R 8 0 R]>>",
        "<</T(applicant)/FT/Btn/Ff 32768/V/a#20b/Kids[5 0 R 6 0 R]/Opt[(x)(y)]>>",
        "<</Subtype/Widget/Parent 4 0 R/Rect[9 9 19 19]/AS/a#20b/AP<</N<</a#20b null>>>>>>",
        "<</Subtype/Widget/Parent 4 0 R/Rect[29 9 39 19]/AS/Off/AP<</N<</1 null>>>>>>",
        "<</T<FEFF0061>/FT/Tx/Ff 4096/V 9 0 R/Kids[8 0 R]>>",
        "<</Subtype/Widget/Parent 7 0 R/Rect[9 39 19 49]/F 4>>",
    ];
    objects
        .into_iter()
        .map(str::to_owned)
        .chain([data])
        .collect()
}

/// A page with these operators.
fn flat(operators: &str) -> Vec<String> {
    let font = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>";
    let resources = format!("<</Font<</F {font}>>/XObject<</X 5 0 R>>>>");
    let inner = "BT /F 9 Tf 1 0 0 1 99 99 Tm (im XObject) Tj ET";
    vec![
        FLAT_CATALOG.to_owned(),
        PAGES.to_owned(),
        format!(
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R\
                /Resources{resources}>>"
        ),
        stream("", operators),
        stream(
            &format!("/Type/XObject/Subtype/Form/BBox[0 0 595 842]/Resources{resources}"),
            inner,
        ),
    ]
}
