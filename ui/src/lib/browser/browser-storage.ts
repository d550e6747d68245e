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
  'scrollPositions',
  'reloadedForMissingCode',
  'educators-forum.tried',
] as const;

type Listed<Key> = Key extends `${string}.` ? `${Key}${string}` : Key;
export type StorageKey = Listed<(typeof STORAGE_KEYS)[number]>;

const PROBE: StorageKey = 'educators-forum.tried';
let works: boolean | undefined;

/** Whether stored data survives a reload. Tested once per page load. */
export function storageWorks(): boolean {
  if (works !== undefined) return works;
  try {
    localStorage.setItem(PROBE, '');
    localStorage.removeItem(PROBE);
    works = true;
  } catch {
    works = false;
  }
  return works;
}

/** Reads a choice of the user from local storage. */
export function readChoice(key: StorageKey): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Without storage the choice ends with the page. */
export function storeChoice(key: StorageKey, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch (cause) {
    console.warn('The choice could not be stored.', cause);
  }
}

/** Reads from this tab's session storage. */
export function readTab(key: StorageKey): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Writes to this tab's session storage. False if the browser refused. */
export function writeTab(key: StorageKey, value: string): boolean {
  try {
    sessionStorage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

/** Removes from this tab's session storage. */
export function removeTab(key: StorageKey): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Storage that refuses a removal cannot be read either.
  }
}
