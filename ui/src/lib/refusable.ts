/**
 * What a browser may have and still refuse, such as Firefox with all cookies blocked: having it says nothing, so it is tried.
 * Each is null or false where it is refused or missing.
 */

/** To the other tabs of this browser. */
export function openChannel(name: string): BroadcastChannel | null {
  try {
    return new BroadcastChannel(name);
  } catch {
    return null;
  }
}

const TRIED = 'educators-forum.tried';
let stores: boolean | undefined;

/** Whether anything that is stored is there after a reload. Tried once a page load. */
export function storesHere(): boolean {
  if (stores !== undefined) return stores;
  try {
    localStorage.setItem(TRIED, '');
    localStorage.removeItem(TRIED);
    stores = true;
  } catch {
    stores = false;
  }
  return stores;
}
