/**
 * Shortcuts of one letter. A user can switch them off, because speech input and a slip of the hand press letters too (WCAG
 * 2.1.4).
 */
import { useSyncExternalStore } from 'react';
import { readChoice, type StorageKey, storeChoice } from '../browser/browser-storage';
import { createListeners } from '../listeners';

const KEY: StorageKey = 'educators-forum.letter-keys';
const OFF = 'off';

/** The choice of this page, if the browser does not store it. */
let chosen: string | null = null;
const listeners = createListeners();

const areOn = (): boolean => (chosen ?? readChoice(KEY)) !== OFF;

function switchKeys(on: boolean): void {
  chosen = on ? 'on' : OFF;
  storeChoice(KEY, chosen);
  listeners.notify();
}

export function useLetterKeys() {
  return { areOn: useSyncExternalStore(listeners.subscribe, areOn, areOn), switchKeys };
}

/** Whether keys type into it. */
export const takesText = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest(
    'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]',
  ) !== null;

/** The upper-case Latin letter on the pressed key, also with a layout without Latin letters; otherwise the key's name. */
export function letterOf({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string {
  if (/^[a-z]$/iu.test(key)) return key.toUpperCase();
  const [, letter] = /^Key([A-Z])$/u.exec(code) ?? [];
  return key.length === 1 && letter !== undefined ? letter : key;
}
