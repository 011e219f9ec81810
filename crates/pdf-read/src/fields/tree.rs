//! The field tree (PDF 32000-1, 12.7.3): its terminal fields with their names, what they inherit,
//! and their widgets.
//!
//! Widgets that stand on a page but in no field tree are fields too: viewers show them, and people
//! fill them in.

mod parents;
mod partial_name;
mod place;
mod terminal;

use std::collections::HashMap;
use std::rc::Rc;

use ports::PdfError;

use self::partial_name::{partial_name, whole_name};
use self::place::TreePlace;
pub(super) use self::terminal::{Terminal, Widget};
use crate::document::{Dictionary, Document, Id, Object, damaged};
use crate::limits::{FIELD_DEPTH_MAX, FIELDS_MAX};
use crate::pages::{self, Pages};

/// What a field hands down to its kids.
const INHERITED: [&[u8]; 7] = [b"FT", b"Ff", b"V", b"RV", b"MaxLen", b"Opt", b"I"];

pub(super) fn read(document: &dyn Document, pages: &Pages) -> Result<Vec<Terminal>, PdfError> {
    let mut tree = Tree {
        document,
        places: HashMap::new(),
        terminal_of: HashMap::new(),
        nodes: 0,
        terminals: Vec::new(),
        of_other_parents: Vec::new(),
    };
    let form = document.dictionary(&document.catalog()?, b"AcroForm")?;
    for field in document.array(&form, b"Fields")?.iter() {
        tree.adopt(field)?;
    }
    for annotation in pages.iter().flat_map(|page| page.annotations()) {
        let known = annotation
            .reference()
            .is_some_and(|id| tree.places.contains_key(&id));
        if !known && is_widget(document, annotation)? {
            tree.adopt(annotation)?;
        }
    }
    for terminal in std::mem::take(&mut tree.of_other_parents) {
        tree.add(terminal)?;
    }
    Ok(tree.terminals)
}

/// What a node has from above.
#[derive(Clone, Default)]
struct Inherited {
    name: Option<Rc<str>>,
    attributes: Dictionary,
    depth: usize,
    parent: Option<Id>,
}

impl Inherited {
    fn full_name(&self) -> String {
        self.name.as_deref().unwrap_or_default().to_owned()
    }

    /// The place of a field that has this from above and of its own.
    fn place_of_field(&self, parent: Option<Id>) -> TreePlace {
        let values = [&b"V"[..], b"RV"].map(|key| self.attributes.get(key).clone());
        TreePlace {
            parent,
            name: self.name.clone(),
            values: Some(values),
        }
    }

    /// The place of a widget below the field that has this.
    fn place_of_widget(&self) -> TreePlace {
        TreePlace {
            parent: self.parent,
            name: self.name.clone(),
            values: None,
        }
    }
}

struct Tree<'document> {
    document: &'document dyn Document,
    /// The nodes visited so far, each with where it was.
    places: HashMap<Id, TreePlace>,
    nodes: usize,
    terminals: Vec<Terminal>,
    /// The same fields, with values that they have from others which they name as their parents.
    of_other_parents: Vec<Terminal>,
    /// The positions of the terminal fields that are objects.
    terminal_of: HashMap<Id, usize>,
}

impl Tree<'_> {
    /// Visits a node together with everything above it, whether or not that lists it.
    fn adopt(&mut self, node: &Object) -> Result<(), PdfError> {
        let seen = |tree: &Self| {
            node.reference()
                .is_some_and(|id| tree.places.contains_key(&id))
        };
        if seen(self) {
            return Ok(());
        }
        let chain = self.ancestors(node)?;
        if let Some(top) = chain.last()
            && !self.places.contains_key(top)
        {
            self.visit(&Object::Reference(*top), &Inherited::default())?;
        }
        if seen(self) || self.join(node, chain.first())? {
            return Ok(());
        }
        let mut above = Inherited::default();
        for ancestor in chain.iter().rev() {
            if let Object::Dictionary(dictionary) = self.document.object(*ancestor)? {
                above = self.below(&above, Some(*ancestor), &dictionary)?;
            }
        }
        self.visit(node, &above)
    }

    /// Gives a widget without a name to its parent, where that is a field that does not list it.
    fn join(&mut self, node: &Object, parent: Option<&Id>) -> Result<bool, PdfError> {
        let Some(position) = parent
            .and_then(|parent| self.terminal_of.get(parent))
            .copied()
        else {
            return Ok(false);
        };
        let Object::Dictionary(dictionary) = self.document.resolve(node)? else {
            return Ok(false);
        };
        if dictionary.has(b"T") || dictionary.has(b"Kids") {
            return Ok(false);
        }
        let Some(terminal) = self.terminals.get(position) else {
            return Ok(false);
        };
        let id = node.reference();
        let place = TreePlace {
            parent: parent.copied(),
            name: Some(Rc::from(&*terminal.name)),
            values: None,
        };
        if !self.is_repeated(id, place)?
            && let Some(terminal) = self.terminals.get_mut(position)
        {
            terminal.widgets.push(Widget::new(id, dictionary));
        }
        Ok(true)
    }

    fn visit(&mut self, node: &Object, above: &Inherited) -> Result<(), PdfError> {
        if above.depth > FIELD_DEPTH_MAX {
            return Err(too_deep());
        }
        let id = node.reference();
        let dictionary = match self.document.resolve(node)? {
            Object::Dictionary(dictionary) => dictionary,
            // Its dictionary may hold a value, and some programs take it for a field.
            Object::Stream(..) => return Err(damaged("a field is a stream")),
            _ => return Ok(()),
        };
        let here = self.below(above, id, &dictionary)?;
        if self.is_repeated(id, here.place_of_field(above.parent))? {
            return Ok(());
        }
        let widgets = self.visit_kids(&dictionary, &here)?;
        let Some(mut widgets) = widgets else {
            return Ok(());
        };
        if self.is_widget_too(&dictionary, !widgets.is_empty())? {
            widgets.insert(0, Widget::new(id, dictionary.clone()));
        }
        let position = self.terminals.len();
        self.add(Terminal {
            name: here.full_name(),
            attributes: here.attributes,
            own: dictionary,
            widgets,
            seen_instead: Vec::new(),
        })?;
        if let Some(id) = id
            && position < self.terminals.len()
        {
            self.terminal_of.insert(id, position);
        }
        Ok(())
    }

    /// Whether the node of a field is a widget as well, as where it has one alone. Beside widgets
    /// of its own some writers give it a rectangle that has no area.
    fn is_widget_too(&self, node: &Dictionary, has_widgets: bool) -> Result<bool, PdfError> {
        if node.has(b"AS") {
            return Ok(true);
        }
        Ok(match has_widgets {
            true => pages::has_area(self.document, node)?,
            false => node.has(b"Rect"),
        })
    }

    /// Visits the kids that are fields and gives those that are widgets. `None` where all kids are
    /// fields, so that the node itself holds no value.
    fn visit_kids(
        &mut self,
        node: &Dictionary,
        here: &Inherited,
    ) -> Result<Option<Vec<Widget>>, PdfError> {
        let mut widgets = Vec::new();
        let mut has_fields = false;
        // Some writers list a field among its own kids, which is no other place.
        let is_itself = |kid: &&Object| kid.reference().is_some() && kid.reference() == here.parent;
        let kids = self.document.array(node, b"Kids")?;
        for kid in kids.iter().filter(|kid| !is_itself(kid)) {
            let Object::Dictionary(dictionary) = self.document.resolve(kid)? else {
                continue;
            };
            self.note_other_parent(kid, &dictionary, here)?;
            if dictionary.has(b"T") || dictionary.has(b"Kids") {
                has_fields = true;
                self.visit(kid, here)?;
            } else if !self.is_repeated(kid.reference(), here.place_of_widget())? {
                widgets.push(Widget::new(kid.reference(), dictionary));
            }
        }
        Ok((!has_fields || !widgets.is_empty()).then_some(widgets))
    }

    /// What the kids of a node have from above.
    fn below(
        &self,
        above: &Inherited,
        id: Option<Id>,
        node: &Dictionary,
    ) -> Result<Inherited, PdfError> {
        let mut here = above.clone();
        here.depth += 1;
        here.parent = id;
        for key in INHERITED {
            here.attributes.set(key, node.get(key).clone());
        }
        if let Some(part) = partial_name(self.document, node)? {
            here.name = Some(whole_name(above.name.as_deref(), part)?.into());
        }
        Ok(here)
    }

    fn add(&mut self, terminal: Terminal) -> Result<(), PdfError> {
        let is_group = terminal.widgets.is_empty()
            && [&b"FT"[..], b"V", b"RV"]
                .iter()
                .all(|key| !terminal.attributes.has(key));
        if is_group {
            return Ok(());
        }
        if self.terminals.len() >= FIELDS_MAX {
            return Err(PdfError::TooComplex(format!(
                "more than {FIELDS_MAX} fields"
            )));
        }
        self.terminals.push(terminal);
        Ok(())
    }
}

fn is_widget(document: &dyn Document, annotation: &Object) -> Result<bool, PdfError> {
    Ok(match document.resolve(annotation)? {
        Object::Dictionary(dictionary) => {
            document.name(&dictionary, b"Subtype")?.as_deref() == Some(b"Widget")
        }
        _ => false,
    })
}

/// Some writers name the page as parent.
fn is_page(document: &dyn Document, dictionary: &Dictionary) -> Result<bool, PdfError> {
    let kind = document.name(dictionary, b"Type")?;
    Ok(matches!(
        kind.as_deref(),
        Some(b"Page" | b"Pages" | b"Catalog")
    ))
}

fn circle() -> PdfError {
    PdfError::Ambiguous("a field stands at two places of the field tree".to_owned())
}

fn too_deep() -> PdfError {
    PdfError::TooComplex(format!("a field tree deeper than {FIELD_DEPTH_MAX} levels"))
}
