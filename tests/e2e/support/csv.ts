// Parses CSV with a byte-order mark, strictly by RFC 4180: CRLF after each record, quotes only around whole fields.
export function readCsv(file: string): string[][] {
  if (!file.startsWith('\uFEFF')) throw new Error('no byte-order mark');
  const text = file.slice(1);
  const records: string[][] = [];
  const field = /"(?:[^"]|"")*"|[^",\r\n]*/y;
  let at = 0;
  while (at < text.length) {
    const record: string[] = [];
    for (;;) {
      field.lastIndex = at;
      const found = field.exec(text)?.[0] ?? '';
      at += found.length;
      record.push(found.startsWith('"') ? found.slice(1, -1).replaceAll('""', '"') : found);
      if (text.startsWith(',', at)) at += 1;
      else if (text.startsWith('\r\n', at)) break;
      else throw new Error(`not CSV at ${at}: ${JSON.stringify(text.slice(at, at + 20))}`);
    }
    at += 2;
    records.push(record);
  }
  return records;
}
