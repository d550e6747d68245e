"""The published document in the hands of strangers: somebody else's generator makes a client of it in another
language, and journey.py goes the whole way with that client. Then the document is made to lie in one place and in
another, and the journey must notice.

    run.py PROGRAM URL      beside a program that serves at URL, with its FORUM__DATA__DIR
"""

import json
import os
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path

HERE = Path(__file__).parent
TOOLS = HERE.parents[1] / ".python"
# Members of answers that a lying document calls WRONG_NAME: a required one and an optional one.
LIES = [("SessionView", "refresh_token"), ("Problem", "current_status")]
WRONG_NAME = "renamed"


def journey(document, arguments):
    """Makes a client of the document and runs the journey with it: the finished process."""
    with tempfile.TemporaryDirectory() as place:
        path = Path(place, "openapi.json")
        path.write_text(json.dumps(document))
        generator = [sys.executable, "-m", "openapi_python_client", "generate", "--path", path]
        generator += ["--config", HERE / "generator.yaml", "--meta", "none", "--fail-on-warning"]
        generator += ["--output-path", Path(place, "forum_client")]
        paths = os.environ | {"PYTHONPATH": os.pathsep.join([place, str(TOOLS)])}
        subprocess.run(generator, check=True, stdout=subprocess.DEVNULL, env=paths)
        travel = [sys.executable, HERE / "journey.py", *arguments]
        return subprocess.run(travel, env=paths, stderr=subprocess.PIPE, text=True)


def lying(document, schema, member):
    """A copy of the document in which a member has another name."""
    copy = json.loads(json.dumps(document))
    found = copy["components"]["schemas"][schema]
    found["properties"][WRONG_NAME] = found["properties"].pop(member)
    found["required"] = [WRONG_NAME if name == member else name for name in found.get("required", [])]
    return copy


def main():
    arguments = sys.argv[1:]
    with urllib.request.urlopen(f"{arguments[1]}/api/openapi.json") as answer:
        document = json.load(answer)
    honest = journey(document, arguments)
    if honest.returncode:
        sys.exit(f"the client of the published document fails:\n{honest.stderr}")
    for schema, member in LIES:
        run = journey(lying(document, schema, member), arguments)
        fault = run.stderr.rstrip().rpartition("\n")[2]
        if run.returncode == 0 or not (member in fault or WRONG_NAME in fault):
            sys.exit(f"the journey did not notice that {schema} calls {member} wrongly:\n{run.stderr}")
    print(f"foreign client: the journey passed, and {len(LIES)} lies of the document were noticed")


if __name__ == "__main__":
    main()
