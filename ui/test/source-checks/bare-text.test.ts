// @vitest-environment node Finds text nodes that crash React after a browser's translator has replaced them with
// elements.
import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { childrenOf, isNode, type Node, sourcesOf } from './source-files';

/** The expression in braces, or the text or element itself. */
function contentOf(child: Node): Node | null {
  if (child.type === 'JSXText') return String(child['value']).trim() === '' ? null : child;
  if (child.type !== 'JSXExpressionContainer') return child;
  const inner = child['expression'] as Node;
  return inner.type === 'JSXEmptyExpression' ? null : inner;
}

const branchesOf = ({ type, ...rest }: Node): Node[] =>
  type === 'ConditionalExpression'
    ? [rest['consequent'] as Node, rest['alternate'] as Node]
    : type === 'LogicalExpression'
      ? [rest['right'] as Node]
      : [];

const isList = ({ type, ...rest }: Node) =>
  type === 'CallExpression' &&
  ((rest['callee'] as Node)['property'] as Node | undefined)?.['name'] === 'map';

/** A component in a local variable, such as the icon of a state. React replaces the element with the component. */
const isLocalComponent = (node: Node, source: string, known: ReadonlySet<string>): boolean => {
  if (node.type !== 'JSXElement') return false;
  const { name } = node['openingElement'] as Record<'name', Node>;
  const tag = source.slice(name.start, name.end);
  return /^[A-Z]\w*$/.test(tag) && !known.has(tag);
};

/** Props that take elements. */
const ELEMENT_PROPS: ReadonlySet<string> = new Set(['children', 'exporting']);

/** Whether a text node may be rendered. */
function mayBeText(node: Node): boolean {
  const branches = branchesOf(node);
  if (branches.length > 0) return branches.some(mayBeText);
  // Translators ignore spaces.
  if (node.type === 'Literal') return typeof node['value'] === 'string' && node['value'] !== ' ';
  if (ELEMENT_PROPS.has(String(node['name']))) return false;
  return (
    ['JSXText', 'TemplateLiteral', 'Identifier', 'MemberExpression'].includes(node.type) ||
    (node.type === 'CallExpression' && !isList(node))
  );
}

/** Names that a file imports or declares at its top level. */
function namesOf(program: Node): ReadonlySet<string> {
  const names = childrenOf(program).flatMap((statement) => {
    const declared = isNode(statement['declaration']) ? statement['declaration'] : statement;
    return [declared, ...childrenOf(declared)].flatMap(({ local, id }) => [local, id]);
  });
  return new Set(names.filter(isNode).map((name) => String(name['name'])));
}

/** `line text` for every text node that shares its parent with an element that is inserted or removed. */
function bareTexts(file: string, source: string): string[] {
  const { program } = parseSync(file, source);
  const known = namesOf(program as unknown as Node);
  const isConditional = (node: Node) =>
    branchesOf(node).length > 0 || isList(node) || isLocalComponent(node, source, known);
  const found: string[] = [];
  const visit = (node: Node) => {
    if (node.type === 'JSXElement' || node.type === 'JSXFragment') {
      const contents = (node['children'] as Node[]).map(contentOf).filter((one) => one !== null);
      if (contents.length > 1 && contents.some(isConditional))
        for (const { start, end } of contents.filter(mayBeText))
          found.push(
            `${source.slice(0, start).split('\n').length} ${source.slice(start, end).trim()}`,
          );
    }
    childrenOf(node).forEach(visit);
  };
  visit(program as unknown as Node);
  return found;
}

test('no text without its own element is next to conditional elements', () => {
  const found = [...sourcesOf((file) => file.endsWith('.tsx'))].flatMap(([file, source]) =>
    bareTexts(file, source).map((text) => `${file}:${text}`),
  );
  expect(found).toEqual([]);
});

test.each([
  '<p>{saved && <Check />}Saved</p>',
  '<p>{saved ? <Check /> : <Cross />}{word}</p>',
  '<p><Check /> {saved ? "Saved" : "Not saved"}</p>',
  '<>{list.map((each) => <b key={each} />)} {count(list)}</>',
  '(() => { const Icon = icons[state]; return <p><Icon />{words[state]}</p>; })()',
])('finds the bare text in %s', (source) => {
  const parts = 'import { Check, Cross } from "icons";';
  expect(bareTexts('page.tsx', `${parts} const page = ${source};`)).toHaveLength(1);
});

test.each([
  '<p>{saved && <Check />}<span>Saved</span></p>',
  '<p><Check /> Saved</p>',
  '<p>{saved ? "Saved" : "Not saved"}</p>',
  '<p>{one && <b />}{" "}{two && <b />}</p>',
])('finds no bare text in %s', (source) => {
  const parts = 'import { Check } from "icons";';
  expect(bareTexts('page.tsx', `${parts} const page = ${source};`)).toEqual([]);
});
