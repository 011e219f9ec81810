//! The query of a request.

use std::rc::Rc;

use actix_web::web::Query;
use actix_web::{HttpMessage as _, HttpRequest};

use crate::error::ApiError;

/// The parameters as they were sent. Has no `Debug`: there may be a key among them.
pub(crate) struct Parameters(Vec<(String, String)>);

/// What a client wants to see of an application.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ApplicationFormat {
    Json,
    Pdf { flatten: bool },
    Original,
}

/// What a client wants to see of a form type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FormFormat {
    Json,
    Pdf,
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
        self.0
            .iter()
            .filter(move |(sent, _)| sent == name)
            .map(|(_, value)| value.as_str())
    }

    /// `format` (json when omitted) and `flatten` (false when omitted).
    pub(crate) fn application_format(&self) -> Result<ApplicationFormat, ApiError> {
        let flatten = match self.one("flatten")? {
            None | Some("false") => false,
            Some("true") => true,
            Some(_) => return Err(ApiError::FlattenUnknown),
        };
        match self.one("format")? {
            None | Some("json") => Ok(ApplicationFormat::Json),
            Some("pdf") => Ok(ApplicationFormat::Pdf { flatten }),
            Some("original") => Ok(ApplicationFormat::Original),
            Some(_) => Err(ApiError::FormatUnknown("json, pdf or original")),
        }
    }

    /// `format`, json when omitted.
    pub(crate) fn form_format(&self) -> Result<FormFormat, ApiError> {
        match self.one("format")? {
            None | Some("json") => Ok(FormFormat::Json),
            Some("pdf") => Ok(FormFormat::Pdf),
            Some(_) => Err(ApiError::FormatUnknown("json or pdf")),
        }
    }

    /// The only value of a parameter.
    pub(crate) fn one(&self, name: &'static str) -> Result<Option<&str>, ApiError> {
        let mut values = self.all(name);
        let first = values.next();
        if values.next().is_some() {
            return Err(ApiError::ParameterRepeated(name));
        }
        Ok(first)
    }
}

#[cfg(test)]
mod tests {
    use super::{ApplicationFormat, FormFormat, Parameters};

    #[test]
    fn formats_are_told_apart_and_other_words_refused() {
        let format = |query| Parameters::parse(query).application_format().ok();
        assert_eq!(format(""), Some(ApplicationFormat::Json));
        assert_eq!(format("format=json&other=1"), Some(ApplicationFormat::Json));
        assert_eq!(format("format=original"), Some(ApplicationFormat::Original));
        for (query, flatten) in [
            ("format=pdf", false),
            ("flatten=true&format=pdf", true),
            ("format=%70df&flatten=false", false),
        ] {
            assert_eq!(format(query), Some(ApplicationFormat::Pdf { flatten }));
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
