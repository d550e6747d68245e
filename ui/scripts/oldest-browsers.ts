/**
 * The oldest supported browsers: the versions of every engine from the last two years, and Safari 16, the last version for many
 * iPhones and iPads. The build compiles syntax and styles for them, but adds no polyfills. It therefore fails if the code calls
 * a function that they lack. A journey also runs the site without these functions
 * (tests/e2e/tests/resilience/unusual-browsers.spec.ts).
 */
export const oldestBrowsers = ['chrome131', 'edge131', 'firefox132', 'safari16', 'ios16'];

/** Functions that some of these browsers lack, by object. */
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

/** Methods that other objects also have, or that the router checks before the call. Only the journey covers them. */
const AMBIGUOUS =
  /^(difference|drop|filter|flatMap|intersection|map|some|startViewTransition|take|toArray|union)$/;

function calls(owner: string, name: string): RegExp {
  if (owner.endsWith('.prototype')) return new RegExp(`\\.${name}\\(`);
  const path = owner === 'globalThis' ? `(window\\.|globalThis\\.)?${name}` : `${owner}\\.${name}`;
  return new RegExp(`(?<![\\w$.])${path}\\(`);
}

/** The unsupported functions that a script calls without checking that they exist. */
export function unsupportedCalls(script: string): string[] {
  return Object.entries(lacking).flatMap(([owner, names]) =>
    names
      .filter((name) => !AMBIGUOUS.test(name) && calls(owner, name).test(script))
      .filter((name) => !new RegExp(`typeof [\\w$.]+\\.${name}\\b`).test(script))
      .map((name) => `${owner}.${name}`),
  );
}
