// Operates controls by pointer or by keyboard.
import type { Locator } from '@playwright/test';
import { phone, wide } from './journey-test.js';

type InputMethod = {
  press(control: Locator): Promise<void>;
  type(field: Locator, text: string): Promise<void>;
};

/** No page has more Tab stops. */
const MAX_TAB_STOPS = 220;

/** Tabs to a control as keyboard users do: the skip link leads past the header. */
async function tabTo(control: Locator): Promise<void> {
  for (let stop = 0; stop < MAX_TAB_STOPS; stop += 1) {
    const focus = await control.evaluate((it) => {
      const { activeElement: active } = document;
      if (it === active) return 'control';
      return active?.matches('[href="#main"]') && it.closest('main') ? 'skip link' : 'other';
    });
    if (focus === 'control') return;
    await control.page().keyboard.press(focus === 'skip link' ? 'Enter' : 'Tab');
  }
  throw new Error(`Tab does not reach ${control}`);
}

export const pointer: InputMethod = {
  press: (control) => control.click(),
  type: (field, text) => field.fill(text),
};

export const keyboard: InputMethod = {
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

/**
 * The variants in which the journeys of the account pages run. Each variant checks accessibility at its own width, so that both
 * together check each view at both widths.
 */
export const variants = [
  { name: '1280 px wide, by keyboard alone', viewport: wide, by: keyboard },
  { name: '360 px wide, by pointer', viewport: phone, by: pointer },
] as const;
