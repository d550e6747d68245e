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
# Schema, member, and what a lying document calls that member; None: it does not name it.
LIES = [("CurrentUser", "first_name", "given_name"), ("OwnSession", "user_agent", None)]


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


def lying(document, schema, member, name):
    """A copy of the document in which a member has this name, or none."""
    copy = json.loads(json.dumps(document))
    lie = copy["components"]["schemas"][schema]
    kept = lie["properties"].pop(member)
    lie["required"] = [other for other in lie["required"] if other != member]
    if name:
        lie["properties"][name] = kept
        lie["required"].append(name)
    return copy


def main():
    arguments = sys.argv[1:]
    with urllib.request.urlopen(f"{arguments[1]}/api/openapi.json") as answer:
        document = json.load(answer)
    honest = journey(document, arguments)
    if honest.returncode:
        sys.exit(f"the client of the published document fails:\n{honest.stderr}")
    for schema, member, name in LIES:
        run = journey(lying(document, schema, member, name), arguments)
        fault = run.stderr.rstrip().rpartition("\n")[2]
        if run.returncode == 0 or (name or member) not in fault:
            sys.exit(f"the journey did not notice that {schema} names {member} wrongly:\n{run.stderr}")
    print(f"foreign client: the journey passed, and {len(LIES)} lies of the document were noticed")


if __name__ == "__main__":
    main()
