/** The functions that a store outside React calls at each change. */
export function createListeners<Args extends unknown[] = []>() {
  const listeners = new Set<(...args: Args) => void>();
  return {
    notify: (...args: Args) => listeners.forEach((listener) => listener(...args)),
    /** Returns a function that removes the listener. */
    subscribe: (listener: (...args: Args) => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
