// Texts that crash React once a translator of the browser has put its own elements in their place.
import { parseSync } from 'vite';

type Node = { type: string; start: number; end: number; [key: string]: unknown };

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value;

const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode);

/** What stands in braces; a text or an element stands for itself. */
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

/** A component of the moment, such as the icon of a state: with another one the element is replaced. */
const isOfTheMoment = (node: Node, source: string, known: ReadonlySet<string>): boolean => {
  if (node.type !== 'JSXElement') return false;
  const { name } = node['openingElement'] as Record<'name', Node>;
  const tag = source.slice(name.start, name.end);
  return /^[A-Z]\w*$/.test(tag) && !known.has(tag);
};

/** Props that take elements; who passes a text as children puts it into an element of its own. */
const ELEMENTS: ReadonlySet<string> = new Set(['children', 'exporting']);

/** May be rendered as a text node: a text, or an expression that yields one. */
function mayBeText(node: Node): boolean {
  const branches = branchesOf(node);
  if (branches.length > 0) return branches.some(mayBeText);
  // Translators pass over spaces.
  if (node.type === 'Literal') return typeof node['value'] === 'string' && node['value'] !== ' ';
  if (ELEMENTS.has(String(node['name']))) return false;
  return (
    ['JSXText', 'TemplateLiteral', 'Identifier', 'MemberExpression'].includes(node.type) ||
    (node.type === 'CallExpression' && !isList(node))
  );
}

/** What a file imports or declares at its top. */
function namesOf(program: Node): ReadonlySet<string> {
  const names = childrenOf(program).flatMap((statement) => {
    const declared = isNode(statement['declaration']) ? statement['declaration'] : statement;
    return [declared, ...childrenOf(declared)].flatMap(({ local, id }) => [local, id]);
  });
  return new Set(names.filter(isNode).map((name) => String(name['name'])));
}

/** `line text` for every text that shares its parent with something that comes and goes. */
export function bareTexts(file: string, source: string): string[] {
  const { program } = parseSync(file, source);
  const known = namesOf(program as unknown as Node);
  const comesAndGoes = (node: Node) =>
    branchesOf(node).length > 0 || isList(node) || isOfTheMoment(node, source, known);
  const found: string[] = [];
  const visit = (node: Node) => {
    if (node.type === 'JSXElement' || node.type === 'JSXFragment') {
      const contents = (node['children'] as Node[]).map(contentOf).filter((one) => one !== null);
      if (contents.length > 1 && contents.some(comesAndGoes))
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
