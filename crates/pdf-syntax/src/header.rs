//! By what a file is known as a PDF at all, whatever else is wrong with it.

/// With this a PDF begins.
pub const HEADER: &[u8] = b"%PDF-";

/// Viewers look for the header in this many bytes (PDF 32000-1, annex H, note 13).
const SEARCHED_BYTES: usize = 1024;

/// Where the PDF in a file begins; `None` where the file is none.
pub fn find(file: &[u8]) -> Option<usize> {
    let head = &file[..file.len().min(SEARCHED_BYTES)];
    let mut windows = head.windows(HEADER.len());
    windows.position(|window| window == HEADER)
}

#[cfg(test)]
mod tests {
    use super::find;

    #[test]
    fn find_looks_only_at_the_first_1024_bytes() {
        let behind = |blanks: usize| [&vec![b' '; blanks][..], b"%PDF-1.7"].concat();
        assert_eq!(find(&behind(0)), Some(0));
        assert_eq!(find(&behind(1019)), Some(1019));
        assert_eq!(find(&behind(1020)), None);
        for other in [&b""[..], b"%PDF", b"GIF89a", b"%pdf-1.7"] {
            assert_eq!(find(other), None);
        }
    }
}
