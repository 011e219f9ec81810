//! Which members each table of `form.toml` may have, as `raw` reads them.

/// What a member holds.
#[derive(Clone, Copy)]
pub(super) enum Shape {
    Text,
    Number,
    /// The number of a version, as a form type holds it.
    Version,
    YesNo,
    Texts,
    /// Any names, each with a text.
    Names,
    /// Tables with these members.
    Tables(&'static Members),
}

/// The members of a table.
pub(super) struct Members {
    /// What such a table is called in a sentence.
    pub(super) name: &'static str,
    pub(super) required: &'static [(&'static str, Shape)],
    pub(super) others: &'static [(&'static str, Shape)],
}

pub(super) const FORM: Members = Members {
    name: "the form",
    required: &[
        ("form_type", Shape::Text),
        ("title", Shape::Text),
        ("version", Shape::Version),
        ("section", Shape::Tables(&SECTION)),
    ],
    others: &[
        ("language", Shape::Text),
        ("introduction", Shape::Text),
        ("presets", Shape::Texts),
        ("names", Shape::Names),
    ],
};

const SECTION: Members = Members {
    name: "a section",
    required: &[("title", Shape::Text)],
    others: &[("entry", Shape::Tables(&ENTRY))],
};

pub(super) const ENTRY: Members = Members {
    name: "an entry",
    required: &[("label", Shape::Text)],
    others: &[
        ("key", Shape::Text),
        ("table", Shape::Text),
        ("type", Shape::Text),
        ("max_length", Shape::Number),
        ("multiline", Shape::YesNo),
        ("min", Shape::Number),
        ("max", Shape::Number),
        ("format", Shape::Text),
        ("choices", Shape::Tables(&CHOICE)),
        ("multiple", Shape::YesNo),
        ("required", Shape::YesNo),
        ("not_before", Shape::Text),
        ("hint", Shape::Text),
        ("width", Shape::Text),
        ("rows", Shape::Number),
        ("columns", Shape::Tables(&COLUMN)),
    ],
};

pub(super) const COLUMN: Members = Members {
    name: "a column",
    required: &[("key", Shape::Text), ("label", Shape::Text)],
    others: &[
        ("type", Shape::Text),
        ("max_length", Shape::Number),
        ("min", Shape::Number),
        ("max", Shape::Number),
        ("format", Shape::Text),
        ("choices", Shape::Tables(&CHOICE)),
    ],
};

pub(super) const CHOICE: Members = Members {
    name: "a choice",
    required: &[("key", Shape::Text), ("label", Shape::Text)],
    others: &[("export", Shape::Text)],
};

impl Members {
    pub(super) fn all(&self) -> impl Iterator<Item = &(&'static str, Shape)> {
        self.required.iter().chain(self.others)
    }

    pub(super) fn shape(&self, name: &str) -> Option<Shape> {
        let mut all = self.all();
        let (_, shape) = all.find(|(known, _)| *known == name)?;
        Some(*shape)
    }

    /// The name that is meant by a mistaken one, if one is like it.
    pub(super) fn nearest(&self, mistaken: &str) -> Option<&'static str> {
        const ALIKE: f64 = 0.6;
        let mistaken = mistaken.to_lowercase();
        let alike = |(name, _): &(&'static str, Shape)| {
            (
                strsim::normalized_damerau_levenshtein(name, &mistaken),
                *name,
            )
        };
        let nearest = self
            .all()
            .map(alike)
            .max_by(|one, other| one.0.total_cmp(&other.0));
        nearest
            .filter(|(likeness, _)| *likeness >= ALIKE)
            .map(|(_, name)| name)
    }
}
