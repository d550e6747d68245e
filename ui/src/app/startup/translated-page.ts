/**
 * Browsers' translators replace text nodes with elements. React then asks the former parent of a text node to remove it or
 * to insert before it, and the whole page fails (react#11538). Text next to conditional elements has its own element
 * (test/source-checks/bare-text.test.ts). This module covers the remaining cases.
 */
export function tolerateTranslators({ prototype } = Node): void {
  const { removeChild, insertBefore } = prototype;
  prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    if (child.parentNode !== this) return child;
    return removeChild.call(this, child) as T;
  };
  prototype.insertBefore = function <T extends Node>(this: Node, added: T, before: Node | null): T {
    const reference = before?.parentNode === this ? before : null;
    return insertBefore.call(this, added, reference) as T;
  };
}
