//! The default appearance of a field: `/Helv 10 Tf 0 g` (PDF 32000-1, 12.7.3.3).

/// The parts that count when text is drawn in the embedded fonts.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct DefaultAppearance {
    /// The font size; 0 leaves it to the writer.
    pub(crate) size: f32,
    /// The operators that set the colour of the text.
    pub(crate) colour: String,
}

impl Default for DefaultAppearance {
    fn default() -> Self {
        Self {
            size: 0.0,
            colour: "0 g".to_owned(),
        }
    }
}

impl DefaultAppearance {
    /// Reads the operators; what cannot be read is as if it were not there.
    pub(crate) fn parse(operators: &[u8]) -> Self {
        // A name begins also where no space stands before it.
        let operators = String::from_utf8_lossy(operators).replace('/', " /");
        let tokens: Vec<&str> = operators.split_ascii_whitespace().collect();
        let mut appearance = Self::default();
        for (index, token) in tokens.iter().enumerate() {
            match *token {
                "Tf" => {
                    let size = index
                        .checked_sub(1)
                        .and_then(|size| tokens[size].parse::<f32>().ok());
                    appearance.size = size.filter(|size| size.is_finite()).unwrap_or(0.0).abs();
                }
                "g" => appearance.set_colour(&tokens[..=index], 1),
                "rg" => appearance.set_colour(&tokens[..=index], 3),
                "k" => appearance.set_colour(&tokens[..=index], 4),
                _ => {}
            }
        }
        appearance
    }

    /// The colour for filling, and the same for lines.
    pub(crate) fn colours(&self) -> String {
        let fill = &self.colour;
        let (operands, operator) = fill.rsplit_once(' ').unwrap_or((fill, ""));
        format!("{fill} {operands} {}", operator.to_uppercase())
    }

    fn set_colour(&mut self, tokens: &[&str], components: usize) {
        let Some(start) = tokens.len().checked_sub(components + 1) else {
            return;
        };
        let (operands, operator) = tokens[start..].split_at(components);
        let is_number = |operand: &&str| operand.parse::<f32>().is_ok_and(f32::is_finite);
        if operands.iter().all(is_number) {
            self.colour = format!("{} {}", operands.join(" "), operator[0]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::DefaultAppearance;

    #[test]
    fn size_and_colour_are_read() {
        for (operators, size, colour) in [
            ("/Helv 10 Tf 0 g", 10.0, "0 g"),
            ("0 0 0.5 rg /F1 0 Tf", 0.0, "0 0 0.5 rg"),
            ("/He#20lv 9.5 Tf 0 0 0 1 k", 9.5, "0 0 0 1 k"),
            ("/Helv -8 Tf", 8.0, "0 g"),
            ("1 0 0 rg/Helv 9 Tf", 9.0, "1 0 0 rg"),
            ("", 0.0, "0 g"),
            ("Tf g rg", 0.0, "0 g"),
            ("x 1 2 rg /F NaN Tf", 0.0, "0 g"),
        ] {
            let read = DefaultAppearance::parse(operators.as_bytes());
            assert_eq!((read.size, &*read.colour), (size, colour), "{operators}");
        }
    }
}
