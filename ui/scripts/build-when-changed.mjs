/**
 * Builds the frontend unless ui/dist is up to date. ui/dist/.built-from contains a hash of every file in ui, the
 * installed packages and the build's environment variables. Vite empties ui/dist before each build, so a build without
 * this script removes the hash.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const stamp = join(root, 'dist', '.built-from');
const notInputs = new Set(['dist', 'node_modules']);

/** Hashes all files, because Tailwind searches them for class names. */
function* inputs(folder) {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* notInputs.has(path) ? [] : inputs(path);
    else if (!entry.isSymbolicLink()) yield path;
  }
  if (folder === '') yield join('node_modules', '.package-lock.json');
}

/** Compares code units, so the order does not depend on the locale. */
const byText = (one, other) => Number(one > other) - Number(one < other);

function hashOfInputs() {
  const hash = createHash('sha256').update(process.version);
  for (const name of Object.keys(process.env).toSorted(byText))
    if (name === 'NODE_ENV' || name.startsWith('VITE_'))
      hash.update(`\0${name}=${process.env[name]}`);
  for (const path of [...inputs('')].toSorted(byText)) {
    const content = readFileSync(join(root, path));
    hash.update(`\0${path}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

// The hash is computed before the build, so edits during the build cause another one.
const hash = hashOfInputs();
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== hash) {
  execFileSync('npm', ['--prefix', root, 'run', 'build', '--', '--logLevel', 'warn'], {
    stdio: 'inherit',
  });
  writeFileSync(stamp, hash);
}
