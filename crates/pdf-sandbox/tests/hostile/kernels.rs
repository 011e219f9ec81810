//! Kernels, or containers, that lack something.

use seccompiler::{BpfProgram, SeccompAction, SeccompFilter, apply_filter};

/// Runs this in a thread that is told, with all the processes it starts, that there are no such
/// system calls.
pub(crate) fn on_a_kernel_without(calls: &[i64], run: impl FnOnce() + Send) {
    std::thread::scope(|scope| {
        let thread = scope.spawn(|| {
            apply_filter(&filter_of(calls)).unwrap();
            run();
        });
        thread.join().unwrap();
    });
}

fn filter_of(calls: &[i64]) -> BpfProgram {
    let absent = SeccompAction::Errno(libc::ENOSYS as u32);
    let architecture = std::env::consts::ARCH.try_into().unwrap();
    let rules = calls.iter().map(|call| (*call, Vec::new())).collect();
    let filter = SeccompFilter::new(rules, SeccompAction::Allow, absent, architecture);
    filter.unwrap().try_into().unwrap()
}
