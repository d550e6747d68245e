"""Fuzzes the API with schemathesis and the published document, as an anonymous client, an applicant and an
administrator. Every operation must succeed at least once.

    run.py PROGRAM [--examples N] [--seed N] [--every-role]
"""

import argparse
import json
import os
import random
import re
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

from school import School

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
LINE = 2_000  # characters printed per line, because requests may have megabytes
ROLES = ["anonymous", "applicant", "admin"]
# Operations that cannot succeed here, with the reason. HTTP tests cover them.
OUT_OF_REACH = {
    "create_session_by_passkey": "an authenticator must sign",
    "create_session_by_wallet": "a wallet must sign",
    "retry_email_message": "a mail must have failed",
}


def campaign(role, options, url, folder, operations):
    """Runs schemathesis with this role. Returns whether it passed, the number of cases, and counts of results."""
    reached = Path(folder, role)
    paths = os.pathsep.join([str(ROOT / ".python"), str(HERE)])
    settings = {"PYTHONPATH": paths, "FUZZ_ROLE": role, "FUZZ_URL": url, "FUZZ_PROGRAM": options.program}
    command = [sys.executable, "-m", "schemathesis.cli", "--config-file", HERE / "schemathesis.toml", "run"]
    command += [f"{url}/api/openapi.json", "--max-examples", str(options.examples), "--seed", str(options.seed)]
    for operation in operations:
        command += ["--include-operation-id", operation]
    environment = os.environ | settings | {"FUZZ_SEED": str(options.seed), "FUZZ_REACHED": str(reached)}
    run = subprocess.run(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if run.returncode:
        print("\n".join(line[:LINE] for line in run.stdout.splitlines()))
    counts = Counter({(operation, status): count for operation, status, count in json.loads(reached.read_text())})
    cases = re.search(r"(\d+) generated", run.stdout)
    return run.returncode == 0, int(cases[1]) if cases else 0, counts


def operations_by_role(document):
    """Assigns each operation to the role that succeeds most often."""
    shares = {role: [] for role in ROLES}
    for path, methods in document["paths"].items():
        for operation in methods.values():
            role = "admin" if path.startswith("/admin/") else "applicant" if operation.get("security") else "anonymous"
            shares[role].append(operation["operationId"])
    return shares


def table(counts, operations):
    """Prints the results per operation. Returns the operations that never succeeded."""
    statuses = sorted({status for _, status in counts})
    width = max(map(len, operations))
    print(f"{'':{width}}", *(f"{status:>6}" for status in statuses))
    for operation in operations:
        print(f"{operation:{width}}", *(f"{counts[operation, status] or '':>6}" for status in statuses))
    return [name for name in operations if not any(counts[name, status] for status in statuses if status < 400)]


def fuzz(options, url):
    """Runs all roles against the program at this URL."""
    subprocess.run([Path(options.program).with_name("seed"), "300"], check=True, stdout=subprocess.DEVNULL)
    shares = operations_by_role(json.loads((ROOT / "openapi.json").read_bytes()))
    operations = sum(shares.values(), [])
    counts, cases, all_passed = Counter(), 0, True
    with tempfile.TemporaryDirectory() as folder:
        for role in ROLES:
            share = operations if options.every_role else shares[role]
            passed, generated, results = campaign(role, options, url, folder, share)
            all_passed, cases, counts = all_passed and passed, cases + generated, counts + results
            print(f"fuzz: {generated} cases as {role}", flush=True)
    never = table(counts, operations)
    print(f"fuzz: {cases} cases, seed {options.seed}")
    if missed := sorted(set(never) - set(OUT_OF_REACH)):
        sys.exit(f"operations that never succeeded: {', '.join(missed)}")
    if reached := sorted(set(OUT_OF_REACH) - set(never)):
        sys.exit(f"operations in OUT_OF_REACH that succeeded: {', '.join(reached)}")
    if not all_passed:
        sys.exit("schemathesis found faults, above")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--examples", type=int, default=5, help="cases per operation and phase")
    parser.add_argument("--seed", type=int, default=random.getrandbits(32))
    parser.add_argument("--every-role", action="store_true", help="run every operation with every role")
    parser.add_argument("url", nargs="?", help=argparse.SUPPRESS)
    options = parser.parse_intermixed_args()
    if options.url:
        return fuzz(options, options.url)
    school = School()
    settings = {
        "FUZZ_SCHOOL": school.issuer,
        "FORUM__OPENID__PROVIDERS": school.settings(),
        "FORUM__WALLETS__CHAINS": "ethereum,solana",
        "FORUM__LIMITS__FACTOR": "100000",
    }
    command = [ROOT / "scripts/with-program", options.program, sys.executable, HERE / "run.py", *sys.argv[1:]]
    sys.exit(subprocess.run(command + ["--seed", str(options.seed)], env=os.environ | settings).returncode)


if __name__ == "__main__":
    main()
