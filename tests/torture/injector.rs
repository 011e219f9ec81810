//! Kills a service at its n-th step, or lets steps fail, counted over all of its threads: the
//! counts that `strace --inject` keeps are of one thread each, and work moves between threads.

use std::collections::{HashMap, HashSet};
use std::io::ErrorKind;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Sender};
use std::thread::JoinHandle;

use libc::{c_int, pid_t};

use crate::effect::Effect;
use crate::ptrace::{self, Stop};
use crate::steps::{Kind, Step, is_entry, lengthen, refuse, shorten, withhold};

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
            shortened: HashMap::new(),
            code: None,
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

    /// Waits for the end of the process. Which step the fault met, and the exit status; none where
    /// it was killed, and is still to be waited for.
    pub(crate) fn until_end(self) -> (Option<String>, Option<c_int>) {
        let watch = self.watching.join().expect("the watch ended well");
        (watch.struck, watch.code)
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
    /// Those that write less than they wanted, with what they wanted.
    shortened: HashMap<pid_t, u64>,
    /// The exit status of the process.
    code: Option<c_int>,
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
            Ok(Stop::End(thread, code)) if thread == self.process => self.code = code,
            Ok(Stop::End(..)) => {}
            Err(error) => return error.kind() == ErrorKind::Interrupted,
        }
        true
    }

    fn at_call(&mut self, thread: pid_t) -> bool {
        if self.withheld.remove(&thread) {
            let _ = refuse(thread, self.fault.effect.error());
        } else if let Some(length) = self.shortened.remove(&thread) {
            let _ = lengthen(thread, length);
        } else if is_entry(thread)
            && let Some(step) = Step::of(thread, &self.data)
            && self.is_struck(&step)
        {
            match self.fault.effect {
                Effect::Kill => {
                    let _ = ptrace::signal(self.process, libc::SIGKILL);
                    return false;
                }
                Effect::Short => {
                    let length = shorten(thread).expect("a thread that is stopped");
                    self.shortened.insert(thread, length);
                }
                _ => {
                    withhold(thread).expect("a thread that is stopped");
                    self.withheld.insert(thread);
                }
            }
        }
        ptrace::go_on(thread, 0);
        true
    }

    /// Whether the fault meets this step.
    fn is_struck(&mut self, step: &Step) -> bool {
        if !self.fault.effect.can_meet(step) {
            return false;
        }
        let is_write = matches!(step.kind, Kind::Write | Kind::Truncate);
        self.seen += usize::from(!is_write || self.fault.counted == Counted::Every);
        let is_first = self.struck.is_none() && self.seen == self.fault.at;
        if is_first {
            self.struck = Some(step.name());
        }
        is_first || self.fault.effect.lasts() && self.struck.is_some()
    }
}

fn threads_of(process: pid_t) -> HashSet<pid_t> {
    let tasks = std::fs::read_dir(format!("/proc/{process}/task"));
    let tasks = tasks.expect("the process runs").flatten();
    let numbers = tasks.filter_map(|task| task.file_name().to_str()?.parse().ok());
    numbers.collect()
}
