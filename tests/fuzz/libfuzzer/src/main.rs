//! The program that libFuzzer drives: one target, which the environment names.

#![no_main]

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{LazyLock, Mutex, PoisonError};

use fuzz::Target;
use libfuzzer_sys::fuzz_target;

static TARGET: LazyLock<Target> = LazyLock::new(|| {
    // The reader of PDFs catches panics of a library. libFuzzer's own hook would end the process
    // there, so the last message is only kept, and told when nobody caught the panic.
    std::panic::set_hook(Box::new(|panic| {
        *last_panic() = panic.to_string();
    }));
    let name = std::env::var("FUZZ_TARGET").unwrap_or_default();
    fuzz::find(&name).unwrap_or_else(|| {
        eprintln!("FUZZ_TARGET names no target: {name:?}");
        std::process::exit(2);
    })
});

static LAST_PANIC: Mutex<String> = Mutex::new(String::new());

fuzz_target!(|bytes: &[u8]| {
    let target = &*TARGET;
    if catch_unwind(AssertUnwindSafe(|| (target.run)(bytes))).is_err() {
        eprintln!("{}", last_panic());
        std::process::abort();
    }
});

fn last_panic() -> std::sync::MutexGuard<'static, String> {
    LAST_PANIC.lock().unwrap_or_else(PoisonError::into_inner)
}
