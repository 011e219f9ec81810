//! The pages of the program's own file that this process has mapped.
//!
//! The kernel maps 64 KB around each place that is touched, and takes a page away only when memory
//! is short. So a process that has started holds most of its program, and needs little of it.

use std::ffi::{c_int, c_void};
use std::ops::Range;
use std::{ptr, slice};

use rustix::mm::{Advice, madvise};
use rustix::param::page_size;

/// Unmaps the pages of the program's code and constants. What is touched again is mapped again.
pub(crate) fn give_back() {
    for segment in unwritten_segments() {
        #[expect(unsafe_code, reason = "the kernel is told about memory that is in use")]
        // SAFETY: the segment is mapped from the program's file and no page of it can be written
        // (`unwritten_segments`), so that the kernel gets the same bytes again from the file, of
        // which nobody can write a page either while the program runs (ETXTBSY, execve(2)).
        let given = unsafe {
            let start = ptr::with_exposed_provenance_mut(segment.start);
            madvise(start, segment.len(), Advice::LinuxDontNeed)
        };
        // A kernel that does not take it leaves the pages where they are.
        let _ = given;
    }
}

/// Whole pages of the program that were mapped as they are in its file: never those that the
/// loader wrote addresses to, which are in a segment that may be written.
fn unwritten_segments() -> Vec<Range<usize>> {
    let mut segments = Vec::new();
    #[expect(unsafe_code, reason = "a function of the C library")]
    // SAFETY: the function gets the pointer that is given here, and only until it returns.
    unsafe {
        libc::dl_iterate_phdr(Some(add_segments), (&raw mut segments).cast());
    }
    segments
}

/// Adds those of the program, which is told first, and wants to be told of no library
/// (dl_iterate_phdr(3)).
#[expect(unsafe_code, reason = "the C library calls it")]
unsafe extern "C" fn add_segments(
    object: *mut libc::dl_phdr_info,
    _size: usize,
    segments: *mut c_void,
) -> c_int {
    const END: c_int = 1;
    // SAFETY: the C library hands over a description that is valid during the call, with as many
    // headers as it says; the pointer is the one that `unwritten_segments` gave.
    let (object, headers, segments) = unsafe {
        let object = &*object;
        let headers = slice::from_raw_parts(object.dlpi_phdr, usize::from(object.dlpi_phnum));
        (object, headers, &mut *segments.cast::<Vec<Range<usize>>>())
    };
    let loaded = headers
        .iter()
        .filter(|header| header.p_type == libc::PT_LOAD);
    let unwritten = loaded.filter(|header| header.p_flags & libc::PF_W == 0);
    segments.extend(unwritten.filter_map(|header| {
        let start = usize::try_from(object.dlpi_addr + header.p_vaddr).ok()?;
        whole_pages(start, usize::try_from(header.p_memsz).ok()?)
    }));
    END
}

/// The pages that lie within, not those that begin before or end behind.
fn whole_pages(start: usize, length: usize) -> Option<Range<usize>> {
    let page = page_size();
    let end = start.checked_add(length)? / page * page;
    let start = start.checked_next_multiple_of(page)?;
    (start < end).then_some(start..end)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::ops::Range;

    use rustix::param::page_size;

    use super::{give_back, unwritten_segments, whole_pages};

    #[test]
    fn a_page_that_is_shared_with_something_else_is_left_alone() {
        let page = page_size();
        assert_eq!(whole_pages(page, 2 * page), Some(page..3 * page));
        assert_eq!(whole_pages(page + 1, 2 * page), Some(2 * page..3 * page));
        assert_eq!(whole_pages(page - 1, 2 * page), Some(page..2 * page));
        assert_eq!(whole_pages(page + 1, page), None);
        assert_eq!(whole_pages(page, usize::MAX), None);
    }

    /// As proc(5) has them: `start-end perms offset dev inode path`.
    fn mappings() -> Vec<(Range<usize>, String, String)> {
        let maps = fs::read_to_string("/proc/self/maps").unwrap();
        let mapping = |line: &str| {
            let mut words = line.split_ascii_whitespace();
            let (start, end) = words.next()?.split_once('-')?;
            let address = |digits| usize::from_str_radix(digits, 16).unwrap();
            let permissions = words.next()?.to_owned();
            let path = line[line.find('/')?..].to_owned();
            Some((address(start)..address(end), permissions, path))
        };
        maps.lines().filter_map(mapping).collect()
    }

    #[test]
    fn segments_are_those_of_this_program_that_nobody_writes() {
        let program = std::env::current_exe().unwrap().display().to_string();
        let segments = unwritten_segments();
        let this = give_back as fn() as usize;
        assert!(segments.iter().any(|segment| segment.contains(&this)));
        for segment in segments {
            let within = |(range, permissions, path): &(Range<usize>, String, String)| {
                range.start <= segment.start
                    && segment.end <= range.end
                    && !permissions.contains('w')
                    && *path == program
            };
            assert!(mappings().iter().any(within), "{segment:x?}");
        }
    }
}
