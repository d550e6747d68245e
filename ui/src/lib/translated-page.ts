/**
 * Translators of browsers put elements of their own in the place of texts. React still holds the texts: it then asks their
 * former parent to remove them, or to insert something before them, and the whole page would fail (react#11538).
 * Every text beside elements that come and go has an element of its own (test/source-checks/bare-text.test.ts); this is for what is missed.
 */
export function bearTranslators({ prototype } = Node): void {
  const { removeChild, insertBefore } = prototype;
  prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    if (child.parentNode !== this) return child;
    return removeChild.call(this, child) as T;
  };
  prototype.insertBefore = function <T extends Node>(this: Node, added: T, before: Node | null): T {
    const here = before?.parentNode === this ? before : null;
    return insertBefore.call(this, added, here) as T;
  };
}
