/**
 * Reading without names and photos, for a choice without bias. Each administrator chooses it on each device. `nameOf` uses
 * it, so that rows, buttons, announcements and toasts name nobody.
 */
import { useSyncExternalStore } from 'react';
import { readChoice, type StorageKey, storeChoice } from '../../lib/browser/browser-storage';
import { createListeners } from '../../lib/listeners';
import { sessionState } from '../../session/session-state';

const ON = 'on';

/** Read once, so that a page never has some of its names. */
const chosen = new Map<string, string | null>();
const listeners = createListeners();

function keyNow(): StorageKey {
  const state = sessionState.current();
  return `educators-forum.without-names.${state.status === 'signed-in' ? state.session.user.id : ''}`;
}

export function isBlind(): boolean {
  const key = keyNow();
  if (!chosen.has(key)) chosen.set(key, readChoice(key));
  return chosen.get(key) === ON;
}

// The choice of another tab.
window.addEventListener('storage', ({ key, newValue }) => {
  if (key === null || !chosen.has(key)) return;
  chosen.set(key, newValue);
  listeners.notify();
});

function setBlind(on: boolean): void {
  const key = keyNow();
  const choice = on ? ON : 'off';
  chosen.set(key, choice);
  storeChoice(key, choice);
  listeners.notify();
}

export const useBlind = () => ({
  isBlind: useSyncExternalStore(listeners.subscribe, isBlind, isBlind),
  setBlind,
});
