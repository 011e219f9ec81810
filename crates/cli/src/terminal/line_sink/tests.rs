use std::io::{self, ErrorKind};
use std::os::unix::net::UnixStream;
use std::sync::Mutex;

use super::{Flow, HELD_BYTES_MAX, LineSink};
use crate::terminal::output::{Descriptor, Output};

/// Far more than a pipe or a socket and what is held take together.
const LINES: u64 = 40_000;

/// Takes so many bytes, at most a few at once, and then says that the disk is full.
#[derive(Default)]
struct Disk {
    written: Mutex<Vec<u8>>,
    room: Mutex<usize>,
}

impl Output for &Disk {
    fn write_some(&self, bytes: &[u8]) -> io::Result<usize> {
        let mut room = self.room.lock().unwrap();
        let taken = bytes.len().min(*room).min(7);
        if taken == 0 {
            return Err(ErrorKind::StorageFull.into());
        }
        *room -= taken;
        self.written.lock().unwrap().extend(&bytes[..taken]);
        Ok(taken)
    }
}

impl Disk {
    fn make_room(&self, bytes: usize) {
        *self.room.lock().unwrap() = bytes;
    }

    fn text(&self) -> String {
        String::from_utf8(self.written.lock().unwrap().clone()).unwrap()
    }
}

fn line(number: u64) -> String {
    format!("line {number} of the log, as long as such lines are\n")
}

/// That there is nothing left to write, and what of lost lines is told.
fn all_written(lines_lost: u64) -> Flow {
    Flow {
        is_held: false,
        lines_lost,
    }
}

const HELD: Flow = Flow {
    is_held: true,
    lines_lost: 0,
};

fn assert_nobody_waits(sink: LineSink<impl Output>, mut reader: impl io::Read) {
    for number in 0..LINES {
        sink.write(line(number).as_bytes());
    }
    let lost = sink.lines_lost();
    assert!(0 < lost && lost < LINES, "{lost}");
    let (mut flow, mut bytes) = (sink.flow_on(), Vec::new());
    assert_eq!(flow, HELD);
    while flow == HELD {
        // While anything is held the other end has something to read.
        let mut some = [0; 4096];
        let read = reader.read(&mut some).unwrap();
        bytes.extend_from_slice(&some[..read]);
        flow = sink.flow_on();
    }
    assert_eq!(flow, all_written(lost));
    drop(sink);
    reader.read_to_end(&mut bytes).unwrap();
    let whole: String = (0..LINES - lost).map(line).collect();
    assert!(bytes == whole.as_bytes(), "whole lines, in their order");
}

#[test]
fn a_pipe_that_nobody_reads_holds_nobody_up_and_tears_no_line() {
    let (reader, writer) = io::pipe().unwrap();
    assert_nobody_waits(LineSink::new(Descriptor::new(writer)), reader);
}

#[test]
fn a_socket_that_nobody_reads_holds_nobody_up_and_tears_no_line() {
    let (reader, writer) = UnixStream::pair().unwrap();
    assert_nobody_waits(LineSink::new(Descriptor::new(writer)), reader);
}

#[test]
fn a_reader_that_is_gone_holds_nobody_up() {
    let (reader, writer) = io::pipe().unwrap();
    let sink = LineSink::new(Descriptor::new(writer));
    drop(reader);
    for number in 0..LINES {
        sink.write(line(number).as_bytes());
    }
    assert!(sink.lines_lost() > 0);
}

#[test]
fn lines_for_a_full_disk_are_held_then_lost_and_counted_and_told_once_when_there_is_room() {
    let disk = Disk::default();
    let sink = LineSink::new(&disk);
    disk.make_room(10);
    let fitting = u64::try_from((HELD_BYTES_MAX + 10) / line(10_000).len()).unwrap();
    let numbers = || 10_000..10_000 + fitting;
    for number in numbers() {
        sink.write(line(number).as_bytes());
    }
    assert_eq!((sink.lines_lost(), disk.text().as_str()), (0, "line 10000"));
    sink.write(b"one that is lost, as it is longer than what is left of what may be held\n");
    sink.write(b"and one\nof two lines, which does not fit in that place any more either\n");
    assert_eq!((sink.lines_lost(), sink.flow_on()), (3, HELD));
    disk.make_room(100);
    sink.flow_on();
    disk.make_room(usize::MAX);
    sink.write(b"there is room again\n");
    assert_eq!(sink.flow_on(), all_written(3));
    assert_eq!(sink.flow_on(), all_written(0));
    assert_eq!(sink.lines_lost(), 3, "the count goes on");
    let whole: String = numbers().map(line).collect();
    assert!(disk.text() == format!("{whole}there is room again\n"));
}

#[test]
fn a_line_that_is_begun_is_ended_however_long_it_is() {
    let disk = Disk::default();
    let sink = LineSink::new(&disk);
    disk.make_room(3);
    let long = format!("{}\n", "x".repeat(2 * HELD_BYTES_MAX));
    sink.write(long.as_bytes());
    disk.make_room(usize::MAX);
    assert_eq!(sink.flow_on(), all_written(0));
    assert!(disk.text() == long);
}
