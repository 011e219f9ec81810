//! What a process has in memory before and after, as the kernel counts it (proc(5), `smaps`). One
//! test, as another would touch pages meanwhile.

#[cfg(test)]
mod tests {
    use std::fs::{self, File};
    use std::os::unix::fs::FileExt as _;

    use idle_memory::give_back;

    #[derive(Debug, Default)]
    struct Resident {
        program_kilobytes: u64,
        all_kilobytes: u64,
    }

    /// A line that begins a mapping: its range, permissions and path.
    fn mapping(line: &str) -> Option<(u64, u64, &str, Option<&str>)> {
        let mut words = line.split_ascii_whitespace();
        let (start, end) = words.next()?.split_once('-')?;
        let address = |digits| u64::from_str_radix(digits, 16).ok();
        let path = line.find('/').map(|at| &line[at..]);
        Some((address(start)?, address(end)?, words.next()?, path))
    }

    fn program() -> String {
        std::env::current_exe().unwrap().display().to_string()
    }

    fn resident() -> Resident {
        let program = program();
        let mut resident = Resident::default();
        let mut is_program = false;
        for line in fs::read_to_string("/proc/self/smaps").unwrap().lines() {
            if let Some((_, _, _, path)) = mapping(line) {
                is_program = path == Some(&program);
            } else if let Some(kilobytes) = line.strip_prefix("Rss:") {
                let kilobytes = kilobytes.trim().trim_end_matches(" kB");
                let kilobytes: u64 = kilobytes.parse().unwrap();
                resident.all_kilobytes += kilobytes;
                resident.program_kilobytes += u64::from(is_program) * kilobytes;
            }
        }
        resident
    }

    /// Has the kernel map all of the program.
    fn touch_program() {
        let (program, memory) = (program(), File::open("/proc/self/mem").unwrap());
        for line in fs::read_to_string("/proc/self/maps").unwrap().lines() {
            let Some((start, end, permissions, path)) = mapping(line) else {
                continue;
            };
            if path == Some(&program) && permissions.starts_with('r') {
                let mut bytes = vec![0; usize::try_from(end - start).unwrap()];
                memory.read_exact_at(&mut bytes, start).unwrap();
            }
        }
    }

    #[test]
    fn what_holds_nothing_and_what_the_file_has_is_given_back() {
        const PIECES: usize = 64 * 1024;
        const PIECE_BYTES: usize = 1000;
        touch_program();
        let mut pieces: Vec<Vec<u8>> = (0..PIECES).map(|_| vec![1; PIECE_BYTES]).collect();
        // The allocator gives back by itself what is free at the end of its heap.
        let last = pieces.pop();
        drop(pieces);
        let before = resident();
        give_back();
        let after = resident();
        assert!(
            after.program_kilobytes < before.program_kilobytes,
            "{before:?} {after:?}"
        );
        let given = before.all_kilobytes - after.all_kilobytes;
        if cfg!(target_env = "gnu") {
            assert!(given > 32 * 1024, "{given} of {before:?}");
        }
        assert_eq!(last, Some(vec![1; PIECE_BYTES]));
    }
}
