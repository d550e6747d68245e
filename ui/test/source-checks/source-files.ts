/** The files of src and their syntax trees, for the source checks. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const src = fileURLToPath(new URL('../../src', import.meta.url));

/** Text by path from src, without tests. */
export function sourcesOf(isIncluded: (file: string) => boolean): Map<string, string> {
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && isIncluded(file),
  );
  return new Map(files.map((file) => [file, readFileSync(`${src}/${file}`, 'utf8')]));
}

export type Node = { type: string; start: number; end: number; [key: string]: unknown };

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value;

export const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode);
