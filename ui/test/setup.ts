import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeAll } from 'vitest';
import { dismissAllToasts } from '../src/components/feedback/toast-store';

// For slow machines. The limit does not delay passing tests.
configure({ asyncUtilTimeout: 8_000 });

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

  // The page loads it on the first press.
  beforeAll(async () => (await import('../src/components/feedback/toast')).loadToastCard());
  afterEach(() => {
    cleanup();
    dismissAllToasts();
    window.localStorage.clear();
    window.sessionStorage.clear();
  });
}
