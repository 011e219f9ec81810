//! What the only writer of an application knows of it: what was acknowledged, and what may have
//! happened unanswered.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;
use sha2::{Digest as _, Sha256};

use crate::client::{Application, at_once, ids, json_of, text};
use crate::instances::Instances;

/// Everything that clients know of is as they know it.
pub fn must_be_kept(instances: &Instances, known: &[Known]) {
    at_once(4, |part| {
        let part = known.iter().skip(part).step_by(4);
        part.filter(|known| known.must_be_kept(instances)).count()
    });
}

/// An application and what must be there of it.
pub struct Known {
    pub application: Application,
    form: [u8; 32],
    /// The names that it may have: one where the last change was answered.
    names: Vec<String>,
    /// The files by their ids.
    pub files: Things<[u8; 32]>,
    /// The offers by their ids, with their amounts.
    pub offers: Things<u64>,
    /// The offers that may be preferred.
    preferred: Vec<Option<u64>>,
    pub erased: Erased,
}

/// Attachments or offers.
pub struct Things<T> {
    /// Those whose making was answered, and whose erasing was not asked for.
    there: BTreeMap<u64, T>,
    /// Those whose erasing was asked for and not answered.
    perhaps: BTreeMap<u64, T>,
    /// Those whose erasing was answered.
    gone: BTreeSet<u64>,
    /// How many more there may be, made and not answered.
    unanswered: usize,
}

/// Whether an application is gone.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Erased {
    No,
    /// It was asked for and not answered.
    Perhaps,
    Yes,
}

impl<T> Things<T> {
    fn none() -> Self {
        Self {
            there: BTreeMap::new(),
            perhaps: BTreeMap::new(),
            gone: BTreeSet::new(),
            unanswered: 0,
        }
    }

    pub fn ids(&self) -> Vec<u64> {
        self.there.keys().copied().collect()
    }

    pub fn of(&self, id: u64) -> Option<&T> {
        self.there.get(&id).or(self.perhaps.get(&id))
    }

    /// One was asked for, and perhaps answered with its id.
    pub fn made(&mut self, id: Option<u64>, thing: T) {
        match id {
            Some(id) => assert!(
                self.there.insert(id, thing).is_none(),
                "{id} was given twice"
            ),
            None => self.unanswered += 1,
        }
    }

    /// One was to be erased.
    pub fn erased(&mut self, id: u64, answered: bool) {
        let thing = self
            .there
            .remove(&id)
            .expect("only what is there is erased");
        if answered {
            self.gone.insert(id);
        } else {
            self.perhaps.insert(id, thing);
        }
    }

    /// These are what is there.
    fn must_be(&self, listed: &[u64], of: &str) {
        let missing = self.there.keys().find(|id| !listed.contains(id));
        assert_eq!(missing, None, "acknowledged and not there: {of}");
        let back = listed.iter().find(|id| self.gone.contains(id));
        assert_eq!(back, None, "erased and there: {of}");
        let unknown = listed.iter().filter(|id| self.of(**id).is_none());
        assert!(
            unknown.count() <= self.unanswered,
            "nobody made these: {of} {listed:?}"
        );
    }
}

impl Known {
    /// An application of this form, whose name is this.
    pub fn new(application: Application, form: &[u8], name: &str) -> Self {
        Self {
            application,
            form: Sha256::digest(form).into(),
            names: vec![name.to_owned()],
            files: Things::none(),
            offers: Things::none(),
            preferred: vec![None],
            erased: Erased::No,
        }
    }

    pub fn renamed(&mut self, name: String, answered: bool) {
        keep(&mut self.names, name, answered);
    }

    pub fn preferred(&mut self, offer: u64, answered: bool) {
        keep(&mut self.preferred, Some(offer), answered);
    }

    /// Whether this may be what a GET of it answers.
    pub fn names_it(&self, answer: &Value) -> bool {
        self.names.contains(&text(&answer["data"], "name"))
    }

    /// Everything that was acknowledged is as it was acknowledged. Whether it is there.
    pub fn must_be_kept(&self, instances: &Instances) -> bool {
        let read = instances.administer("GET", &self.application.path(""));
        let read = read.send().expect("an answer");
        let found = read.status() == 200;
        match self.erased {
            Erased::Yes => assert!(!found, "erased and there"),
            Erased::No => assert!(found, "acknowledged and not there"),
            Erased::Perhaps => {}
        }
        let body = json_of(read, if found { 200 } else { 404 });
        if found {
            assert!(self.names_it(&body), "{body}: {:?}", self.names);
            self.must_keep_bytes(instances);
            self.must_keep_offers(instances);
        }
        found
    }

    fn must_keep_bytes(&self, instances: &Instances) {
        let original = self.download(instances, "?format=original");
        assert_eq!(original, self.form, "the uploaded form");
        let list = self.application.read(instances, "/attachments");
        let listed = ids(&list, "attachments");
        self.files.must_be(&listed, "files");
        for id in listed {
            let digest = self.download(instances, &format!("/attachments/{id}"));
            if let Some(known) = self.files.of(id) {
                assert_eq!(digest, *known, "file {id}");
            }
        }
    }

    fn must_keep_offers(&self, instances: &Instances) {
        let position = self.application.read(instances, "/costs/0/offers");
        self.offers.must_be(&ids(&position, "offers"), "offers");
        let offers = position["offers"].as_array().expect("offers").iter();
        let mut preferred = Vec::new();
        for offer in offers {
            let id = offer["id"].as_u64().expect("an id");
            if let Some(amount) = self.offers.of(id) {
                assert_eq!(offer["amount"].as_f64(), Some(*amount as f64));
            }
            if let Some(file) = offer["attachment_id"].as_u64() {
                assert!(
                    !self.files.gone.contains(&file),
                    "an offer names an erased file"
                );
            }
            preferred.extend((offer["is_preferred"] == true).then_some(id));
        }
        assert!(preferred.len() <= 1, "several are preferred");
        let preferred = preferred.first().copied();
        assert!(
            self.preferred.contains(&preferred),
            "{preferred:?} is preferred: {:?}",
            self.preferred
        );
    }

    fn download(&self, instances: &Instances, rest: &str) -> [u8; 32] {
        let answer = self.application.next(instances, "GET", rest).send();
        let answer = answer.expect("an answer");
        assert_eq!(answer.status(), 200);
        Sha256::digest(answer.bytes().expect("all bytes")).into()
    }
}

/// An answered change is what holds now; an unanswered one may hold.
fn keep<T>(values: &mut Vec<T>, value: T, answered: bool) {
    if answered {
        values.clear();
    }
    values.push(value);
}
