//! The bound on the address space (`RLIMIT_AS`). Where it is reached memory is refused, which ends
//! a process that cannot go on without.

use rustix::process::{Resource, getrlimit};

/// Under load the service maps somewhat more than 1 GB, most of it room that is never used.
const MEGABYTES_MIN: u64 = 2_048;

/// What an operator should know of a bound that is too small for the service.
pub(crate) fn warning() -> Option<String> {
    let megabytes = too_small(getrlimit(Resource::As).current)?;
    Some(format!(
        "the address space is bounded at {megabytes} MB, so that the service may end under load: \
         it needs {MEGABYTES_MIN} (LimitAS, ulimit -v)"
    ))
}

fn too_small(bound: Option<u64>) -> Option<u64> {
    let megabytes = bound? / 1_048_576;
    (megabytes < MEGABYTES_MIN).then_some(megabytes)
}

#[cfg(test)]
mod tests {
    use super::{MEGABYTES_MIN, too_small};

    #[test]
    fn too_small_is_a_bound_below_what_the_service_maps() {
        let least = MEGABYTES_MIN * 1_048_576;
        assert_eq!(too_small(None), None);
        assert_eq!(too_small(Some(least)), None);
        assert_eq!(too_small(Some(least - 1)), Some(MEGABYTES_MIN - 1));
        assert_eq!(too_small(Some(600 * 1_048_576)), Some(600));
    }
}
