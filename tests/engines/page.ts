// A page in a tab. Every step waits until it is possible, and every expectation until it is met.
import { expect } from '@playwright/test';
import type { Browser, Tab } from './drivers/driver.js';
import * as inPage from './in-page.js';
import type { Target } from './targets.js';
import { axeSource, transitionsEnd, violations } from '../e2e/support/axe.js';
import { until } from '../e2e/support/until.js';

/** No page has more Tab stops. */
const MAX_TAB_STOPS = 120;

const HELPERS = [inPage.findAll, inPage.findOne].map(String).join('\n');

export class Page {
  constructor(
    private readonly browser: Browser,
    private readonly tab: Tab,
    private readonly origin: string,
  ) {}

  async newTab(): Promise<Page> {
    return new Page(this.browser, await this.browser.newTab(), this.origin);
  }

  toFront = () => this.tab.toFront();
  screenshot = (file: string) => this.tab.screenshot(file);
  print = (file: string) => this.tab.print(file);
  key = (name: string) => this.tab.key(name);
  type = (text: string) => this.tab.type(text);

  async goto(address: string): Promise<void> {
    await this.tab.goto(new URL(address, this.origin).href);
    await this.hydrated();
  }

  async reload(): Promise<void> {
    await this.tab.reload();
    await this.hydrated();
  }

  back = () => this.tab.back();

  /** A page responds to input only after hydration. */
  async hydrated(): Promise<void> {
    await this.holds('hydrated', () =>
      document.documentElement.matches('[data-hydrated], :not(:has(#root))'),
    );
  }

  /** Calls a function inside the page. It is sent as text and may use only its arguments. */
  async call<Given extends unknown[], Result>(
    work: (...given: Given) => Result | Promise<Result>,
    ...given: Given
  ): Promise<Result> {
    const list = given.map((one) => JSON.stringify(one)).join();
    const expression = `(() => { ${HELPERS}; return (${work})(${list}); })()`;
    try {
      return (await this.tab.run(expression)) as Result;
    } catch (error) {
      if (!String(error).includes(inPage.MISSING)) throw error;
      await this.load(inPage.finder);
      return (await this.tab.run(expression)) as Result;
    }
  }

  /** Loads a library, which sets itself on `window`. */
  private async load(library: string): Promise<void> {
    await this.tab.run(`(() => { const module = undefined, exports = undefined; ${library}
      ; return null; })()`);
  }

  /** Waits until a function inside the page returns something true. */
  async holds<Given extends unknown[]>(
    what: string,
    work: (...given: Given) => unknown,
    ...given: Given
  ): Promise<void> {
    await until(what, async () => {
      const outcome = await this.call(work, ...given);
      if (!outcome) throw new Error(JSON.stringify(outcome));
    });
  }

  async click(target: Target): Promise<void> {
    const { x, y } = await until(`point on ${named(target)}`, () =>
      this.call(inPage.pointOn, target),
    );
    await this.tab.click(x, y);
  }

  /** Clicks a point of the window. */
  clickAt = (x: number, y: number) => this.tab.click(x, y);

  scroll = (x: number, y: number, by: number) => this.tab.wheel(x, y, by);

  fill = (target: Target, value: string) =>
    until(`fill ${named(target)}`, () => this.call(inPage.setValue, target, value));

  focus = (target: Target) =>
    until(`focus ${named(target)}`, () => this.call((it) => findOne(it).focus(), target));

  /**
   * Tabs to an element as keyboard users do: the skip link leads past the header. Firefox without a window of its own gets no
   * focus back after the last stop, so the way around begins at the skip link at once.
   */
  async tabTo(target: Target): Promise<void> {
    await this.shows(target);
    for (let stop = 0; stop < MAX_TAB_STOPS; stop += 1) {
      const key = await this.call((it) => {
        const { activeElement: active } = document;
        const to = findOne(it);
        if (to === active) return null;
        const isBehind =
          active !== null &&
          to.compareDocumentPosition(active) === Node.DOCUMENT_POSITION_FOLLOWING;
        const skipLink = document.querySelector<HTMLElement>('[href="#main"]');
        if (isBehind && to.closest('[role=dialog]') === null) skipLink?.focus();
        return document.activeElement === skipLink && to.closest('main') ? 'Enter' : 'Tab';
      }, target);
      if (key === null) return;
      await this.key(key);
    }
    throw new Error(`Tab does not reach ${named(target)}`);
  }

  /** Tabs to a control and presses Enter. */
  async press(target: Target): Promise<void> {
    await this.tabTo(target);
    await this.key('Enter');
  }

  /** Tabs to a field and replaces its content by typing. */
  async enter(target: Target, value: string): Promise<void> {
    await this.tabTo(target);
    await this.call((it) => (findOne(it) as HTMLInputElement).select(), target);
    await this.type(value);
  }

  async choose(target: Target, file: string): Promise<void> {
    await until(`find ${named(target)}`, () =>
      this.call((it) => findOne(it).setAttribute('data-chosen-by-test', ''), target),
    );
    await this.tab.choose('[data-chosen-by-test]', file);
  }

  shows = (target: Target) =>
    until(`${named(target)} is shown`, () => this.call((it) => void findOne(it), target));

  lacks = (target: Target) =>
    this.holds(`${named(target)} is gone`, (it) => findAll(it).length === 0, target);

  count = (target: Target) => this.call((it) => findAll(it).length, target);

  textOf = (target: Target) =>
    until(`text of ${named(target)}`, () => this.call((it) => findOne(it).innerText, target));

  async says(target: Target, words: RegExp): Promise<void> {
    await until(`${named(target)} says ${words}`, async () => {
      const said = await this.call((it) => findOne(it).innerText, target);
      if (!words.test(said)) throw new Error(said);
    });
  }

  async value(target: Target, expected: string | RegExp): Promise<void> {
    await until(`${named(target)} has ${expected}`, async () => {
      const value = await this.call((it) => (findOne(it) as HTMLInputElement).value, target);
      if (typeof expected === 'string' ? value !== expected : !expected.test(value))
        throw new Error(value);
    });
  }

  hasFocus = (target: Target) =>
    this.holds(
      `${named(target)} has the focus`,
      (it) => findOne(it) === document.activeElement,
      target,
    );

  isAt = (path: string) =>
    this.holds(`the address is ${path}`, (it) => location.pathname === it, path);

  /** No axe violation and no horizontal scrolling. */
  async isAccessible(): Promise<void> {
    await this.holds(
      'the page is there',
      () => document.title !== '' && document.querySelector('h1') !== null,
    );
    // Loading takes so long that a transition may begin meanwhile.
    if (!(await this.call(() => window.axe !== undefined))) await this.load(axeSource);
    await this.call(transitionsEnd);
    expect(await this.call(violations)).toEqual([]);
    const tooWide = () =>
      document.documentElement.scrollWidth - document.documentElement.clientWidth;
    expect(await this.call(tooWide), 'pixels too wide').toBeLessThanOrEqual(0);
  }
}

/** Available inside the page as `HELPERS`. */
declare global {
  const findAll: typeof inPage.findAll;
  const findOne: typeof inPage.findOne;
}

const named = ({ by, what, name }: Target) =>
  [by, what, name]
    .filter((part) => part !== undefined)
    .map((part) => (typeof part === 'string' ? part : `/${part.source}/${part.flags}`))
    .join(' ');
