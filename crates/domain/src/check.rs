//! What is still missing before an application can be decided.

use std::collections::BTreeMap;

use crate::cost_position::{COSTS, CostPosition, PositionIndex};
use forms::form_type::FormType;
use forms::validation::has_value;
use forms::value::Value;
use forms::{Data, Fault};

/// So many offers are compared unless the position says why not.
const OFFERS_COMPARED: usize = 3;

/// Everything that is missing, in the order of the form: required fields, then the cost positions.
/// The path of each is one in `data`.
pub fn check(
    form_type: &FormType,
    data: &Data,
    positions: &BTreeMap<PositionIndex, CostPosition>,
) -> Vec<Fault> {
    let missing = form_type
        .fields()
        .filter(|field| field.required && !has_value(data, &field.path));
    let mut problems: Vec<Fault> = missing
        .map(|field| Fault::new(&field.path, format!("{} is missing", field.label)))
        .collect();
    let listed = match data.at(COSTS) {
        Some(Value::List(rows)) => rows.len(),
        _ => 0,
    };
    let indexes = (0..=u8::MAX).map(PositionIndex::from_stored);
    for index in
        indexes.filter(|index| usize::from(index.get()) < listed || positions.contains_key(index))
    {
        let path = format!("{COSTS}.{}", index.get());
        let none = CostPosition::default();
        let position = positions.get(&index).unwrap_or(&none);
        problems.extend(
            position_problems(position, amount_cents(data, &path))
                .into_iter()
                .map(|problem| Fault::new(&path, problem)),
        );
    }
    problems
}

fn position_problems(position: &CostPosition, amount_cents: Option<i64>) -> Vec<String> {
    let mut problems = Vec::new();
    let count = position.offers.len();
    if count < OFFERS_COMPARED && position.justification.text().is_none() {
        problems.push(format!(
            "has {count} of {OFFERS_COMPARED} comparison offers and no justification"
        ));
    }
    let preferred = position
        .offers
        .iter()
        .find(|offer| Some(offer.id) == position.preferred);
    match (preferred, amount_cents) {
        (None, _) if count > 0 => problems.push("has no preferred offer".to_owned()),
        (Some(offer), Some(amount)) if offer.content.amount_cents > amount => {
            problems.push("has a preferred offer above its amount".to_owned())
        }
        _ => {}
    }
    problems
}

fn amount_cents(data: &Data, path: &str) -> Option<i64> {
    match data.at(&format!("{path}.amount")) {
        Some(Value::Number(number)) => number.to_cents(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::check;
    use crate::Timestamp;
    use crate::cost_position::{
        CostPosition, Justification, Offer, OfferId, OfferInput, PositionIndex,
    };
    use forms::form_type::sample::sample;
    use forms::validation::merge;
    use forms::value::{Object, Value};
    use forms::{Data, Decimal};

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
        let justification = Justification::new(false, reason).unwrap();
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
            .map(|position| (PositionIndex::from_stored(0), position))
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
            ["name", "projectBeginn", "applicant.email"]
        );
        assert_eq!(missing[0].problem, "Projektname is missing");
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
    fn offers_that_came_before_the_list_count_too() {
        let positions = BTreeMap::from([(
            PositionIndex::from_stored(4),
            position(&[1], None, Some("x")),
        )]);
        let all = check(&sample(), &Data::default(), &positions);
        assert_eq!(
            all.last()
                .map(|fault| (fault.path.as_str(), fault.problem.as_str())),
            Some(("costs.4", "has no preferred offer"))
        );
    }
}
