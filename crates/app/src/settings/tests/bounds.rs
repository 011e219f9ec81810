//! The least and the most that each number may be, and the sentence that tells both.

use super::read;

const MANY: u64 = u32::MAX as u64;

/// Setting, unit, least, most, and what must stand beside it for the most to be taken.
const BOUNDS: [(&str, &str, u64, u64, &str); 12] = [
    ("limits.upload_bytes", "bytes", 1, 64 * 1_048_576, ""),
    ("limits.attachments_max", "attachments", 0, 100_000, ""),
    ("limits.attachment_bytes", "bytes", 1, 1 << 40, ""),
    ("limits.attachments_total_bytes", "bytes", 1, 1 << 40, ""),
    ("limits.free_bytes_min", "bytes", 0, 1 << 60, ""),
    ("limits.stored_total_bytes", "bytes", 1, 1 << 60, ""),
    ("sweep.grace_seconds", "seconds", 300, 316_224_000, ""),
    ("rate_limit.window_seconds", "seconds", 1, 86_400, ""),
    ("rate_limit.per_address", "requests", 1, MANY, DAY),
    ("rate_limit.per_key", "requests", 1, MANY, DAY),
    ("rate_limit.per_master_key", "requests", 1, MANY, DAY),
    ("rate_limit.uploads_per_day", "uploads", 1, MANY, ""),
];

/// A window in which so many requests are not too many for each second.
const DAY: &str = "rate_limit.window_seconds = 86400";

#[test]
fn every_number_has_a_least_and_a_most_which_its_sentence_tells() {
    for (key, unit, least, most, beside) in BOUNDS {
        let with = |number: &str| read(&format!("{beside}\n{key} = {number}"), &[]);
        for taken in [least, most] {
            let taken = with(&taken.to_string());
            assert_eq!(taken.err(), None, "{key}");
        }
        let told = format!("`{key}` must be a whole number of {unit} from {least} to {most}.");
        let (below, above) = (i128::from(least) - 1, u128::from(most) + 1);
        let others = [below.to_string(), above.to_string()];
        for refused in others.iter().map(String::as_str).chain(["1.5", "'1'"]) {
            let faults = with(refused).unwrap_err();
            assert_eq!(faults, [told.as_str()], "{refused}");
        }
    }
}

#[test]
fn a_bound_on_all_files_holds_where_it_is_given_alone() {
    let bound = |file: &str| read(file, &[]).unwrap().storage_limits.total_bytes_max;
    assert_eq!(bound(""), None);
    assert_eq!(bound("limits.stored_total_bytes = 7"), Some(7));
}
