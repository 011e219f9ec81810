//! Whether what was stored was durable before it was acknowledged, judged from system calls.

use std::path::Path;

use crate::calls::Call;

/// The names of calls that judging needs.
pub(crate) const CALLS: &str = "fsync,fdatasync,rename,renameat,renameat2,link,linkat,mkdir,\
    mkdirat,write,pwrite64,writev,sendto,sendmsg";

/// What is wrong with the way of the only file that was put below `blobs` before the first answer
/// `201`, whose row is in a database with this log.
pub(crate) fn fault(calls: &[Call], blobs: &Path, log: &Path) -> Option<&'static str> {
    let (blobs, log) = (blobs.to_str()?, log.to_str()?);
    let Some(answer) = calls.iter().find(|call| is_answer(call)) else {
        return Some("nothing was answered");
    };
    let mut renames = calls.iter().filter(|call| is_rename_below(call, blobs));
    let (Some(rename), None) = (renames.next(), renames.next()) else {
        return Some("not exactly one file was renamed to its place");
    };
    let (staged, place) = (rename.texts()[0], rename.texts()[1]);
    if !is_synced_before(calls, staged, rename) {
        return Some("the file was renamed before its bytes were synced");
    }
    let folder = Path::new(place).parent()?.to_str()?;
    let Some(folder_synced) = sync_after(calls, folder, rename) else {
        return Some("the folder was not synced after the file was renamed");
    };
    if is_made(calls, folder) && !is_synced_before(calls, blobs, answer) {
        return Some("the new folder itself was not synced");
    }
    let is_row = |call: &&Call| is_write(call) && call.descriptor_path() == log;
    let row = calls
        .iter()
        .filter(is_row)
        .find(|row| folder_synced.is_done_before(row));
    let Some(row) = row.filter(|row| row.is_done_before(answer)) else {
        return Some("no row was written between the folder's sync and the answer");
    };
    let committed = sync_after(calls, log, row).filter(|sync| sync.is_done_before(answer));
    if committed.is_none() || !is_synced_before(calls, log, answer) {
        return Some("the answer was sent before the row was synced");
    }
    None
}

/// Whether this was written, and all that was written to it before that call was synced before it.
fn is_synced_before(calls: &[Call], path: &str, before: &Call) -> bool {
    let earlier = calls.iter().filter(|call| call.began < before.began);
    let of_it = earlier.filter(|call| call.descriptor_path() == path);
    let mut syncs = of_it.clone().filter(|call| is_sync(call));
    let last = syncs.rfind(|sync| sync.is_done_before(before));
    let mut writes = of_it.filter(|call| is_write(call));
    last.is_some_and(|sync| writes.all(|write| write.is_done_before(sync)))
}

pub(crate) fn sync_after<'calls>(
    calls: &'calls [Call],
    path: &str,
    after: &Call,
) -> Option<&'calls Call> {
    let mut syncs = calls.iter().filter(|call| is_sync(call));
    syncs
        .find(|sync| sync.descriptor_path() == path && sync.succeeded && after.is_done_before(sync))
}

fn is_made(calls: &[Call], folder: &str) -> bool {
    calls.iter().any(|call| makes(call, Path::new(folder)))
}

/// Whether the call makes this folder.
pub(crate) fn makes(call: &Call, folder: &Path) -> bool {
    let is_meant = |text: &&str| Path::new(text) == folder;
    call.name.starts_with("mkdir") && call.succeeded && call.texts().iter().any(is_meant)
}

fn is_rename_below(call: &Call, folder: &str) -> bool {
    let moves = call.name.starts_with("rename") || call.name.starts_with("link");
    let to = call.texts().get(1).copied().unwrap_or_default();
    moves && call.succeeded && Path::new(to).starts_with(folder)
}

fn is_sync(call: &Call) -> bool {
    matches!(call.name.as_str(), "fsync" | "fdatasync")
}

fn is_write(call: &Call) -> bool {
    matches!(call.name.as_str(), "write" | "pwrite64" | "writev")
}

fn is_answer(call: &Call) -> bool {
    let sends = matches!(
        call.name.as_str(),
        "sendto" | "sendmsg" | "write" | "writev"
    );
    let starts = |text: &&str| text.starts_with("HTTP/1.1 201 ");
    sends && call.texts().first().is_some_and(starts)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use crate::calls::read;

    const IN_ORDER: [&str; 9] = [
        r#"1 write(5</d/blobs/staging/a>, "%PDF", 4) = 4"#,
        "1 fsync(5</d/blobs/staging/a>) = 0",
        r#"1 mkdir("/d/blobs/ab", 0700) = 0"#,
        "1 fsync(6</d/blobs>) = 0",
        r#"1 renameat2(AT_FDCWD</d>, "/d/blobs/staging/a", AT_FDCWD</d>, "/d/blobs/ab/a", 0) = 0"#,
        "1 fsync(6</d/blobs/ab>) = 0",
        r#"2 pwrite64(7</d/x.db-wal>, "\0", 1, 32) = 1"#,
        "2 fsync(7</d/x.db-wal>) = 0",
        r#"3 sendto(8<socket:[1]>, "HTTP/1.1 201 Created\r\n"..., 90, 0, NULL, 0) = 90"#,
    ];

    fn fault(lines: &[&str]) -> Option<&'static str> {
        let (blobs, log) = (Path::new("/d/blobs"), Path::new("/d/x.db-wal"));
        super::fault(&read(&lines.join("\n")), blobs, log)
    }

    #[test]
    fn fault_finds_none_where_everything_is_in_its_order() {
        assert_eq!(fault(&IN_ORDER), None);
    }

    #[test]
    fn fault_names_each_call_that_is_missing() {
        for (missing, expected) in [
            (1, "the file was renamed before its bytes were synced"),
            (3, "the new folder itself was not synced"),
            (4, "not exactly one file was renamed to its place"),
            (5, "the folder was not synced after the file was renamed"),
            (
                6,
                "no row was written between the folder's sync and the answer",
            ),
            (7, "the answer was sent before the row was synced"),
            (8, "nothing was answered"),
        ] {
            let mut lines = IN_ORDER.to_vec();
            lines.remove(missing);
            assert_eq!(fault(&lines), Some(expected), "without line {missing}");
        }
    }

    #[test]
    fn fault_names_neighbours_that_changed_places() {
        for (first, expected) in [
            (0, "the file was renamed before its bytes were synced"),
            (4, "the folder was not synced after the file was renamed"),
            (
                5,
                "no row was written between the folder's sync and the answer",
            ),
            (6, "the answer was sent before the row was synced"),
            (7, "the answer was sent before the row was synced"),
        ] {
            let mut lines = IN_ORDER.to_vec();
            lines.swap(first, first + 1);
            assert_eq!(fault(&lines), Some(expected), "line {first} later");
        }
    }

    #[test]
    fn fault_names_a_sync_that_failed_or_had_not_ended() {
        let mut failed = IN_ORDER;
        failed[7] = "2 fsync(7</d/x.db-wal>) = -1 EIO (Input/output error)";
        let expected = Some("the answer was sent before the row was synced");
        assert_eq!(fault(&failed), expected);
        let mut late = IN_ORDER.to_vec();
        late[7] = "2 fsync(7</d/x.db-wal> <unfinished ...>";
        late.push("2 <... fsync resumed>) = 0");
        assert_eq!(fault(&late), expected);
    }

    #[test]
    fn fault_names_bytes_that_were_written_after_the_sync() {
        let mut lines = IN_ORDER.to_vec();
        lines.insert(2, r#"1 write(5</d/blobs/staging/a>, "more", 4) = 4"#);
        let expected = "the file was renamed before its bytes were synced";
        assert_eq!(fault(&lines), Some(expected));
    }
}
