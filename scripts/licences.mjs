// Writes docs/licences.md from the lock files of Cargo and npm; `check` fails when it is out of date. It has no versions, so
// it changes only when a library is added, removed or relicensed. deny.toml says which licences are allowed.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const FILE = 'docs/licences.md';
process.chdir(new URL('..', import.meta.url).pathname);

/** Normalises an SPDX expression: `Apache-2.0/MIT` equals `MIT OR Apache-2.0`. */
function expression(licence) {
  const alternatives = licence.split(/ ?\/ ?| OR /u);
  return licence.includes('(') || licence.includes(' AND ')
    ? licence
    : alternatives.toSorted().join(' OR ');
}

/** Pairs of licence and name for the libraries in the program on any platform. */
function crates() {
  const ours = new Set(readFileSync('Cargo.toml', 'utf8').match(/^[\w-]+(?= = \{ path)/gmu));
  const tree = 'tree --package educators-forum --edges normal --target all --no-dedupe --locked';
  const lines = execFileSync('cargo', [...tree.split(' '), '--prefix=none', '--format={l}\t{p}'], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  const all = [...new Set(lines.trim().split('\n'))].map((line) => line.split('\t'));
  return all
    .map(([licence, name]) => [licence, name.split(' ')[0]])
    .filter(([, name]) => !ours.has(name));
}

/** The same pairs for the packages in the frontend. */
function packages() {
  const { packages: locked } = JSON.parse(readFileSync('ui/package-lock.json', 'utf8'));
  const used = Object.entries(locked).filter(
    ([path, entry]) => path !== '' && !entry.dev && !entry.devOptional,
  );
  return used.map(([path, { license }]) => [
    license ?? 'unknown',
    path.split('node_modules/').at(-1),
  ]);
}

function table(pairs) {
  const byLicence = new Map();
  for (const [licence, name] of pairs) {
    const key = expression(licence);
    byLicence.set(key, (byLicence.get(key) ?? new Set()).add(name));
  }
  const rows = [...byLicence].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const lines = rows.map(
    ([licence, names]) => `| ${licence} | ${[...names].toSorted().join(', ')} |`,
  );
  return ['| licence | libraries |', '|---|---|', ...lines].join('\n');
}

const text = `# Licences

The program contains this third-party code. Our own code is under MIT or Apache-2.0. \`just licences\` writes this page
from the lock files, and \`just check\` fails when it is out of date. \`deny.toml\` lists the licences that are allowed.

The heads of the people in the pictures are from Open Peeps (CC0-1.0), the shapes of the map from us-atlas (ISC), and the
common passwords from lists under MIT.

## In the program

${table(crates())}

## In the frontend

${table(packages())}
`;

if (process.argv[2] !== 'check') {
  writeFileSync(FILE, text);
} else if (readFileSync(FILE, 'utf8') !== text) {
  console.error(`${FILE} is out of date: run \`just licences\``);
  process.exit(1);
}
