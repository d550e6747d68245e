// faults-table.mjs REPORT [write]: prints the JSON lines of the failure tests as a table. `write` also puts it between the
// markers of docs/faults.md.

import { readFileSync, writeFileSync } from 'node:fs';

const [, , report, write] = process.argv;
const page = new URL('../docs/faults.md', import.meta.url);
const markers = ['<!-- table -->\n', '<!-- end of table -->'];

const rows = readFileSync(report, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));
rows.sort((one, other) => one.fault.localeCompare(other.fault, 'en'));
const columns = ['fault', 'done', 'held', 'seen', 'seconds'];
const cells = rows.map((row) => columns.map((column) => row[column]));
const line = (row) => `| ${row.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`;
const heads = ['failure', 'test', 'result', 'visible to operators', 'seconds'];
const table = [heads, heads.map(() => '---'), ...cells].map(line).join('\n');
console.log(table);

if (write === 'write') {
  const text = readFileSync(page, 'utf8');
  const [from, to] = [text.indexOf(markers[0]) + markers[0].length, text.indexOf(markers[1])];
  if (from < markers[0].length || to < from) throw new Error('docs/faults.md has no markers');
  writeFileSync(page, `${text.slice(0, from)}${table}\n${text.slice(to)}`);
}
