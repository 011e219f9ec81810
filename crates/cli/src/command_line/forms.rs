//! The words below `forms`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::Configuration;

#[derive(Subcommand)]
pub(crate) enum FormsCommand {
    /// Prints a definition (form.toml) for any fillable PDF
    ///
    /// The fields of the PDF become fields of a form type, rows of fields its tables. Keys come
    /// from their names, labels from what is printed beside them, types from the PDF or else from
    /// the labels' words. The definition works as it is; lines that begin with `# ?` say what is
    /// uncertain, and why. To add the form to the service, put both files into a folder below
    /// `forms.dir`.
    #[command(after_help = INSPECT)]
    Inspect {
        /// The fillable PDF
        file: PathBuf,
    },
    /// Names every disagreement between a definition and its template
    ///
    /// DIR holds `form.toml` and `template.pdf`, or folders that do. Each disagreement says page
    /// and place of the template's field, in points from the top left.
    #[command(after_help = CHECK)]
    Check {
        /// A folder of a form type, or a folder of such folders
        dir: PathBuf,
    },
    /// Makes a fillable template from a definition
    ///
    /// DIR holds `form.toml`, or folders that do; `template.pdf` is written beside it. The same
    /// definition gives the same bytes. A template that was made elsewhere, or changed since it
    /// was made, is left alone: `template.pdf.sha256` keeps the digests of what was made and
    /// of what it was made of.
    #[command(after_help = MAKE)]
    Make {
        /// A folder of a form type, or a folder of such folders
        dir: PathBuf,
        /// Replaces the template, whoever made or changed it
        #[arg(long)]
        force: bool,
        #[command(flatten)]
        configuration: Configuration,
    },
    /// Writes a template in which every field says which one it is
    ///
    /// Each text, date or number holds its own path in `data`, each box is ticked, of each choice
    /// the first one is taken: to see at a glance whether `form.toml` names the right fields. With
    /// `--output` a picture of each page is drawn beside the PDF, if poppler (pdftoppm) is
    /// installed.
    #[command(after_help = PREVIEW)]
    Preview {
        /// The folder of a form type
        dir: PathBuf,
        #[command(flatten)]
        output: Output,
        #[command(flatten)]
        configuration: Configuration,
    },
    /// Lists the versions of every form type, since when each is stored, and how many applications
    /// came in with it
    ///
    /// An application keeps the version of its form type that it came in with, whatever becomes of
    /// the folder. Reads the database and changes nothing, also beside a running service.
    #[command(after_help = LIST)]
    List(Forms),
    /// Writes the blank template of a form type
    #[command(after_help = BLANK)]
    Blank {
        /// The form type, such as pa_form (Projektantrag)
        r#type: String,
        #[command(flatten)]
        output: Output,
        #[command(flatten)]
        forms: Forms,
    },
    /// Prints what is filled in in a PDF, as JSON, or says why it cannot be taken
    ///
    /// The PDF is read just as an upload is: in a process of its own, within limits, checked
    /// against the form type.
    #[command(after_help = READ)]
    Read {
        /// The filled form
        file: PathBuf,
        /// Its form type; without it the one whose fields fit best is taken, and named on standard
        /// error
        #[arg(long, value_name = "TYPE")]
        r#type: Option<String>,
        #[command(flatten)]
        forms: Forms,
    },
    /// Writes a filled form from data
    ///
    /// The data is a JSON object as `forms read` prints it. It is checked against the form type;
    /// all mistakes are named at once.
    #[command(after_help = FILL)]
    Fill {
        /// The form type, such as pa_form (Projektantrag)
        r#type: String,
        /// The data, a JSON file; `-` is standard input
        #[arg(long, value_name = "FILE")]
        data: PathBuf,
        /// The same look without fillable fields
        #[arg(long, conflicts_with = "report")]
        flatten: bool,
        /// Prints, in the place of the form, where each value stands in it and what is read back
        /// from it, as JSON; the form is written only with `--output`
        #[arg(long)]
        report: bool,
        #[command(flatten)]
        output: Output,
        #[command(flatten)]
        forms: Forms,
    },
}

/// Where the result goes.
#[derive(Args)]
pub(crate) struct Output {
    /// Where to write the PDF; without it to standard output, unless that is a terminal
    #[arg(long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

/// Which form types there are besides the built-in ones.
#[derive(Args)]
pub(crate) struct Forms {
    /// A folder of more form types, in place of `forms.dir` of the configuration
    #[arg(long, value_name = "DIR")]
    pub(crate) forms_dir: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) configuration: Configuration,
}

const INSPECT: &str = "\
Example:
  mkdir -p forms/beratungshilfe
  formservice forms inspect antrag.pdf > forms/beratungshilfe/form.toml
  cp antrag.pdf forms/beratungshilfe/template.pdf
  formservice forms check forms/beratungshilfe

Exit status:
  0  printed    1  the PDF cannot be read or has no fields";

const CHECK: &str = "\
Example:
  formservice forms check forms/beratungshilfe

Exit status:
  0  definition and template agree    1  they do not, or cannot be read";

const MAKE: &str = "\
Example:
  formservice forms make forms/vereinsantrag
  formservice forms preview forms/vereinsantrag --output vorschau.pdf

Exit status:
  0  made    1  nothing was made; standard error names every mistake with its line";

const PREVIEW: &str = "\
Examples:
  formservice forms preview forms/beratungshilfe --output vorschau.pdf
                                               and vorschau-1.png, vorschau-2.png …
  formservice forms preview forms/beratungshilfe > vorschau.pdf
                                               the PDF alone

Exit status:
  0  written    1  there is no form type, or its template cannot be read; standard error says why";

const LIST: &str = "\
Example:
  formservice forms list --config /etc/formservice.toml

Exit status:
  0  listed    1  the database cannot be read    2  wrong arguments or configuration";

const BLANK: &str = "\
Examples:
  formservice forms blank pa_form --output projektantrag.pdf
  formservice forms blank vsm_form > antrag-auf-mittel.pdf";

const READ: &str = "\
Examples:
  formservice forms read projektantrag.pdf
  formservice forms read antrag.pdf --type vsm_form > antrag.json

Exit status:
  0  the data is printed    1  the PDF cannot be taken; standard error says why";

const FILL: &str = "\
Examples:
  formservice forms fill pa_form --data antrag.json --output antrag.pdf
  formservice forms fill pa_form --data antrag.json --flatten > flach.pdf
  formservice forms fill pa_form --data antrag.json --report

Exit status:
  0  written; with `--report` also: every value is shown and reads back the same
  1  the data cannot be taken, or the report names a value; standard error says which";
