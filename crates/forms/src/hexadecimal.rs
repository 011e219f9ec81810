//! Bytes as people and file names have them.

/// Two lower-case hexadecimal digits for each byte.
pub fn hexadecimal(bytes: &[u8]) -> String {
    const DIGITS: [char; 16] = [
        '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f',
    ];
    let halves = bytes.iter().flat_map(|byte| [byte >> 4, byte & 0xf]);
    halves.map(|half| DIGITS[usize::from(half)]).collect()
}

#[cfg(test)]
mod tests {
    use super::hexadecimal;

    #[test]
    fn hexadecimal_has_two_lower_case_digits_for_each_byte() {
        assert_eq!(hexadecimal(&[]), "");
        for byte in 0..=u8::MAX {
            assert_eq!(hexadecimal(&[0, byte]), format!("00{byte:02x}"));
        }
    }
}
