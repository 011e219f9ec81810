//! What goes over the line: frames, each a length (four bytes, little-endian) and as many bytes.
//!
//! First of all the worker tells how it is confined, in two bytes. Then two frames go down, the job
//! and the PDF; one comes back, the answer (`pdf_read::wire`). The serving side reads within a
//! bound and grows its buffer only as bytes arrive: a length is a claim of a worker, and a worker
//! may be under a stranger's control.

use std::io::{self, Read, Write};

use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};

use crate::confinement::Confinement;

/// Receives how a worker is confined. `None` if it ended before it was.
pub(crate) async fn receive_confinement(
    line: &mut (impl AsyncRead + Unpin),
) -> io::Result<Option<Confinement>> {
    let mut told = [0; Confinement::BYTES];
    match line.read_exact(&mut told).await {
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(None),
        other => other.map(|_| Some(Confinement::from_bytes(told))),
    }
}

/// What came back from a worker.
#[derive(Debug, PartialEq, Eq)]
pub enum ReceivedFrame {
    Whole(Vec<u8>),
    TooLong,
    /// The line ended before the frame did.
    Cut,
}

/// Sends a frame, serving side.
pub async fn send(line: &mut (impl AsyncWrite + Unpin), bytes: &[u8]) -> io::Result<()> {
    line.write_all(&length_of(bytes)?).await?;
    line.write_all(bytes).await?;
    line.flush().await
}

/// Receives a frame, serving side.
pub async fn receive(
    line: &mut (impl AsyncRead + Unpin),
    bytes_max: u64,
) -> io::Result<ReceivedFrame> {
    let mut length = [0; 4];
    match line.read_exact(&mut length).await {
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
            return Ok(ReceivedFrame::Cut);
        }
        other => other?,
    };
    let length = u64::from(u32::from_le_bytes(length));
    if length > bytes_max {
        return Ok(ReceivedFrame::TooLong);
    }
    let mut bytes = Vec::new();
    line.take(length).read_to_end(&mut bytes).await?;
    Ok(if bytes.len() as u64 == length {
        ReceivedFrame::Whole(bytes)
    } else {
        ReceivedFrame::Cut
    })
}

/// Sends a frame, worker side.
pub fn send_blocking(line: &mut impl Write, bytes: &[u8]) -> io::Result<()> {
    line.write_all(&length_of(bytes)?)?;
    line.write_all(bytes)?;
    line.flush()
}

/// Receives a frame, worker side. `None` if the service went away without a word.
pub fn receive_blocking(line: &mut impl Read) -> io::Result<Option<Vec<u8>>> {
    let mut length = [0; 4];
    match line.read_exact(&mut length) {
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
        other => other?,
    }
    let length = u32::from_le_bytes(length);
    let mut bytes = Vec::with_capacity(length as usize);
    line.take(u64::from(length)).read_to_end(&mut bytes)?;
    Ok((bytes.len() as u64 == u64::from(length)).then_some(bytes))
}

fn length_of(bytes: &[u8]) -> io::Result<[u8; 4]> {
    u32::try_from(bytes.len())
        .map(u32::to_le_bytes)
        .map_err(|_| io::Error::from(io::ErrorKind::FileTooLarge))
}

#[cfg(test)]
mod tests {
    use super::{ReceivedFrame, receive, receive_blocking, send, send_blocking};

    #[tokio::test]
    async fn a_frame_arrives_as_it_was_sent_up_to_the_bound() {
        let mut line = Vec::new();
        send(&mut line, b"%PDF").await.unwrap();
        assert_eq!(
            receive_blocking(&mut line.as_slice()).unwrap(),
            Some(b"%PDF".to_vec())
        );
        line.clear();
        send_blocking(&mut line, b"12345").unwrap();
        let whole = receive(&mut line.as_slice(), 5).await.unwrap();
        assert_eq!(whole, ReceivedFrame::Whole(b"12345".to_vec()));
        let too_long = receive(&mut line.as_slice(), 4).await.unwrap();
        assert_eq!(too_long, ReceivedFrame::TooLong);
    }

    #[tokio::test]
    async fn a_frame_that_breaks_off_is_cut_wherever_it_breaks() {
        let mut line = Vec::new();
        send_blocking(&mut line, b"12345").unwrap();
        for length in 0..line.len() {
            let answer = receive(&mut &line[..length], 100).await.unwrap();
            assert_eq!(answer, ReceivedFrame::Cut, "{length}");
            assert_eq!(receive_blocking(&mut &line[..length]).unwrap(), None);
        }
    }
}
