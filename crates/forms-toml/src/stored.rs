//! Parses form packages that were stored.

use std::str;

use bytes::Bytes;
use ports::{FormPackage, FormParseError, FormParser};

use crate::definition::parse_stored_definition;

/// The parser of stored definitions.
#[derive(Debug, Clone, Copy, Default)]
pub struct TomlFormParser;

impl FormParser for TomlFormParser {
    fn parse(&self, definition: Bytes, template: Bytes) -> Result<FormPackage, FormParseError> {
        let text = str::from_utf8(&definition).map_err(|error| FormParseError(error.into()))?;
        let form_type =
            parse_stored_definition(text).map_err(|error| FormParseError(error.into()))?;
        Ok(FormPackage::new(form_type, definition, template))
    }
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;
    use domain::Timestamp;
    use ports::FormParser as _;

    use super::TomlFormParser;
    use crate::{builtin, parse_definition};

    #[test]
    fn toml_form_parser_gives_back_the_package_that_was_stored() {
        let stored_at = Timestamp::from_microseconds(7).unwrap();
        for package in builtin().unwrap() {
            let stored = package.to_stored(stored_at);
            assert!(stored.is_intact());
            let parsed = TomlFormParser.parse(stored.definition, stored.template);
            let parsed = parsed.unwrap();
            assert_eq!(parsed.form_type, package.form_type);
            assert_eq!(parsed.version(), package.version());
        }
    }

    #[test]
    fn toml_form_parser_asks_no_rule_of_what_was_stored() {
        let definition =
            "form_type = 'Club Form'\ntitle = 'Vereinsantrag'\nversion = 1\nsection = []\n";
        assert!(parse_definition(definition).is_err());
        let package = TomlFormParser.parse(definition.into(), Bytes::new());
        assert_eq!(package.unwrap().form_type.key, "Club Form");
    }

    #[test]
    fn toml_form_parser_refuses_what_is_no_definition() {
        for bytes in [&b"title = 3"[..], b"\xff", b"form_type"] {
            let parsed = TomlFormParser.parse(Bytes::copy_from_slice(bytes), Bytes::new());
            assert!(parsed.is_err(), "{bytes:?}");
        }
    }
}
