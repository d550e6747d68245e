// faults-table.mjs REPORT [write]: prints the lines of JSON that the tests of faults wrote as a table. `write` puts it into
// docs/faults.md, between its two marks.

import { readFileSync, writeFileSync } from 'node:fs';

const [, , report, write] = process.argv;
const page = new URL('../docs/faults.md', import.meta.url);
const marks = ['<!-- table -->\n', '<!-- end of table -->'];

const rows = readFileSync(report, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));
rows.sort((one, other) => one.fault.localeCompare(other.fault, 'en'));
const cells = rows.map(({ fault, done, held, seen, seconds }) => [
  fault,
  done,
  held,
  seen,
  seconds,
]);
const line = (row) => `| ${row.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`;
const heads = ['fault', 'what was done', 'what held', 'what an operator sees', 'seconds'];
const table = [heads, heads.map(() => '---'), ...cells].map(line).join('\n');
console.log(table);

if (write === 'write') {
  const text = readFileSync(page, 'utf8');
  const [from, to] = [text.indexOf(marks[0]) + marks[0].length, text.indexOf(marks[1])];
  if (from < marks[0].length || to < from) throw new Error('docs/faults.md has lost its marks');
  writeFileSync(page, `${text.slice(0, from)}${table}\n${text.slice(to)}`);
}
