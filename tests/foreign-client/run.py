"""Tests the published document as a third party uses it: openapi-python-client generates a client, and journey.py runs
the whole journey with it. The journey must fail with copies of the document that contain a mistake.

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
# Schema, member, and the member's wrong name, or None to omit it.
MISTAKES = [("CurrentUser", "first_name", "given_name"), ("OwnSession", "user_agent", None)]


def journey(document, arguments):
    """Generates a client from the document and runs the journey. Returns the finished process."""
    with tempfile.TemporaryDirectory() as place:
        path = Path(place, "openapi.json")
        path.write_text(json.dumps(document))
        generator = [sys.executable, "-m", "openapi_python_client", "generate", "--path", path]
        generator += ["--config", HERE / "generator.yaml", "--meta", "none", "--fail-on-warning"]
        generator += ["--output-path", Path(place, "forum_client")]
        paths = os.environ | {"PYTHONPATH": os.pathsep.join([place, str(TOOLS)])}
        made = subprocess.run(generator, env=paths, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if made.returncode:
            sys.exit(made.stdout)
        command = [sys.executable, HERE / "journey.py", *arguments]
        return subprocess.run(command, env=paths, stderr=subprocess.PIPE, text=True)


def mistaken(document, schema, member, name):
    """A copy of the document in which a member has this name or is missing."""
    copy = json.loads(json.dumps(document))
    wrong = copy["components"]["schemas"][schema]
    kept = wrong["properties"].pop(member)
    wrong["required"] = [other for other in wrong["required"] if other != member]
    if name:
        wrong["properties"][name] = kept
        wrong["required"].append(name)
    return copy


def main():
    arguments = sys.argv[1:]
    with urllib.request.urlopen(f"{arguments[1]}/api/openapi.json") as answer:
        document = json.load(answer)
    honest = journey(document, arguments)
    if honest.returncode:
        sys.exit(f"the journey fails with the published document:\n{honest.stderr}")
    for schema, member, name in MISTAKES:
        run = journey(mistaken(document, schema, member, name), arguments)
        fault = run.stderr.rstrip().rpartition("\n")[2]
        if run.returncode == 0 or (name or member) not in fault:
            sys.exit(f"the journey passed although the document is wrong about {member} of {schema}:\n{run.stderr}")
    print(f"foreign client: the journey passed, and failed with {len(MISTAKES)} wrong documents")


if __name__ == "__main__":
    main()
