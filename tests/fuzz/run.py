"""Fuzzes the API by its published document: schemathesis generates requests of a stranger, an applicant and an
administrator, and checks every response. Afterwards every operation must have succeeded at least once.

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
LINE = 2_000  # characters of a line shown; requests may have megabytes
ROLES = ["stranger", "applicant", "admin"]
# Operations that never succeed here, and why. Tests over HTTP reach them all.
OUT_OF_REACH = {
    "create_session_by_passkey": "an authenticator must sign",
    "create_session_by_wallet": "a wallet must sign",
    "retry_email_message": "a mail must have failed",
}


def campaign(role, options, url, folder, operations):
    """Runs schemathesis as somebody with this role; whether it found nothing, how many cases, and what they led to."""
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


def shared_out(document):
    """The operations by the role that succeeds with most of them."""
    shares = {role: [] for role in ROLES}
    for path, methods in document["paths"].items():
        for operation in methods.values():
            role = "admin" if path.startswith("/admin/") else "applicant" if operation.get("security") else "stranger"
            shares[role].append(operation["operationId"])
    return shares


def table(counts, operations):
    """Prints what every operation led to; the operations that never succeeded."""
    statuses = sorted({status for _, status in counts})
    width = max(map(len, operations))
    print(f"{'':{width}}", *(f"{status:>6}" for status in statuses))
    for operation in operations:
        print(f"{operation:{width}}", *(f"{counts[operation, status] or '':>6}" for status in statuses))
    return [name for name in operations if not any(counts[name, status] for status in statuses if status < 400)]


def against(options, url):
    """The whole run, beside a program that serves at this address."""
    subprocess.run([Path(options.program).with_name("seed"), "300"], check=True, stdout=subprocess.DEVNULL)
    shares = shared_out(json.loads((ROOT / "openapi.json").read_bytes()))
    operations = sum(shares.values(), [])
    counts, cases, sound = Counter(), 0, True
    with tempfile.TemporaryDirectory() as folder:
        for role in ROLES:
            share = operations if options.every_role else shares[role]
            passed, generated, led_to = campaign(role, options, url, folder, share)
            sound, cases, counts = sound and passed, cases + generated, counts + led_to
            print(f"fuzz: {generated} cases as {role}", flush=True)
    never = table(counts, operations)
    print(f"fuzz: {cases} cases, seed {options.seed}")
    if missed := sorted(set(never) - set(OUT_OF_REACH)):
        sys.exit(f"never succeeded, so what lies behind was not tested: {', '.join(missed)}")
    if reached := sorted(set(OUT_OF_REACH) - set(never)):
        sys.exit(f"succeeded although listed as out of reach: {', '.join(reached)}")
    if not sound:
        sys.exit("schemathesis found faults, above")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--examples", type=int, default=5, help="cases for an operation in each phase")
    parser.add_argument("--seed", type=int, default=random.getrandbits(32))
    parser.add_argument("--every-role", action="store_true", help="every operation as every role, not as one of them")
    parser.add_argument("url", nargs="?", help=argparse.SUPPRESS)
    options = parser.parse_intermixed_args()
    if options.url:
        return against(options, options.url)
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
