//! The bound on memory of the control groups that hold this process. Where it is reached the kernel
//! kills: workers first, and then the service.

use crate::control_groups::BoundOfGroups;

/// What the service has at once under load, its workers not counted.
const MEGABYTES_MIN: u64 = 512;

const OF_GROUPS: BoundOfGroups = BoundOfGroups {
    file: "memory.max",
    controller: "memory",
    file_of_controller: "memory.limit_in_bytes",
};

/// What an operator should know of a bound that is too low for the service.
pub(crate) fn warning() -> Option<String> {
    too_low(OF_GROUPS.lowest()).map(|megabytes| {
        format!(
            "memory is bounded at {megabytes} MB, so that the kernel may kill workers or the \
             service under load: it needs {MEGABYTES_MIN} (MemoryMax=, mem_limit)"
        )
    })
}

fn too_low(bound: Option<u64>) -> Option<u64> {
    let megabytes = bound? / 1_048_576;
    (megabytes < MEGABYTES_MIN).then_some(megabytes)
}

#[cfg(test)]
mod tests {
    use super::{MEGABYTES_MIN, too_low};

    #[test]
    fn too_low_is_a_bound_below_what_the_service_needs() {
        let least = MEGABYTES_MIN * 1_048_576;
        assert_eq!(too_low(None), None);
        assert_eq!(too_low(Some(least)), None);
        assert_eq!(too_low(Some(least - 1)), Some(MEGABYTES_MIN - 1));
        assert_eq!(too_low(Some(64 * 1_048_576)), Some(64));
    }
}
