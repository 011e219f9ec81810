"""What jsonschema says of the cases."""

import json
import os
import sys
from collections import Counter
from pathlib import Path

from jsonschema import Draft202012Validator
from openapi_schema_validator import OAS30Validator, oas30_format_checker
from referencing import Registry
from referencing.jsonschema import DRAFT4

WORK = Path(os.environ["WORK"])
DOCUMENT = "openapi.json"

document = DRAFT4.create_resource(json.loads((WORK / DOCUMENT).read_text()))
registry = Registry().with_resource(DOCUMENT, document).crawl()
validators = {}


def validator(place):
    """The one for a place in the document, or for a form type."""
    if place not in validators:
        if place.startswith(DOCUMENT):
            checker = oas30_format_checker
            validators[place] = OAS30Validator({"$ref": place}, registry=registry, format_checker=checker)
        else:
            schema = json.loads((WORK / place).read_text())
            Draft202012Validator.check_schema(schema)
            checker = Draft202012Validator.FORMAT_CHECKER
            validators[place] = Draft202012Validator(schema, format_checker=checker)
    return validators[place]


mistakes, judged = [], Counter()
for case in json.loads((WORK / "cases.json").read_text()):
    error = next(validator(case["place"]).iter_errors(case["data"]), None)
    judged[case["is_right"]] += 1
    if case["is_right"] != (error is None):
        said = f"refused: {error.message[:300]}" if error else f"taken: {json.dumps(case['data'])[:300]}"
        mistakes.append(f"{case['place']}: {said}")
print(f"jsonschema: {judged[True]} right and {judged[False]} wrong under {len(validators)} schemas")
if mistakes:
    sys.exit("\n".join([f"{len(mistakes)} judged otherwise than by the service:", *mistakes[:20]]))
