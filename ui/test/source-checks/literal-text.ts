// Finds texts for people in a source: JSX text, and strings that begin like a label or a sentence.
import { parseSync } from 'vite';

/** Names of keys and HTTP headers. */
const NAMES = ['Accept', 'Authorization', 'Bearer', 'Enter', 'Escape'];

interface Node {
  type: string;
  start: number;
  end: number;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value;

/** Errors and log messages are for developers; types and imports contain no text. */
function isSilent(node: Node, source: string): boolean {
  const text = source.slice(node.start, node.end);
  if (/^(Import|TS(?!AsExpression|SatisfiesExpression))/.test(node.type)) return true;
  return /^(new \w*(Error|Exception|Problem)\(|console\.|world\.log\()/.test(text);
}

function textOf(node: Node): string {
  if (node.type === 'JSXText') return (node as unknown as { value: string }).value.trim();
  if (node.type === 'TemplateElement')
    return (node as unknown as { value: { raw: string } }).value.raw.trim();
  const { value } = node as unknown as { value?: unknown };
  return node.type === 'Literal' && typeof value === 'string' ? value.trim() : '';
}

export function wordsIn(file: string, source: string): string[] {
  const found: string[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit);
    if (!isNode(value) || isSilent(value, source)) return;
    const text = textOf(value);
    const reads = value.type === 'JSXText' ? /[a-z]/i : /^[A-Z][a-z]+(?=[\s,.:!?]|$)/;
    if (reads.test(text) && !NAMES.includes(text)) found.push(text);
    Object.values(value).forEach(visit);
  };
  visit(parseSync(file, source).program);
  return found;
}
