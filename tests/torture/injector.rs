//! Kills a service at its n-th step, or lets steps fail, counted over all of its threads: the
//! counts that `strace --inject` keeps are of one thread each, and work moves between threads.

use std::collections::HashSet;
use std::io::ErrorKind;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Sender};
use std::thread::JoinHandle;

use libc::{c_int, pid_t};

use crate::ptrace::{self, Stop};
use crate::steps::{Kind, Step, is_entry, refuse, withhold};

/// What happens at the n-th step that counts, from 1.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fault {
    pub(crate) at: usize,
    pub(crate) counted: Counted,
    pub(crate) effect: Effect,
}

/// Which steps count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Counted {
    Every,
    /// All but writes: what is between two of them was found at their ends.
    ButWrites,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effect {
    /// The process is killed before the step.
    Kill,
    /// This step fails with EIO.
    Broken,
    /// This step and all later ones that take room fail with ENOSPC.
    Full,
}

/// A thread that watches all threads of a process, until it has killed it or is told to end.
pub(crate) struct Injector {
    process: pid_t,
    ends: Arc<AtomicBool>,
    watching: JoinHandle<Watch>,
}

impl Injector {
    /// Attaches to all threads of the process, which keeps its files in this folder.
    pub(crate) fn begin(process: u32, data: PathBuf, fault: Fault) -> Self {
        let process = process.try_into().expect("a process id");
        let ends = Arc::new(AtomicBool::new(false));
        let (sender, attached) = mpsc::channel();
        let mut watch = Watch {
            process,
            data,
            fault,
            ends: Arc::clone(&ends),
            seen: 0,
            struck: None,
            withheld: HashSet::new(),
        };
        let watching = std::thread::spawn(move || {
            watch.attach(&sender);
            while watch.follow() {}
            watch
        });
        attached.recv().expect("the service is being watched");
        Self {
            process,
            ends,
            watching,
        }
    }

    /// Lets go of the process, and says which step the fault met, if there were so many.
    pub(crate) fn end(self) -> Option<String> {
        self.ends.store(true, Ordering::Release);
        // Ignored by the service, seen by the watch: it looks whether it is to end.
        let _ = ptrace::signal(self.process, libc::SIGURG);
        self.watching.join().expect("the watch ended well").struck
    }
}

struct Watch {
    process: pid_t,
    data: PathBuf,
    fault: Fault,
    ends: Arc<AtomicBool>,
    seen: usize,
    struck: Option<String>,
    /// The threads whose call was taken away.
    withheld: HashSet<pid_t>,
}

impl Watch {
    /// Threads that begin meanwhile are found by looking again, later ones by the kernel.
    fn attach(&self, attached: &Sender<()>) {
        let mut watched = HashSet::new();
        loop {
            let threads = threads_of(self.process);
            let new: Vec<pid_t> = threads.difference(&watched).copied().collect();
            if new.is_empty() {
                break;
            }
            for thread in new {
                match ptrace::seize(thread) {
                    // It has ended, or its maker was watched already.
                    Err(error) if error.raw_os_error() == Some(libc::ESRCH) => {}
                    Err(_) if self.is_watched(thread) => {}
                    seized => seized.expect(
                        "the service may be watched: these tests need root or CAP_SYS_PTRACE, \
                         and a container or kernel (kernel.yama.ptrace_scope) that allows ptrace",
                    ),
                }
                watched.insert(thread);
            }
        }
        attached.send(()).expect("somebody waits");
    }

    fn is_watched(&self, thread: pid_t) -> bool {
        let status = format!("/proc/{}/task/{thread}/status", self.process);
        let status = std::fs::read_to_string(status).unwrap_or_default();
        let tracer = status
            .lines()
            .find_map(|line| line.strip_prefix("TracerPid:"));
        tracer.is_some_and(|tracer| tracer.trim() != "0")
    }

    /// Waits for what happens next. Whether there is more; when this thread ends the kernel lets
    /// all that it watches go on.
    fn follow(&mut self) -> bool {
        match ptrace::wait() {
            Ok(Stop::Call(thread)) => return self.at_call(thread),
            Ok(Stop::Signal(thread, signal)) => {
                if self.ends.load(Ordering::Acquire) {
                    return false;
                }
                ptrace::go_on(thread, signal);
            }
            Ok(Stop::Event(thread)) => ptrace::go_on(thread, 0),
            Ok(Stop::End) => {}
            Err(error) => return error.kind() == ErrorKind::Interrupted,
        }
        true
    }

    fn at_call(&mut self, thread: pid_t) -> bool {
        if self.withheld.remove(&thread) {
            let _ = refuse(thread, self.error());
        } else if is_entry(thread)
            && let Some(step) = Step::of(thread, &self.data)
            && self.is_struck(&step)
        {
            if self.fault.effect == Effect::Kill {
                let _ = ptrace::signal(self.process, libc::SIGKILL);
                return false;
            }
            withhold(thread).expect("a thread that is stopped");
            self.withheld.insert(thread);
        }
        ptrace::go_on(thread, 0);
        true
    }

    /// Whether the fault meets this step.
    fn is_struck(&mut self, step: &Step) -> bool {
        let can_fail = match self.fault.effect {
            Effect::Kill => true,
            Effect::Broken => step.kind != Kind::Send,
            Effect::Full => !matches!(step.kind, Kind::Send | Kind::Unlink),
        };
        let counts = step.kind != Kind::Write || self.fault.counted == Counted::Every;
        self.seen += usize::from(can_fail && counts);
        let first = can_fail && counts && self.seen == self.fault.at;
        if first {
            self.struck = Some(step.name());
        }
        first || can_fail && self.fault.effect == Effect::Full && self.struck.is_some()
    }

    fn error(&self) -> c_int {
        match self.fault.effect {
            Effect::Full => libc::ENOSPC,
            Effect::Kill | Effect::Broken => libc::EIO,
        }
    }
}

fn threads_of(process: pid_t) -> HashSet<pid_t> {
    let tasks = std::fs::read_dir(format!("/proc/{process}/task"));
    let tasks = tasks.expect("the process runs").flatten();
    let numbers = tasks.filter_map(|task| task.file_name().to_str()?.parse().ok());
    numbers.collect()
}
