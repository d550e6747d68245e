/** The element that a URL fragment refers to, if any. */
export function hashTarget(hash: string): HTMLElement | null {
  if (hash === '') return null;
  try {
    return document.getElementById(decodeURIComponent(hash.slice(1)));
  } catch {
    // A fragment that cannot be decoded names nothing.
    return null;
  }
}
