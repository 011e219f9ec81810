//! The words for those who operate the service: check, verify, backup, restore, move, sweep,
//! recount.

use std::path::PathBuf;

use clap::Subcommand;

use super::Configuration;

#[derive(Subcommand)]
pub(crate) enum StorageCommand {
    /// Looks whether the service could run: names every fault of configuration, database, blob
    /// store, scanner, Redis and forms
    ///
    /// Tries to reach and write the database and the blob store, says how the connection to a
    /// database server is protected, asks the scanner of files and Redis where they are configured,
    /// holds every form type's definition against its template, and starts a PDF worker. Changes
    /// nothing, also beside a running service.
    #[command(after_help = CHECK)]
    Check(Configuration),
    /// Reads everything that is stored and names whatever is damaged
    ///
    /// Every row must make sense, every attachment and uploaded form have its bytes with the right
    /// SHA-256, every stored blob have a row or be listed as loose, every number be counted, and
    /// all applications as often as they are there. Works
    /// beside a running service and changes nothing.
    #[command(after_help = VERIFY)]
    Verify {
        #[command(flatten)]
        configuration: Configuration,
        /// Another storage than the configured one
        #[arg(long, value_name = "STORAGE")]
        of: Option<String>,
    },
    /// Copies everything into a folder, while the service serves
    ///
    /// The copy shows all rows of one moment, with the bytes they name; what was erased while the
    /// copy was made is not in it. The folder then holds formservice.db, blobs and, written last,
    /// backup.toml: without that file a backup was cut and is worth nothing. It holds everything
    /// that applicants sent: keep it as safe as the service's own data. Configuration and master
    /// key are not in it.
    #[command(after_help = BACKUP)]
    Backup {
        /// A folder that is empty or does not exist
        dir: PathBuf,
        #[command(flatten)]
        configuration: Configuration,
    },
    /// Puts a backup into the configured database and blob store, which must be empty
    ///
    /// Application numbers, ids, keys and times are as they were; a number is never given a second
    /// time. Compares and verifies at the end. The service must not run on the target meanwhile.
    #[command(after_help = RESTORE)]
    Restore {
        /// The folder that `backup` filled
        dir: PathBuf,
        #[command(flatten)]
        configuration: Configuration,
    },
    /// Copies everything from one database and blob store to any other
    ///
    /// The source stays as it is. Called again it goes on where it was cut, and brings over what
    /// has changed since: so it may run once while the service still serves from the source, and a
    /// second time, which is short, after it was stopped. Compares and verifies at the end; only
    /// after exit status 0 serve from the target, which nothing else may use meanwhile.
    #[command(after_help = MOVE)]
    Move {
        /// What to copy; the configured storage if nothing is said
        #[arg(long, value_name = "STORAGE")]
        from: Option<String>,
        /// Where to copy it
        #[arg(long, value_name = "STORAGE")]
        to: String,
        /// Erases applications in the target that the source does not have (any more)
        #[arg(long)]
        erase: bool,
        #[command(flatten)]
        configuration: Configuration,
    },
    /// Erases the bytes that no application names any more, what uploads that were cut off have
    /// left, and answers that were kept long enough, once
    ///
    /// The running service does the same every ten minutes. Bytes younger than
    /// `sweep.grace_seconds` are left: they may be on their way to a row. An S3 server that lists
    /// no unfinished uploads needs a lifecycle rule that aborts them; the rest is swept all the
    /// same.
    #[command(after_help = SWEEP)]
    Sweep(Configuration),
    /// Counts all applications anew, for the list of them
    ///
    /// The database keeps how many there are of each form type and status. Nothing that the service
    /// does makes these counts wrong; `verify` names them where something else did. Changes of
    /// applications wait meanwhile, a second at most.
    #[command(after_help = RECOUNT)]
    Recount(Configuration),
}

const CHECK: &str = "\
Example:
  formservice check --config /etc/formservice.toml

Exit status:
  0  nothing is wrong    1  faults, each a line on standard error    2  wrong arguments, or a
  fault of the configuration among them";

const VERIFY: &str = "\
A STORAGE is the path of a configuration file, or DATABASE_URL,BLOBS_URL.

Examples:
  formservice verify
  formservice verify --of sqlite:/backup/monday/formservice.db,file:/backup/monday/blobs

Exit status:
  0  all is right    1  faults, each a line on standard error, or it broke off    2  wrong \
  arguments or configuration";

const BACKUP: &str = "\
Example:
  formservice backup /backup/$(date +%F)

Exit status:
  0  everything is in the folder    1  it failed, or damaged bytes were left out, each named    \
  2  wrong arguments or configuration";

const RESTORE: &str = "\
A restore that was cut goes on when it is called again with the same backup. Until it has ended
the target is marked as a part of a copy, and nothing serves it.

Example:
  formservice restore /backup/2026-02-01

Exit status:
  0  everything is back    1  refused, or it failed, standard error says why    2  wrong \
  arguments or configuration";

const MOVE: &str = "\
A STORAGE is the path of a configuration file, whose database.url and blobs.url are meant, or \
DATABASE_URL,BLOBS_URL. The
command line is for everyone on the machine to see: name a URL with a password in a file.

Examples:
  formservice move --to new.toml
  formservice move --from sqlite:data/formservice.db,file:data/blobs --to \
  sqlite:/srv/form.db,file:/srv/blobs

Exit status:
  0  the target is like the source    1  refused, cut, or different, standard error says where    \
  2  wrong arguments or configuration";

const SWEEP: &str = "\
Example:
  formservice sweep

Exit status:
  0  swept    1  something could not be erased, standard error says what    2  wrong arguments or \
  configuration";

const RECOUNT: &str = "\
Example:
  formservice recount

Exit status:
  0  counted, and mended where it was wrong    1  it failed    2  wrong arguments or configuration";
