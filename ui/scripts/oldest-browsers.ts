/**
 * The oldest browsers that the site supports: the last two years of every engine, and Safari 16, the last one of many
 * iPhones and iPads. Syntax and styles are compiled for them; functions are not, so what they lack is refused in what was
 * built, and taken away from the browser in a journey (tests/e2e/tests/resilience/oldest-browsers.spec.ts).
 */
export const oldestBrowsers = ['chrome131', 'edge131', 'firefox132', 'safari16', 'ios16'];

/** Functions that one of them lacks, by the object that has them elsewhere. */
export const lacking: Readonly<Record<string, readonly string[]>> = {
  AbortSignal: ['any'],
  Array: ['fromAsync'],
  CSS: ['registerProperty'],
  Map: ['groupBy'],
  Object: ['groupBy'],
  Promise: ['try', 'withResolvers'],
  Response: ['json'],
  URL: ['canParse', 'parse'],
  globalThis: ['requestIdleCallback', 'cancelIdleCallback'],
  'Document.prototype': ['startViewTransition'],
  'Element.prototype': ['checkVisibility', 'moveBefore', 'setHTMLUnsafe'],
  'HTMLElement.prototype': ['hidePopover', 'showPopover', 'togglePopover'],
  'Iterator.prototype': ['drop', 'filter', 'flatMap', 'map', 'some', 'take', 'toArray'],
  'Set.prototype': ['difference', 'intersection', 'isSubsetOf', 'symmetricDifference', 'union'],
  'String.prototype': ['isWellFormed', 'toWellFormed'],
  'Uint8Array.prototype': ['toBase64', 'toHex'],
};

/** Other objects have methods of these names, or the router asks for them in its own way: only the journey can tell. */
const UNTOLD =
  /^(difference|drop|filter|flatMap|intersection|map|some|startViewTransition|take|toArray|union)$/;

function calls(owner: string, name: string): RegExp {
  if (owner.endsWith('.prototype')) return new RegExp(`\\.${name}\\(`);
  const path = owner === 'globalThis' ? `(window\\.|globalThis\\.)?${name}` : `${owner}\\.${name}`;
  return new RegExp(`(?<![\\w$.])${path}\\(`);
}

/** What a script calls of it without having asked whether it is there. */
export function callsLacking(script: string): string[] {
  return Object.entries(lacking).flatMap(([owner, names]) =>
    names
      .filter((name) => !UNTOLD.test(name) && calls(owner, name).test(script))
      .filter((name) => !new RegExp(`typeof [\\w$.]+\\.${name}\\b`).test(script))
      .map((name) => `${owner}.${name}`),
  );
}
