"""Values at and beyond the ends of every type: instants, dates, numbers, lengths. A request with one of them succeeds
or is refused, and never fails."""

import base64
import re

from hypothesis import strategies
from schemathesis.core.parameters import ParameterLocation

SHARE = 0.15  # of the valid parts of requests
# Some leave the years 1 to 9999 in UTC only by their offset.
INSTANTS = [
    "9999-12-31T23:59:59-01:00",
    "9999-12-31T23:59:60-23:59",
    "9999-12-31T23:59:59.999999999999Z",
    "0001-01-01T00:00:00+00:01",
    "0000-01-01T00:00:00+23:59",
    "0000-12-31T23:59:59Z",
    "1970-01-01T00:00:00Z",
]
DATES = ["0000-01-01", "0001-01-01", "1582-10-10", "1899-12-31", "2023-02-29", "9999-12-31", "-9999-01-01"]
NUMBERS = [
    sign * 2**bits + one for bits in (0, 7, 15, 31, 32, 53, 63, 64, 127) for sign in (1, -1) for one in (-1, 0, 1)
]
LENGTHS = [0, 1, 63, 64, 65, 255, 256, 2_048, 5_000, 5_001]
CHARACTERS = ["a", " ", "'", "%", "\u00e9", "e\u0301", "\U0001f600", "\u200b", "\ufffd", "\u0130"]
SECONDS = [253_402_300_799, -377_705_116_800, 2**63 - 1, -(2**63)]  # the last and first of the years 9999 and -9999
LIKE_AN_INSTANT = re.compile(r"\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)")
LIKE_A_DATE = re.compile(r"\d{4}-\d\d-\d\d$")
instants = strategies.datetimes().map(lambda at: f"{at.isoformat()}Z") | strategies.sampled_from(INSTANTS)


def apply(case, kept, chance):
    """Replaces one member of each valid part that is chosen, except `kept` query parameters."""
    parts = {
        ParameterLocation.QUERY: {name: value for name, value in (case.query or {}).items() if name not in kept},
        ParameterLocation.HEADER: {
            name: value for name, value in (case.headers or {}).items() if name.lower() != "authorization"
        },
        ParameterLocation.BODY: case.body if isinstance(case.body, dict) else {},
    }
    for place, part in parts.items():
        known = case.meta and case.meta.components.get(place)
        if part and known and known.mode.is_positive and chance.random() < SHARE:
            name = chance.choice(sorted(part))
            if place == ParameterLocation.BODY:
                case.body = {**part, name: extreme(part[name], chance)}
            elif place == ParameterLocation.QUERY:
                case.query[name] = extreme(part[name], chance, LENGTHS[:7])
            else:
                # Versions and positions in a log: numbers, alone or with more.
                case.headers[name] = chance.choice(["{}", '"{}"', f"{{}}-{0:032}"]).format(chance.choice(NUMBERS))


def extreme(value, chance, lengths=LENGTHS):
    if isinstance(value, str) and LIKE_AN_INSTANT.search(value):
        return LIKE_AN_INSTANT.sub(lambda _: chance.choice(INSTANTS), value)
    if isinstance(value, str) and LIKE_A_DATE.match(value):
        return chance.choice(DATES)
    if isinstance(value, str):
        return chance.choice(CHARACTERS) * chance.choice(lengths)
    if isinstance(value, int | float) and not isinstance(value, bool):
        return chance.choice(NUMBERS)
    if isinstance(value, list) and value:
        return (value * 1_001)[: chance.choice([20, 21, 101, 1_001])]
    return value


def forged(cursor, chance):
    """The cursor of a list by time, with another time."""
    content = base64.urlsafe_b64decode(cursor + "==")
    nanoseconds = chance.choice(SECONDS) * 1_000_000_000
    content = content[:-16] + nanoseconds.to_bytes(16, "big", signed=True)
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()
