//! The query of a request.

use std::rc::Rc;

use actix_web::web::Query;
use actix_web::{HttpMessage as _, HttpRequest};
use usecases::FormOutput;

use crate::error::ApiError;

/// The parameters as they were sent. Has no `Debug`: there may be a key among them.
pub(crate) struct Parameters(Vec<(String, String)>);

/// The words of a `format`, each with what it asks for, in the order in which they are named.
pub(crate) struct FormatWords<Format: 'static>(&'static [(&'static str, Format)]);

/// The `format` in which an application is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ApplicationFormat {
    Json,
    Pdf(FormOutput),
    Report,
    Sources,
    Original,
    Schema,
}

/// The `format` in which a form type is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FormFormat {
    Json,
    Pdf,
}

impl ApplicationFormat {
    pub(crate) const WORDS: FormatWords<Self> = FormatWords(&[
        ("json", Self::Json),
        ("pdf", Self::Pdf(FormOutput::Fillable)),
        ("report", Self::Report),
        ("sources", Self::Sources),
        ("original", Self::Original),
        ("schema", Self::Schema),
    ]);

    /// The same format, without fillable fields where it is the form.
    fn flattened(self) -> Self {
        match self {
            Self::Pdf(_) => Self::Pdf(FormOutput::Flat),
            other => other,
        }
    }
}

impl FormFormat {
    pub(crate) const WORDS: FormatWords<Self> =
        FormatWords(&[("json", Self::Json), ("pdf", Self::Pdf)]);
}

impl<Format: Copy> FormatWords<Format> {
    pub(crate) fn all(&self) -> Vec<&'static str> {
        self.0.iter().map(|(word, _)| *word).collect()
    }

    fn parse(&self, sent: &str) -> Result<Format, ApiError> {
        let known = self.0.iter().find(|(word, _)| *word == sent);
        let format = known.map(|(_, format)| *format);
        format.ok_or_else(|| ApiError::FormatUnknown(self.listed()))
    }

    /// `json, pdf or schema`.
    fn listed(&self) -> String {
        let words = self.all();
        match words.split_last() {
            Some((last, [])) => (*last).to_owned(),
            Some((last, others)) => format!("{} or {last}", others.join(", ")),
            None => String::new(),
        }
    }
}

impl Parameters {
    /// Those of a request, parsed once.
    pub(crate) fn of(request: &HttpRequest) -> Rc<Self> {
        let known = request.extensions().get::<Rc<Self>>().cloned();
        known.unwrap_or_else(|| {
            let parameters = Rc::new(Self::parse(request.query_string()));
            request.extensions_mut().insert(Rc::clone(&parameters));
            parameters
        })
    }

    pub(crate) fn parse(query: &str) -> Self {
        let pairs = Query::<Vec<(String, String)>>::from_query(query);
        Self(pairs.map(Query::into_inner).unwrap_or_default())
    }

    /// All values of a parameter, in order.
    pub(crate) fn all(&self, name: &'static str) -> impl Iterator<Item = &str> {
        self.placed(name).map(|(_, value)| value)
    }

    /// Each with its place among all parameters.
    fn placed(&self, name: &'static str) -> impl Iterator<Item = (usize, &str)> {
        self.0
            .iter()
            .enumerate()
            .filter(move |(_, (sent, _))| sent == name)
            .map(|(place, (_, value))| (place, value.as_str()))
    }

    /// `format` (json when omitted) and `flatten` (false when omitted).
    pub(crate) fn application_format(&self) -> Result<ApplicationFormat, ApiError> {
        let mut reader = ParameterReader::of(self);
        let flatten = reader.read("flatten", |word| match word {
            "false" => Ok(false),
            "true" => Ok(true),
            _ => Err(ApiError::FlattenUnknown),
        });
        let flatten = flatten.unwrap_or_default();
        let format = reader.read("format", |word| ApplicationFormat::WORDS.parse(word));
        let format = format.unwrap_or(ApplicationFormat::Json);
        reader.finish(match flatten {
            true => format.flattened(),
            false => format,
        })
    }

    /// `format`, json when omitted.
    pub(crate) fn form_format(&self) -> Result<FormFormat, ApiError> {
        let mut reader = ParameterReader::of(self);
        let format = reader.read("format", |word| FormFormat::WORDS.parse(word));
        reader.finish(format.unwrap_or(FormFormat::Json))
    }
}

/// Reads parameters one by one and collects the mistakes, so that all of them are named at once.
pub(crate) struct ParameterReader<'query> {
    parameters: &'query Parameters,
    /// Each with its place in the query.
    mistakes: Vec<(usize, ApiError)>,
}

impl<'query> ParameterReader<'query> {
    pub(crate) fn of(parameters: &'query Parameters) -> Self {
        Self {
            parameters,
            mistakes: Vec::new(),
        }
    }

    /// The value of the parameter; `None` where it was not sent, or is wrong.
    pub(crate) fn read<T>(
        &mut self,
        name: &'static str,
        read: impl FnOnce(&'query str) -> Result<T, ApiError>,
    ) -> Option<T> {
        let mut sent = self.parameters.placed(name);
        let (place, value) = sent.next()?;
        let outcome = match sent.next() {
            Some(_) => Err(ApiError::ParameterRepeated(name)),
            None => read(value),
        };
        outcome
            .map_err(|error| self.mistakes.push((place, error)))
            .ok()
    }

    /// `made`, or all mistakes in the order of the query.
    pub(crate) fn finish<T>(mut self, made: T) -> Result<T, ApiError> {
        self.mistakes.sort_by_key(|(place, _)| *place);
        let mistakes = self.mistakes.into_iter().map(|(_, mistake)| mistake);
        ApiError::of_all(mistakes.collect()).map_or(Ok(made), Err)
    }
}

#[cfg(test)]
mod tests {
    use usecases::FormOutput;

    use super::{ApplicationFormat, FormFormat, Parameters};

    #[test]
    fn formats_are_told_apart_and_other_words_refused() {
        let format = |query| Parameters::parse(query).application_format().ok();
        assert_eq!(format(""), Some(ApplicationFormat::Json));
        assert_eq!(format("format=json&other=1"), Some(ApplicationFormat::Json));
        assert_eq!(format("format=original"), Some(ApplicationFormat::Original));
        assert_eq!(format("format=report"), Some(ApplicationFormat::Report));
        assert_eq!(format("format=sources"), Some(ApplicationFormat::Sources));
        for (query, output) in [
            ("format=pdf", FormOutput::Fillable),
            ("flatten=true&format=pdf", FormOutput::Flat),
            ("format=%70df&flatten=false", FormOutput::Fillable),
        ] {
            assert_eq!(format(query), Some(ApplicationFormat::Pdf(output)));
        }
        for query in [
            "format=",
            "format",
            "format=PDF",
            "format=pdf&format=pdf",
            "format=pdf&flatten=1",
            "flatten=",
        ] {
            assert_eq!(format(query), None, "{query}");
        }
    }

    #[test]
    fn a_form_type_has_no_original() {
        let format = |query| Parameters::parse(query).form_format().ok();
        assert_eq!(format(""), Some(FormFormat::Json));
        assert_eq!(format("format=pdf"), Some(FormFormat::Pdf));
        assert_eq!(format("format=original"), None);
    }
}
