/** Browser storage. The browser can refuse access, as Firefox does with all cookies blocked. No function throws. */

/**
 * Every key that the site stores. The cookie policy explains each to visitors, and its test compares the two lists. A key
 * that ends with a dot is the prefix of several.
 */
export const STORAGE_KEYS = [
  'educators-forum.session',
  'educators-forum.waiting.',
  'educators-forum.sign-up',
  'educators-forum.provider-flow',
  'membershipPromptDismissed',
  'educators-forum.letter-keys',
  'educators-forum.features-off',
  'educators-forum.without-names.',
  'educators-forum.rows.',
  'scrollPositions',
  'reloadedForMissingCode',
  'educators-forum.tried',
] as const;

type Listed<Key> = Key extends `${string}.` ? `${Key}${string}` : Key;
export type StorageKey = Listed<(typeof STORAGE_KEYS)[number]>;

/** What `act` returns; null if the browser refuses. */
function attempt<T>(act: () => T): T | null {
  try {
    return act();
  } catch {
    return null;
  }
}

const PROBE: StorageKey = 'educators-forum.tried';
let works: boolean | undefined;

/** Whether stored data survives a reload. Tested once per page load. */
export function storageWorks(): boolean {
  const probe = () => {
    localStorage.setItem(PROBE, '');
    localStorage.removeItem(PROBE);
  };
  works ??= attempt(probe) !== null;
  return works;
}

/** Reads a choice of the user from local storage. */
export const readChoice = (key: StorageKey) => attempt(() => localStorage.getItem(key));

/** Without storage the choice ends with the page. */
export function storeChoice(key: StorageKey, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch (cause) {
    console.warn('The choice could not be stored.', cause);
  }
}

export const readTab = (key: StorageKey) => attempt(() => sessionStorage.getItem(key));

/** Writes to this tab's session storage. False if the browser refused. */
export const writeTab = (key: StorageKey, value: string): boolean =>
  attempt(() => sessionStorage.setItem(key, value)) !== null;

/** Removes from this tab's session storage. Storage that refuses a removal cannot be read either. */
export function removeTab(key: StorageKey): void {
  attempt(() => sessionStorage.removeItem(key));
}
