// The engines on this machine, and the Debian packages of missing ones.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, onPath } from '../browser.mjs';

/** The system's Python, for which Debian packages the bindings. */
export const PYTHON = '/usr/bin/python3';

const programs = {
  chromium: chromium(),
  firefox: process.env['FIREFOX'] || onPath(['firefox-esr', 'firefox']),
  webkit: onPath(['WebKitWebDriver']),
};

export type EngineName = keyof typeof programs;

/** Whether there is a GObject introspection file, which python3-gi reads. */
function hasTypelib(name: string): boolean {
  const folders = readdirSync('/usr/lib').map((folder) => `/usr/lib/${folder}/girepository-1.0`);
  return ['/usr/lib/girepository-1.0', ...folders].some((folder) => existsSync(join(folder, name)));
}

const needs = (isThere: boolean, name: string) => (isThere ? [] : [name]);

const missing: Readonly<Record<EngineName, readonly string[]>> = {
  chromium: needs(programs.chromium !== undefined, 'chromium'),
  firefox: needs(programs.firefox !== undefined, 'firefox-esr'),
  webkit: [
    ...needs(programs.webkit !== undefined, 'webkit2gtk-driver'),
    ...needs(existsSync('/usr/lib/python3/dist-packages/gi'), 'python3-gi'),
    ...needs(existsSync('/usr/lib') && hasTypelib('WebKit2-4.1.typelib'), 'gir1.2-webkit2-4.1'),
    ...needs(onPath(['Xvfb']) !== undefined, 'xvfb'),
  ],
};

const pdfReader = needs(onPath(['pdftotext']) !== undefined, 'poppler-utils');

export const engines = (Object.keys(programs) as EngineName[]).map((name) => ({
  name,
  missing: [...missing[name], ...pdfReader],
}));

export function programOf(name: EngineName): string {
  const program = programs[name];
  if (program === undefined) throw new Error(`${name} is missing`);
  return program;
}
