// Finds Chromium for the journeys. As a script, prints its path, or exits with 1.
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** @param {string} path */
function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/**
 * The first of these programs on the PATH.
 * @param {readonly string[]} names
 * @returns {string | undefined}
 */
export function onPath(names) {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram);
}

/**
 * The program in `CHROMIUM`, on the PATH, or unpacked by `setup`. Playwright otherwise uses the browser that it installed.
 * @returns {string | undefined}
 */
export function chromium() {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  const unpacked = fileURLToPath(new URL('../.chromium/chromium', import.meta.url));
  return onPath(['chromium', 'chromium-browser', 'google-chrome']) ?? [unpacked].find(isProgram);
}

/**
 * Chromium without a user interface, which takes a quarter less time, or else Chromium.
 * @returns {string | undefined}
 */
export const headlessChromium = () =>
  process.env.CHROMIUM || (onPath(['chromium-headless-shell']) ?? chromium());

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const path = chromium();
  if (path === undefined) process.exit(1);
  console.log(path);
}
