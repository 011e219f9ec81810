//! What is still missing before an application can be decided.

use std::collections::BTreeMap;

use crate::cost_position::{PositionIndex, PositionOutline};
use crate::known_paths::{
    COSTS, REQUESTED_AMOUNT, cost_cents, cost_path, costs_count, requested_cents,
};
use forms::form_type::{Field, FieldType, FormType};
use forms::validation::has_value;
use forms::{Data, Fault};

/// How many offers are to be compared, unless the position says why not.
const OFFERS_COMPARED: usize = 3;

/// Everything that is missing, in the order of the form: required fields, then the cost positions,
/// then what is asked for beyond them.
/// The path of each is one in `data`.
pub fn check(
    form_type: &FormType,
    data: &Data,
    positions: &BTreeMap<PositionIndex, PositionOutline>,
) -> Vec<Fault> {
    let missing = form_type
        .fields()
        .filter(|field| field.required && !has_value(data, &field.path));
    let mut problems: Vec<Fault> = missing
        .map(|field| Fault::new(&field.path, missing_value(field)))
        .collect();
    let listed = costs_count(data);
    if listed == 0 && form_type.tables().any(|table| table.path == COSTS) {
        problems.push(Fault::new(COSTS, "has no position"));
    }
    let indexes = (0..=u8::MAX).map(PositionIndex::from_stored);
    for index in
        indexes.filter(|index| usize::from(index.get()) < listed || positions.contains_key(index))
    {
        let row = usize::from(index.get());
        let path = cost_path(row);
        let none = PositionOutline::default();
        let position = positions.get(&index).unwrap_or(&none);
        problems.extend(
            position_problems(position, cost_cents(data, row))
                .into_iter()
                .map(|problem| Fault::new(&path, problem)),
        );
    }
    if listed > 0 && asks_for_more(data, listed) {
        problems.push(Fault::new(
            REQUESTED_AMOUNT,
            "is above the sum of the positions",
        ));
    }
    problems
}

/// The label of a box is often a whole sentence.
fn missing_value(field: &Field) -> String {
    if field.kind == FieldType::Boolean {
        format!("the box \"{}\" is not ticked", field.label)
    } else {
        format!("{} is missing", field.label)
    }
}

/// A position without an amount adds nothing to the sum.
fn asks_for_more(data: &Data, listed: usize) -> bool {
    let amounts = (0..listed).filter_map(|row| cost_cents(data, row));
    requested_cents(data).is_some_and(|requested| requested > amounts.sum())
}

fn position_problems(position: &PositionOutline, amount_cents: Option<i64>) -> Vec<String> {
    let mut problems = Vec::new();
    let count = position.offer_count;
    // A text beside `no_offers_required: false` is a remark.
    if count < OFFERS_COMPARED && !position.justification.no_offers_required() {
        problems.push(format!(
            "has {count} of {OFFERS_COMPARED} comparison offers and no justification"
        ));
    }
    match (position.preferred_cents, amount_cents) {
        (None, _) if count > 0 => problems.push("has no preferred offer".to_owned()),
        (Some(preferred), Some(amount)) if preferred > amount => {
            problems.push("has a preferred offer above its amount".to_owned())
        }
        _ => {}
    }
    problems
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::{COSTS, REQUESTED_AMOUNT, check};
    use crate::Timestamp;
    use crate::cost_position::{
        CostPosition, Justification, Offer, OfferId, OfferInput, PositionIndex,
    };
    use forms::form_type::sample::sample;
    use forms::form_type::{Entry, FormType};
    use forms::validation::merge;
    use forms::value::{Object, Value};
    use forms::{Data, Decimal, Fault};

    fn position(
        amounts_cents: &[i64],
        preferred: Option<i64>,
        reason: Option<&str>,
    ) -> CostPosition {
        let offer = |(index, &amount_cents): (usize, &i64)| Offer {
            id: OfferId(index as i64),
            content: OfferInput {
                supplier_name: "A".into(),
                amount_cents,
                ..OfferInput::default()
            }
            .checked()
            .unwrap(),
            created_at: Timestamp::from_microseconds(0).unwrap(),
        };
        let justification = Justification::new(reason.is_some(), reason).unwrap();
        CostPosition {
            offers: amounts_cents.iter().enumerate().map(offer).collect(),
            preferred: preferred.map(OfferId),
            justification,
        }
    }

    fn with_cost(amount_cents: i64) -> Data {
        let row = Object::from_iter([(
            "amount".to_owned(),
            Value::Number(Decimal::from_cents(amount_cents)),
        )]);
        let patch =
            Object::from_iter([("costs".to_owned(), Value::List(vec![Value::Object(row)]))]);
        merge(&sample(), &Data::default(), &Value::Object(patch)).unwrap()
    }

    fn problems(position: Option<CostPosition>) -> Vec<String> {
        let positions: BTreeMap<_, _> = position
            .map(|position| (PositionIndex::from_stored(0), (&position).into()))
            .into_iter()
            .collect();
        let all = check(&sample(), &with_cost(10_000), &positions);
        all.into_iter()
            .filter(|fault| fault.path == "costs.0")
            .map(|fault| fault.problem)
            .collect()
    }

    #[test]
    fn required_fields_are_named_by_their_labels() {
        let missing = check(&sample(), &Data::default(), &BTreeMap::new());
        assert_eq!(
            missing
                .iter()
                .map(|fault| fault.path.as_str())
                .collect::<Vec<_>>(),
            ["name", "projectBeginn", "applicant.email", "costs"]
        );
        assert_eq!(missing[0].problem, "Projektname is missing");
    }

    #[test]
    fn a_required_box_that_is_off_is_not_ticked() {
        let mut form_type = sample();
        for entry in form_type
            .sections
            .iter_mut()
            .flat_map(|section| &mut section.entries)
        {
            if let Entry::Field(field) = entry {
                field.required = field.path == "privacyConsent";
            }
        }
        let missing = check(&form_type, &Data::default(), &BTreeMap::new());
        let said = "the box \"Einwilligung Datenschutz\" is not ticked";
        assert_eq!(missing[0], Fault::new("privacyConsent", said));
    }

    #[test]
    fn a_position_wants_three_offers_or_a_reason_and_a_preferred_one_it_can_pay() {
        assert_eq!(
            problems(None),
            ["has 0 of 3 comparison offers and no justification"]
        );
        assert_eq!(
            problems(Some(position(&[], None, Some("Bagatelle")))),
            [""; 0]
        );
        assert_eq!(
            problems(Some(position(&[1, 2], Some(0), None))),
            ["has 2 of 3 comparison offers and no justification"]
        );
        assert_eq!(
            problems(Some(position(&[1, 2, 3], None, None))),
            ["has no preferred offer"]
        );
        assert_eq!(
            problems(Some(position(&[1, 2, 10_000], Some(2), None))),
            [""; 0]
        );
        assert_eq!(
            problems(Some(position(&[1, 2, 10_001], Some(2), None))),
            ["has a preferred offer above its amount"]
        );
    }

    #[test]
    fn a_remark_is_no_justification() {
        let remark = CostPosition {
            justification: Justification::new(false, Some("siehe Anlage")).unwrap(),
            ..CostPosition::default()
        };
        assert_eq!(
            problems(Some(remark)),
            ["has 0 of 3 comparison offers and no justification"]
        );
    }

    #[test]
    fn check_compares_the_requested_amount_with_the_sum_of_the_positions() {
        let with_request = |cents: i64| {
            let mut members = with_cost(10_000).members().clone();
            let amount = Value::Number(Decimal::from_cents(cents));
            members.insert(REQUESTED_AMOUNT.to_owned(), amount);
            Data::from_checked(members)
        };
        let is_above = |cents: i64| {
            let all = check(&sample(), &with_request(cents), &BTreeMap::new());
            all.iter().any(|fault| fault.path == REQUESTED_AMOUNT)
        };
        assert!(!is_above(10_000));
        assert!(is_above(10_001));
    }

    #[test]
    fn check_compares_no_sum_where_there_are_no_positions_and_asks_for_none_without_their_table() {
        let amount = Value::Number(Decimal::from_cents(1));
        let data = Object::from_iter([(REQUESTED_AMOUNT.to_owned(), amount)]);
        let data = Data::from_checked(data);
        let mut form_type = sample();
        let paths = |form_type: &FormType| -> Vec<String> {
            let all = check(form_type, &data, &BTreeMap::new()).into_iter();
            all.map(|fault| fault.path).collect()
        };
        let required = ["name", "projectBeginn", "applicant.email"];
        assert_eq!(paths(&form_type), [&required[..], &[COSTS]].concat());
        for section in &mut form_type.sections {
            section
                .entries
                .retain(|entry| matches!(entry, Entry::Field(_)));
        }
        assert_eq!(paths(&form_type), required);
    }

    #[test]
    fn offers_that_came_before_the_list_count_too() {
        let positions = BTreeMap::from([(
            PositionIndex::from_stored(4),
            (&position(&[1], None, Some("x"))).into(),
        )]);
        let all = check(&sample(), &Data::default(), &positions);
        assert_eq!(
            all.last()
                .map(|fault| (fault.path.as_str(), fault.problem.as_str())),
            Some(("costs.4", "has no preferred offer"))
        );
    }
}
