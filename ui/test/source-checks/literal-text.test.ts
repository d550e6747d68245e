// @vitest-environment node
import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { childrenOf, isNode, type Node, sourcesOf } from './source-files';

/** Keys of the keyboard and names of HTTP headers. */
const NAMES = ['Accept', 'Authorization', 'Bearer', 'Enter', 'Escape'];

/** Errors and log messages are for developers. Types and imports contain no text. */
function isSilent(node: Node, source: string): boolean {
  const text = source.slice(node.start, node.end);
  if (/^(Import|TS(?!AsExpression|SatisfiesExpression))/.test(node.type)) return true;
  return /^(new \w*(Error|Exception|Problem)\(|console\.|deps\.log\()/.test(text);
}

function textOf({ type, value }: Node): string {
  if (type === 'TemplateElement') return (value as { raw: string }).raw.trim();
  const isText = type === 'JSXText' || (type === 'Literal' && typeof value === 'string');
  return isText ? String(value).trim() : '';
}

/** JSX text, and strings that start like a label or a sentence. */
function literalTexts(file: string, source: string): string[] {
  const textsBelow = (node: Node): string[] => {
    if (isSilent(node, source)) return [];
    const text = textOf(node);
    const isForUsers = node.type === 'JSXText' ? /[a-z]/i : /^[A-Z][a-z]+(?=[\s,.:!?]|$)/;
    const own = isForUsers.test(text) && !NAMES.includes(text) ? [text] : [];
    return [...own, ...childrenOf(node).flatMap(textsBelow)];
  };
  const { program } = parseSync(file, source);
  return isNode(program) ? textsBelow(program) : [];
}

test('all text for users is in content', () => {
  const sources = sourcesOf((file) => !/^(content|api\/generated)\//.test(file));
  const found = [...sources].flatMap(([file, source]) =>
    literalTexts(file, source).map((text) => `${file}: ${text}`),
  );
  expect(found).toEqual([]);
});

test.each([
  ['<p>Hello there</p>', 'Hello there'],
  ['<p>{count} of them</p>', 'of them'],
  ['<input aria-label="Search" />', 'Search'],
  ["const Card = ({ title = 'There is a problem' }) => title", 'There is a problem'],
  ['const text = `Remove ${name}`', 'Remove'],
])('%s contains text for users', (source, text) => {
  expect(literalTexts('a.tsx', source)).toEqual([text]);
});

test.each([
  "import { Card } from './Card';",
  "throw new Error('Something is missing.');",
  "console.warn('Not loaded.', cause);",
  "if (key === 'Escape') headers.set('Content-Type', 'text/plain');",
  '<div className="flex">{words.title}</div>',
])('%s contains no text for users', (source) => {
  expect(literalTexts('a.tsx', source)).toEqual([]);
});
