use proptest::prelude::*;

use crate::error::BodyError;
use crate::fuzzing::{arriving, read_parts};

/// Name and content of each part, read from a body that arrives in pieces of this size.
fn parts(body: &[u8], piece: usize) -> Result<Vec<(String, Vec<u8>)>, BodyError> {
    let parts = read_parts(body, "b-", piece)?.into_iter();
    Ok(parts.map(|part| (part.name, part.content)).collect())
}

fn body(contents: &[Vec<u8>]) -> Vec<u8> {
    let mut body = b"preamble".to_vec();
    for (index, content) in contents.iter().enumerate() {
        let head = format!("\r\n--b- \r\nContent-Disposition: form-data; name=\"{index}\"\r\n\r\n");
        body.extend_from_slice(head.as_bytes());
        body.extend_from_slice(content);
    }
    body.extend_from_slice(b"\r\n--b---and an epilogue");
    body
}

fn named(contents: &[Vec<u8>]) -> Vec<(String, Vec<u8>)> {
    let contents = contents.iter().enumerate();
    contents
        .map(|(index, content)| (index.to_string(), content.clone()))
        .collect()
}

#[test]
fn what_only_looks_like_a_boundary_is_content() {
    for content in [
        &b""[..],
        b"\r\n",
        b"\r",
        b"\r\n--",
        b"\r\n--b",
        b"\r\n--b-c\r\n",
        b"--b-",
        b"\r\n\r\n--b\r\n--b-x",
    ] {
        let contents = [content.to_vec(), content.to_vec()];
        for piece in 1..40 {
            let read = parts(&body(&contents), piece).unwrap();
            assert_eq!(read, named(&contents), "{content:?} in pieces of {piece}");
        }
    }
}

#[test]
fn content_that_looks_like_boundaries_comes_in_pieces_as_large_as_it_arrived() {
    let content = b"\r\n--b-x".repeat(10_000);
    let whole = body(std::slice::from_ref(&content));
    let pieces: Vec<_> = futures::executor::block_on(async {
        let mut multipart = arriving(&whole, "b-", whole.len()).unwrap();
        multipart.next_part().await.unwrap().unwrap();
        let mut pieces = Vec::new();
        while let Some(piece) = multipart.next_piece().await.unwrap() {
            pieces.push(piece);
        }
        pieces
    });
    assert_eq!(pieces.concat(), content);
    assert_eq!(pieces.len(), 1);
}

#[test]
fn next_part_reads_no_more_than_it_must() {
    let many = body(&vec![Vec::new(); 101]);
    assert!(matches!(
        parts(&many, 999),
        Err(BodyError::UploadInvalid(_))
    ));
    assert_eq!(
        parts(&body(&vec![Vec::new(); 100]), 999).unwrap().len(),
        100
    );
    let long = format!("--b-\r\nX: {}\r\n\r\n\r\n--b---", "x".repeat(17_000));
    assert!(matches!(
        parts(long.as_bytes(), 999),
        Err(BodyError::MultipartBroken(_))
    ));
    let preamble = [vec![b'x'; 1_048_577], body(&[])].concat();
    assert!(matches!(
        parts(&preamble, 9999),
        Err(BodyError::UploadInvalid(_))
    ));
}

#[test]
fn what_follows_the_last_boundary_is_passed_over_up_to_a_megabyte() {
    let end = "and an epilogue".len();
    for (length, is_taken) in [(1_048_576 - "\r\npreamble".len(), true), (1_048_567, false)] {
        let whole = body(&[b"content".to_vec()]);
        let epilogue = vec![b'x'; length];
        let whole = [&whole[..whole.len() - end], &epilogue].concat();
        match parts(&whole, 9999) {
            Ok(read) => assert!(is_taken && read.len() == 1, "{length}"),
            Err(BodyError::UploadInvalid(told)) => {
                assert!(!is_taken, "{told:?}");
                assert!(told[0].contains("follows the last boundary"), "{told:?}");
            }
            Err(error) => panic!("{error:?}"),
        }
    }
}

#[test]
fn a_part_may_have_no_head() {
    let read = parts(b"--b-\r\n\r\nx\r\n--b---", 3).unwrap();
    assert_eq!(read, [(String::new(), b"x".to_vec())]);
}

#[test]
fn a_body_that_breaks_off_is_broken() {
    let whole = body(&[b"content".to_vec()]);
    let end = whole.len() - "and an epilogue".len();
    for length in 0..end {
        assert!(parts(&whole[..length], 7).is_err(), "{length}");
    }
    assert!(parts(&whole[..end], 7).is_ok());
}

proptest! {
    #[test]
    fn parts_are_read_as_they_were_written_however_they_arrive(
        contents in proptest::collection::vec("[-\r\nbx]{0,40}", 0..5),
        piece in 1_usize..60,
    ) {
        let contents: Vec<_> = contents.into_iter().map(String::into_bytes).collect();
        let delimiter = |content: &Vec<u8>| {
            // With the line break that precedes the content.
            let whole = [b"\r\n", content.as_slice(), b"\r\n"].concat();
            let mut windows = whole.windows(6).enumerate();
            windows.any(|(at, six)| {
                let behind = &whole[at + 6..];
                six == b"\r\n--b-" && (behind.starts_with(b"--") || behind.starts_with(b"\r\n"))
            })
        };
        prop_assume!(!contents.iter().any(delimiter));
        prop_assert_eq!(parts(&body(&contents), piece).unwrap(), named(&contents));
    }
}
