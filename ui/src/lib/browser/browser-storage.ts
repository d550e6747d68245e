/** Browser storage. The browser can refuse access, as Firefox does with all cookies blocked. No function throws. */

const PROBE = 'educators-forum.tried';
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

/** Reads from this tab's session storage. */
export function readTab(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Writes to this tab's session storage. False if the browser refused. */
export function writeTab(key: string, value: string): boolean {
  try {
    sessionStorage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

/** Removes from this tab's session storage. */
export function removeTab(key: string): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Storage that refuses a removal cannot be read either.
  }
}
