// Two ways to reach the controls of a page, so that a journey can be walked by the pointer and by the keyboard alone.
import type { Locator } from '@playwright/test';
import { phone, wide } from './journey-test.js';

export type Hand = {
  press(control: Locator): Promise<void>;
  type(field: Locator, text: string): Promise<void>;
};

/** More than any page of a journey has. */
const STOPS = 120;

async function tabTo(control: Locator): Promise<void> {
  for (let stop = 0; stop < STOPS; stop += 1) {
    if (await control.evaluate((it) => it === document.activeElement)) return;
    await control.page().keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${control}`);
}

export const pointer: Hand = {
  press: (control) => control.click(),
  type: (field, text) => field.fill(text),
};

export const keyboard: Hand = {
  async press(control) {
    await tabTo(control);
    await control.page().keyboard.press('Enter');
  },
  async type(field, text) {
    await tabTo(field);
    const { keyboard: keys } = field.page();
    await keys.press('ControlOrMeta+A');
    await keys.type(text);
  },
};

/** How the journeys through the account pages are walked. */
export const walks = [
  { name: '1280 px wide, by keyboard alone', viewport: wide, by: keyboard },
  { name: '360 px wide, by pointer', viewport: phone, by: pointer },
] as const;
