//! What goes between the service and its workers: frames, jobs and answers, at both ends.

use futures::executor::block_on;
use pdf_read::wire::{self, Job};
use pdf_sandbox::protocol::{ReceivedFrame, receive, receive_blocking, send, send_blocking};

use super::{assert_is_data, form_type};

/// Longer frames are refused.
const FRAME_BYTES_MAX: u64 = 1024;

pub(crate) fn run(bytes: &[u8]) {
    let (choice, line) = bytes.split_first().unwrap_or((&0, bytes));
    let mut left = line;
    let frame = block_on(receive(&mut left, FRAME_BYTES_MAX));
    assert_is_frame(line, &frame);
    assert_answer_is_judged(*choice, line);
    if let Ok(ReceivedFrame::Whole(answer)) = frame {
        assert_answer_is_judged(*choice, &answer);
    }
    if let Ok(job) = wire::decode_job(line) {
        let sent = wire::encode_job(&job);
        assert_eq!(wire::decode_job(&sent).ok(), Some(job));
    }
    assert_frame_arrives(line);
}

fn assert_is_frame(line: &[u8], frame: &std::io::Result<ReceivedFrame>) {
    let claimed = line
        .first_chunk()
        .map(|length| u64::from(u32::from_le_bytes(*length)));
    match (frame, claimed) {
        (Ok(ReceivedFrame::Whole(bytes)), Some(claimed)) => {
            assert_eq!(bytes.len() as u64, claimed);
            let mut worker = line;
            assert_eq!(
                receive_blocking(&mut worker).ok().flatten().as_ref(),
                Some(bytes)
            );
        }
        (Ok(ReceivedFrame::TooLong), Some(claimed)) => assert!(claimed > FRAME_BYTES_MAX),
        (Ok(ReceivedFrame::Cut), claimed) => {
            assert!(claimed.is_none_or(|claimed| claimed > line.len() as u64 - 4));
        }
        (frame, claimed) => assert!(frame.is_err(), "{frame:?} of {claimed:?}"),
    }
}

/// Whatever a worker says, it is data of the form type or no data.
fn assert_answer_is_judged(choice: u8, answer: &[u8]) {
    let form_type = form_type(choice);
    if let Ok(Ok(data)) = wire::decode_data(answer, form_type) {
        assert_is_data(form_type, &data);
    }
    if let Ok(Ok(read)) = wire::decode_sources(answer, form_type) {
        assert_is_data(form_type, &read.data);
    }
    if let Ok(content) = wire::decode_content(answer) {
        let sent = wire::answer(&Job::Content, content.clone());
        assert_eq!(wire::decode_content(&sent).ok(), Some(content));
    }
}

fn assert_frame_arrives(bytes: &[u8]) {
    let (mut one, mut other) = (Vec::new(), Vec::new());
    assert!(block_on(send(&mut one, bytes)).is_ok());
    assert!(send_blocking(&mut other, bytes).is_ok());
    assert_eq!(one, other, "both ends write the same");
    let received = block_on(receive(&mut one.as_slice(), bytes.len() as u64));
    assert_eq!(received.ok(), Some(ReceivedFrame::Whole(bytes.to_vec())));
}
