//! The field tree: terminal fields with inherited attributes and their widgets (PDF 32000-1,
//! 12.7.3).
//!
//! Widgets that stand on a page but in no tree are adopted, so that they can be filled like all
//! others.

use std::collections::{HashMap, HashSet};

use lopdf::{Dictionary, Document, Object, ObjectId};
use pdf_syntax::field_flags::{COMBO, PUSH_BUTTON};
use ports::FillError;

use super::page_view::NumberedView;
use super::{
    ChoiceOption, DefaultAppearance, FieldKind, TemplateField, Widget, button_texts, copies,
    referenced, roots,
};
use crate::objects::{self, DEPTH_MAX};
use crate::text_string;

#[derive(Default)]
pub(super) struct FieldTree {
    pub(super) fields: Vec<TemplateField>,
    /// The nodes that only hold other fields, by their fully qualified name.
    pub(super) groups: HashMap<String, ObjectId>,
    /// Every node that may hold a value or an action.
    pub(super) nodes: Vec<ObjectId>,
}

/// Reads the tree and adds the widgets to it that only pages list.
pub(super) fn read(
    document: &mut Document,
    form: ObjectId,
    pages: &[ObjectId],
) -> Result<FieldTree, FillError> {
    let mut on_pages = HashMap::new();
    let mut annotations = Vec::new();
    for (number, page) in pages.iter().enumerate() {
        let view = NumberedView::read(document, *page, number);
        for annotation in referenced(document, *page, b"Annots") {
            on_pages.entry(annotation).or_insert(view);
            annotations.push(annotation);
        }
    }
    let mut found = walk(document, form, &annotations, &on_pages)?;
    let copies = copies::copies(document, &found.fields);
    if !copies.is_empty() {
        copies::take_out(document, form, copies);
        let nodes = found.nodes;
        found = walk(document, form, &annotations, &on_pages)?;
        // What still leads to a copy must not find a value there.
        found.nodes = nodes;
    }
    button_texts::divide(&mut found.fields);
    Ok(found)
}

fn walk(
    document: &mut Document,
    form: ObjectId,
    annotations: &[ObjectId],
    on_pages: &HashMap<ObjectId, NumberedView>,
) -> Result<FieldTree, FillError> {
    let roots = roots::roots(document, form, annotations);
    let mut tree = Walk {
        on_pages,
        seen: HashSet::new(),
        found: FieldTree::default(),
    };
    let above = Inherited::of_form(document, form);
    for root in roots {
        tree.visit(document, root, &above, 0)?;
    }
    Ok(tree.found)
}

struct Walk<'pages> {
    /// The widgets that stand on pages, each with what is seen of its page.
    on_pages: &'pages HashMap<ObjectId, NumberedView>,
    seen: HashSet<ObjectId>,
    found: FieldTree,
}

/// What a node has from above.
#[derive(Clone, Default)]
struct Inherited {
    name: Option<String>,
    /// The node that gave the field its name. It holds the value: what is below is its places.
    named: Option<ObjectId>,
    kind: Vec<u8>,
    flags: i64,
    max_length: Option<usize>,
    default_appearance: DefaultAppearance,
    quadding: i64,
    options: Vec<Object>,
}

impl Walk<'_> {
    fn visit(
        &mut self,
        document: &mut Document,
        id: ObjectId,
        above: &Inherited,
        depth: usize,
    ) -> Result<(), FillError> {
        if depth > DEPTH_MAX {
            return Err(FillError::Template("its field tree is too deep".to_owned()));
        }
        if !self.seen.insert(id) {
            return Ok(());
        }
        let Ok(node) = document.get_dictionary(id) else {
            return Ok(());
        };
        let mut here = above.with(document, node);
        if node.has(b"T") {
            here.named = Some(id);
        }
        let is_place = node.has(b"Rect");
        self.found.nodes.push(id);
        let mut widgets = Vec::new();
        let mut has_fields = false;
        if is_place {
            widgets.push(id);
        }
        for kid in referenced(document, id, b"Kids") {
            let is_field = document
                .get_dictionary(kid)
                .is_ok_and(|kid| kid.has(b"T") || kid.has(b"Kids"));
            if is_field {
                has_fields = true;
                self.visit(document, kid, &here, depth + 1)?;
            } else if self.seen.insert(kid) {
                self.found.nodes.push(kid);
                widgets.push(kid);
            }
        }
        if !has_fields || !widgets.is_empty() {
            let field = self.field(document, id, here, &widgets);
            if matches!(
                field.kind,
                FieldKind::Text | FieldKind::Combo | FieldKind::List
            ) {
                widgets
                    .iter()
                    .for_each(|widget| remove_appearance(document, *widget));
            }
            self.found.fields.push(field);
        } else if let Some(name) = here.name {
            self.found.groups.entry(name).or_insert(id);
        }
        Ok(())
    }

    fn field(
        &self,
        document: &Document,
        id: ObjectId,
        here: Inherited,
        widgets: &[ObjectId],
    ) -> TemplateField {
        let kind = here.kind();
        let is_choice = matches!(kind, FieldKind::List | FieldKind::Combo);
        let widgets: Vec<Widget> = widgets
            .iter()
            .map(|widget| {
                let page = self.on_pages.get(widget).copied();
                let above = (&here.default_appearance, here.quadding);
                Widget::read(document, *widget, page, above)
            })
            .collect();
        TemplateField {
            id: here.named.unwrap_or(id),
            name: here.name.unwrap_or_default(),
            kind,
            flags: here.flags,
            max_length: here.max_length,
            options: match is_choice {
                true => here
                    .options
                    .iter()
                    .filter_map(|option| choice(document, option))
                    .collect(),
                false => Vec::new(),
            },
            button_texts: match kind {
                FieldKind::Button => here
                    .options
                    .iter()
                    .map(|text| own_text(document, text).unwrap_or_default())
                    .collect(),
                _ => Vec::new(),
            },
            widgets,
        }
    }
}

impl Inherited {
    /// What the form gives to all fields.
    fn of_form(document: &Document, form: ObjectId) -> Self {
        let form = document.get_dictionary(form).ok();
        form.map_or_else(Self::default, |form| Self::default().with(document, form))
    }

    fn with(&self, document: &Document, node: &Dictionary) -> Self {
        let mut here = self.clone();
        if let Some(part) =
            objects::entry(document, node, b"T").and_then(text_string::decode_field_name)
        {
            here.name = Some(match &self.name {
                Some(name) => format!("{name}.{part}"),
                None => part,
            });
        }
        if let Some(kind) = objects::name(document, node, b"FT") {
            here.kind = kind.to_vec();
        }
        if let Some(flags) = objects::integer(document, node, b"Ff") {
            here.flags = flags;
        }
        if let Some(length) = objects::integer(document, node, b"MaxLen") {
            here.max_length = usize::try_from(length).ok();
        }
        if let Some(Ok(operators)) = objects::entry(document, node, b"DA").map(Object::as_str) {
            here.default_appearance = DefaultAppearance::parse(operators);
        }
        if let Some(quadding) = objects::integer(document, node, b"Q") {
            here.quadding = quadding;
        }
        let options = objects::array(document, node, b"Opt");
        if !options.is_empty() {
            here.options = options.to_vec();
        }
        here
    }

    fn kind(&self) -> FieldKind {
        match self.kind.as_slice() {
            b"Btn" if self.flags & PUSH_BUTTON != 0 => FieldKind::Other,
            b"Btn" => FieldKind::Button,
            b"Ch" if self.flags & COMBO != 0 => FieldKind::Combo,
            b"Ch" => FieldKind::List,
            b"Sig" => FieldKind::Other,
            _ => FieldKind::Text,
        }
    }
}

/// A look that was made for another value.
fn remove_appearance(document: &mut Document, widget: ObjectId) {
    if let Some(widget) = objects::dictionary_mut(document, widget) {
        widget.remove(b"AP");
        widget.remove(b"AS");
    }
}

/// An option: a text, or a pair of what is stored and what is shown.
fn choice(document: &Document, option: &Object) -> Option<ChoiceOption> {
    let option = objects::resolved(document, option)?;
    let Object::Array(pair) = option else {
        let export = text_string::decode(option)?;
        return Some(ChoiceOption {
            display: export.clone(),
            export,
        });
    };
    let export = own_text(document, pair.first()?)?;
    let display = pair.get(1).and_then(|text| own_text(document, text));
    Some(ChoiceOption {
        display: display.unwrap_or_else(|| export.clone()),
        export,
    })
}

fn own_text(document: &Document, text: &Object) -> Option<String> {
    text_string::decode(objects::resolved(document, text)?)
}
