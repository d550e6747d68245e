// The engines on this machine, and the Debian packages of missing ones.
import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '../browser.mjs';

/** @param {string} name */
function onPath(name) {
  const paths = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name));
  return paths.find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** @param {string} name A GObject introspection file, which python3-gi reads. */
function typelib(name) {
  const folders = readdirSync('/usr/lib').map((folder) => `/usr/lib/${folder}/girepository-1.0`);
  return ['/usr/lib/girepository-1.0', ...folders].some((folder) => existsSync(join(folder, name)));
}

/** The system's Python, for which Debian packages the bindings. */
export const PYTHON = '/usr/bin/python3';

const programs = {
  chromium: chromium(),
  firefox: process.env.FIREFOX || onPath('firefox-esr') || onPath('firefox'),
  webkit: onPath('WebKitWebDriver'),
};

/** @param {boolean} isThere @param {string} name */
const needs = (isThere, name) => (isThere ? [] : [name]);

const missing = {
  chromium: needs(programs.chromium !== undefined, 'chromium'),
  firefox: needs(programs.firefox !== undefined, 'firefox-esr'),
  webkit: [
    ...needs(programs.webkit !== undefined, 'webkit2gtk-driver'),
    ...needs(existsSync('/usr/lib/python3/dist-packages/gi'), 'python3-gi'),
    ...needs(existsSync('/usr/lib') && typelib('WebKit2-4.1.typelib'), 'gir1.2-webkit2-4.1'),
    ...needs(onPath('Xvfb') !== undefined, 'xvfb'),
  ],
};

const pdfReader = needs(onPath('pdftotext') !== undefined, 'poppler-utils');

/** @typedef {'chromium' | 'firefox' | 'webkit'} EngineName */
/** @type {readonly EngineName[]} */
const names = ['chromium', 'firefox', 'webkit'];

/** @type {readonly { name: EngineName, missing: readonly string[] }[]} */
export const engines = names.map((name) => ({ name, missing: [...missing[name], ...pdfReader] }));

/** @param {EngineName} name */
export function programOf(name) {
  const program = programs[name];
  if (program === undefined) throw new Error(`${name} is missing`);
  return program;
}
