// Functions that run inside the page. They are sent as text and may use only `findAll`, `findOne` and the libraries that
// page.ts loads into the page.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Target } from './targets.js';

/** Testing Library, as `window.TestingLibraryDom`. */
export const finder = readFileSync(
  createRequire(import.meta.url).resolve(
    '@testing-library/dom/dist/@testing-library/dom.umd.min.js',
  ),
  'utf8',
);

type Sent = string | { readonly source: string; readonly flags: string };
type Query = (inside: Element, what: unknown, options?: object) => Element[];
declare global {
  interface Window {
    TestingLibraryDom?: Record<'queryAllByRole' | 'queryAllByLabelText' | 'queryAllByText', Query>;
  }
}

export const MISSING = 'finder is missing';

/** The elements that match a target. Fields and texts must be visible. */
export function findAll(target: Target): HTMLElement[] {
  const library = window.TestingLibraryDom;
  if (library === undefined) throw new Error('finder is missing');
  const pattern = (it: Sent | undefined) =>
    it === undefined || typeof it === 'string' ? it : new RegExp(it.source, it.flags);
  const isVisible = (it: Element) =>
    it.getClientRects().length > 0 && getComputedStyle(it).visibility === 'visible';
  const within = target.inside === undefined ? [document.documentElement] : findAll(target.inside);
  const what = pattern(target.what);
  const found = within.flatMap((place) => {
    switch (target.by) {
      case 'role':
        return library.queryAllByRole(place, what, { name: pattern(target.name) });
      case 'label':
        return library.queryAllByLabelText(place, what).filter(isVisible);
      case 'text':
        return library.queryAllByText(place, what).filter(isVisible);
      case 'selector':
        return [...place.querySelectorAll(String(what))];
    }
  }) as HTMLElement[];
  return target.index === undefined ? found : found.slice(target.index, target.index + 1);
}

export function findOne(target: Target): HTMLElement {
  const found = findAll(target);
  const [one] = found;
  if (one === undefined || found.length > 1)
    throw new Error(`${found.length} elements for ${JSON.stringify(target)}`);
  return one;
}

/** Scrolls an element into view and resolves to a point on it. Throws if it moves or is covered. */
export async function pointOn(target: Target): Promise<{ x: number; y: number }> {
  const element = findOne(target);
  if (element.matches(':disabled')) throw new Error('the control is disabled');
  const place = () => {
    const { left, top, width, height } = element.getClientRects()[0] ?? new DOMRect();
    return { x: left + width / 2, y: top + height / 2 };
  };
  const isInside = ({ x, y }: { x: number; y: number }) =>
    x > 0 && y > 0 && x < innerWidth && y < innerHeight;
  const hits = ({ x, y }: { x: number; y: number }) => {
    const hit = document.elementFromPoint(x, y);
    return hit !== null && (element.contains(hit) || hit.closest('label')?.control === element);
  };
  if (!isInside(place()) || !hits(place()))
    element.scrollIntoView({ block: 'center', behavior: 'instant' });
  const before = place();
  await new Promise((done) => setTimeout(done, 50));
  const after = place();
  if (before.x !== after.x || before.y !== after.y) throw new Error('the element moves');
  if (!hits(after)) throw new Error('something covers the element');
  return after;
}

/** Replaces the content of a field as typing would, or selects an option. */
export function setValue(target: Target, value: string): void {
  const field = findOne(target) as HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
  if (field.matches(':disabled')) throw new Error('the field is disabled');
  field.focus();
  const isSelect = field instanceof HTMLSelectElement;
  if (!isSelect && field.type !== 'date') {
    field.select();
    if (value === '') document.execCommand('delete');
    else document.execCommand('insertText', false, value);
    return;
  }
  // React overrides the element's own setter and would miss the change.
  const kind = Object.getPrototypeOf(field) as object;
  const chosen = isSelect ? [...field.options].find((it) => it.label === value)?.value : undefined;
  Object.getOwnPropertyDescriptor(kind, 'value')?.set?.call(field, chosen ?? value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  field.dispatchEvent(new Event('change', { bubbles: true }));
}

/** Imitates Safari on a Mac: a press on a button or link focuses its nearest focusable ancestor instead. */
export function pressLikeSafari(): void {
  window.addEventListener(
    'mousedown',
    (event) => {
      const control = event.target instanceof Element ? event.target.closest('button, a') : null;
      if (control === null) return;
      event.preventDefault();
      const around = control.parentElement?.closest<HTMLElement>('[tabindex]');
      if (around) around.focus();
      else if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    },
    { capture: true },
  );
}

/** The sum of the layout shifts since the page opened; 0 in engines that do not measure them. */
export async function layoutShift(): Promise<number> {
  let sum = 0;
  type Shift = PerformanceEntry & { readonly value: number; readonly hadRecentInput: boolean };
  const observer = new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries() as Shift[])
      if (!hadRecentInput) sum += value;
  });
  observer.observe({ type: 'layout-shift', buffered: true });
  await new Promise((done) => setTimeout(done, 300));
  return sum;
}
