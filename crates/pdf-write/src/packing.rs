//! Compressing the streams that are added to a file.

use std::io::Write as _;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use lopdf::{Dictionary, Stream};

/// How hard streams are compressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Packing {
    /// For a file that is made once and sent often.
    Smallest,
    /// For a part of many files, made once for all of them.
    Kept,
    /// For a file that is made for each who asks: a twentieth longer, in four fifths of the time.
    Quick,
}

/// Bytes that a compressed stream has in addition: `/Filter/FlateDecode`.
const FILTER_BYTES: usize = 19;

impl Packing {
    /// The length, in bytes, up to which a stream is left as it is.
    pub(crate) fn plain_max(self) -> usize {
        match self {
            // Up to here the compressed form is hardly ever shorter.
            Self::Smallest | Self::Kept => 100,
            // To begin compressing takes longer than all else that is done for a stream as short as
            // the look of a field, and saves little beside what a PDF says of each stream.
            Self::Quick => 2048,
        }
    }

    /// A stream, compressed where that makes it shorter.
    pub(crate) fn stream(self, dictionary: Dictionary, content: Vec<u8>) -> Stream {
        let packed = self.packed(&content);
        let mut stream = Stream::new(dictionary, content);
        // A stream that cannot be compressed is right as it is.
        if let Some(packed) = packed
            && packed.len() + FILTER_BYTES < stream.content.len()
        {
            stream.dict.set("Filter", "FlateDecode");
            stream.set_content(packed);
        }
        stream
    }

    fn packed(self, content: &[u8]) -> Option<Vec<u8>> {
        let level = match self {
            Self::Smallest => Compression::best(),
            Self::Kept => Compression::default(),
            Self::Quick => Compression::fast(),
        };
        let mut encoder = ZlibEncoder::new(Vec::new(), level);
        encoder.write_all(content).ok()?;
        encoder.finish().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stream_is_compressed_only_where_that_makes_it_shorter() {
        for packing in [Packing::Smallest, Packing::Quick] {
            let long = packing.stream(Dictionary::new(), b"0 0 m 1 1 l S\n".repeat(20));
            assert!(long.content.len() < 60 && long.dict.has(b"Filter"));
            let plain = long.get_plain_content().unwrap();
            assert_eq!(plain, b"0 0 m 1 1 l S\n".repeat(20));
            let short = packing.stream(Dictionary::new(), b"q Q".to_vec());
            assert!(short.content == b"q Q" && !short.dict.has(b"Filter"));
        }
    }
}
