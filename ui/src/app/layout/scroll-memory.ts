/** Scroll positions in pixels by history entry, kept in session storage so that they survive a reload. */
const STORED = 'scrollPositions';

export interface ScrollMemory {
  get(key: string): number | undefined;
  set(key: string, y: number): void;
  save(): void;
}

function read(): Map<string, number> {
  try {
    return new Map(JSON.parse(window.sessionStorage.getItem(STORED) ?? '[]') as [string, number][]);
  } catch {
    return new Map();
  }
}

export function createScrollMemory(): ScrollMemory {
  const positions = read();
  return {
    get: (key) => positions.get(key),
    set: (key, y) => void positions.set(key, y),
    save() {
      try {
        window.sessionStorage.setItem(STORED, JSON.stringify([...positions]));
      } catch {
        // Without storage, positions from before a reload are lost.
      }
    },
  };
}

/**
 * Gives the current history entry a key of its own. The router does so only for entries it creates and calls all others
 * 'default': without this the first entries of all documents of a tab would share one position.
 */
export function nameFirstPlace(): void {
  const state = (window.history.state ?? {}) as { key?: string };
  if (state.key !== undefined) return;
  const key = Math.random().toString(36).slice(2, 10);
  window.history.replaceState({ ...state, key }, '');
}
