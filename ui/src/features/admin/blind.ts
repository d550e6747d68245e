/**
 * Reading without names and photos, for a choice without bias. Each administrator chooses it on each device. `nameOf` uses
 * it, so that rows, buttons, announcements and toasts name nobody.
 */
import { useSyncExternalStore } from 'react';
import { readChoice, type StorageKey, storeChoice } from '../../lib/browser/browser-storage';
import { createListeners } from '../../lib/listeners';
import { sessionState } from '../../session/session-state';

const ON = 'on';

/** The choice of this page, if the browser does not store it. */
const chosen = new Map<StorageKey, string>();
const listeners = createListeners();

function keyNow(): StorageKey {
  const state = sessionState.current();
  return `educators-forum.without-names.${state.status === 'signed-in' ? state.session.user.id : ''}`;
}

export function isBlind(): boolean {
  const key = keyNow();
  return (chosen.get(key) ?? readChoice(key)) === ON;
}

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
