import { cleanup, configure } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createRoot } from 'react-dom/client';
import { afterAll, afterEach, beforeAll, vi } from 'vitest';

// For slow machines. The limit does not delay passing tests.
configure({ asyncUtilTimeout: 8_000 });

// One worker runs many files (vite.config.ts). Each file evaluates the modules of src again.
vi.resetModules();

/** Ends what the modules of a file started: listeners of the window and the document, and channels. */
function endLater(): () => void {
  const ends: (() => void)[] = [];
  for (const target of [window, document] as EventTarget[]) {
    const own = Object.getOwnPropertyDescriptor(target, 'addEventListener');
    const add = target.addEventListener.bind(target);
    target.addEventListener = (...given: Parameters<typeof add>) => {
      add(...given);
      ends.push(() => target.removeEventListener(...given));
    };
    ends.push(() => {
      if (own) Object.defineProperty(target, 'addEventListener', own);
      else Reflect.deleteProperty(target, 'addEventListener');
    });
  }
  const Channel = globalThis.BroadcastChannel;
  globalThis.BroadcastChannel = class extends Channel {
    constructor(name: string) {
      super(name);
      ends.push(() => this.close());
    }
  };
  ends.push(() => (globalThis.BroadcastChannel = Channel));
  return () => ends.forEach((end) => end());
}

// The tests of the build scripts have no document.
if (typeof window !== 'undefined') {
  // jsdom has no layout.
  window.scrollTo = () => undefined;
  Element.prototype.scrollIntoView = () => undefined;
  window.matchMedia = (query) =>
    Object.assign(new EventTarget(), {
      matches: false,
      media: query,
      onchange: null,
      addListener: () => undefined,
      removeListener: () => undefined,
    });
  window.IntersectionObserver = class implements IntersectionObserver {
    readonly root = null;
    readonly rootMargin = '';
    readonly scrollMargin = '';
    readonly thresholds = [];
    observe = () => undefined;
    unobserve = () => undefined;
    disconnect = () => undefined;
    takeRecords = () => [];
  };

  window.reportError = (error: unknown) => {
    window.dispatchEvent(new ErrorEvent('error', { error, cancelable: true }));
  };

  // These libraries add listeners to the document once, for all files.
  userEvent.setup();
  createRoot(document.createElement('div'));
  const end = endLater();
  const { dismissAllToasts } = await import('../src/components/feedback/toast-store');
  // The page loads it on the first press.
  beforeAll(async () => (await import('../src/components/feedback/toast')).loadToastCard());
  afterEach(() => {
    cleanup();
    dismissAllToasts();
    window.localStorage.clear();
    window.sessionStorage.clear();
  });
  afterAll(async () => {
    // A module that is still loading would use modules of this file in the next one.
    await vi.dynamicImportSettled();
    end();
    vi.unstubAllGlobals();
    vi.useRealTimers();
    for (const part of [document.documentElement, document.body])
      for (const name of part.getAttributeNames()) part.removeAttribute(name);
    document.head.replaceChildren();
    document.body.replaceChildren();
    window.history.replaceState(null, '', '/');
  });
}
