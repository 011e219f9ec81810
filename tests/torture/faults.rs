//! The service dies before its n-th step, or the disk fails there, for n = 1, 2, 3 … until the
//! operation survives: what was acknowledged is there, what was not is there whole or not at all.

use test_harness::service::Service;

use crate::effect::Effect;
use crate::ground::{Ground, must_be_sound};
use crate::injector::{Counted, Fault, Injector};
use crate::operations::{ALL, Operation};
use crate::state::State;

#[test]
fn an_upload_and_an_attachment_survive_a_kill_at_each_sync_rename_and_answer() {
    run(
        &[Operation::Upload, Operation::Attach],
        Counted::ButWrites,
        Effect::Kill,
    );
}

#[test]
#[ignore = "minutes long: just torture"]
fn every_operation_survives_a_kill_at_each_step() {
    run(&ALL, Counted::Every, Effect::Kill);
}

#[test]
#[ignore = "minutes long: just torture"]
fn every_operation_survives_a_disk_that_fails_at_each_step() {
    run(&ALL, Counted::Every, Effect::Broken);
}

#[test]
#[ignore = "minutes long: just torture"]
fn every_operation_survives_a_disk_that_is_full_from_each_step_on() {
    run(&ALL, Counted::Every, Effect::Full);
}

#[test]
#[ignore = "minutes long: just torture"]
fn every_operation_survives_a_full_disk_that_lets_nothing_be_removed_either() {
    run(&ALL, Counted::Every, Effect::FullForAll);
}

#[test]
#[ignore = "minutes long: just torture"]
fn every_operation_survives_a_quota_that_is_used_up_from_each_step_on() {
    run(&ALL, Counted::Every, Effect::OverQuota);
}

#[test]
#[ignore = "minutes long: just torture"]
fn every_operation_survives_that_no_file_can_be_opened_from_each_step_on() {
    run(&ALL, Counted::Every, Effect::NoDescriptors);
}

#[test]
#[ignore = "minutes long: just torture"]
fn no_operation_notices_that_any_of_its_writes_is_short() {
    run(&ALL, Counted::Every, Effect::Short);
}

fn run(operations: &[Operation], counted: Counted, effect: Effect) {
    let ground = Ground::furnished();
    let mut all = 0;
    for operation in operations {
        let met = ground.survives(*operation, counted, effect);
        println!("{operation:?}: {effect:?} at {met} steps");
        all += met;
    }
    println!(
        "{} operations, {effect:?}, {all} steps, 0 violations",
        operations.len()
    );
}

impl Ground {
    /// Goes through all steps of the operation and gives their number.
    fn survives(&self, operation: Operation, counted: Counted, effect: Effect) -> usize {
        let after = self.after(operation);
        assert!(after != self.before, "{operation:?} changes nothing");
        for at in 1.. {
            let fault = Fault {
                at,
                counted,
                effect,
            };
            if !self.survives_one(operation, fault, &after) {
                assert!(at > 1, "no step of {operation:?} was met");
                return at - 1;
            }
        }
        unreachable!("an operation has an end")
    }

    fn after(&self, operation: Operation) -> State {
        let service = Service::start_in(self.copy());
        let answer = operation
            .send(&service, &self.own.path())
            .expect("an answer");
        assert!(
            answer.status().is_success(),
            "{operation:?}: {}",
            answer.status()
        );
        State::of(&service, &self.own.pa_key)
    }

    /// Whether the fault was met.
    fn survives_one(&self, operation: Operation, fault: Fault, after: &State) -> bool {
        let service = Service::start_in(self.copy());
        let data = service.folder().join("data");
        let injector = Injector::begin(service.process_id(), data, fault);
        let answer = operation.send(&service, &self.own.path());
        // Reads go on while the disk still fails.
        let reads = fault.effect.lets_read();
        let during = reads.then(|| State::of(&service, &self.own.pa_key));
        let struck = injector.end();
        let which = format!("{operation:?}, {fault:?}: {struck:?}");
        let answer = answer.ok().map(|answer| answer.status().as_u16());
        let acknowledged = answer.is_some_and(|status| status < 300);
        let failed = match fault.effect {
            Effect::Kill => answer.is_none(),
            _ => answer.is_some_and(|status| status >= 500),
        };
        let may_fail = struck.is_some() && !fault.effect.is_harmless();
        assert!(acknowledged || failed && may_fail, "{which}: {answer:?}");
        if let Some(during) = during {
            self.must_be_whole(&during, acknowledged, after, &which);
        }
        // It goes on by itself, and after a restart: one as often as the other.
        let service = if fault.effect == Effect::Kill || fault.at.is_multiple_of(2) {
            Service::start_in(service.end())
        } else {
            service
        };
        self.must_recover(&service, operation, acknowledged, after, &which);
        struck.is_some()
    }

    /// Everything is whole, and stays so when the client sends its request again.
    fn must_recover(
        &self,
        service: &Service,
        operation: Operation,
        acknowledged: bool,
        after: &State,
        which: &str,
    ) {
        let now = State::of(service, &self.own.pa_key);
        let happened = self.must_be_whole(&now, acknowledged, after, which);
        must_be_sound(service.folder(), which);
        if !happened || operation.is_repeatable() {
            let again = operation
                .send(service, &self.own.path())
                .expect("an answer");
            assert!(again.status().is_success(), "{which}: {}", again.status());
            let now = State::of(service, &self.own.pa_key);
            self.must_be_whole(&now, true, after, which);
            must_be_sound(service.folder(), which);
        }
    }

    /// Whether the operation has happened. It has wholly or not at all.
    fn must_be_whole(&self, now: &State, acknowledged: bool, after: &State, which: &str) -> bool {
        let happened = now == after;
        let may_be = happened || (!acknowledged && *now == self.before);
        assert!(may_be, "{which}: {}", now.difference(after));
        happened
    }
}
