/** Before every test file: what jsdom lacks, and a clean document after each test. */
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeAll } from 'vitest';
import { dismissAllToasts } from '../src/components/feedback/toast-store';

// A busy machine renders slowly; what is awaited is an event, so the limit costs nothing when it comes.
configure({ asyncUtilTimeout: 8_000 });

// The build's own scripts are tested without a document.
if (typeof window !== 'undefined') {
  // jsdom has no layout: nothing scrolls or comes into view, and no media query matches unless a test says so.
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

  // As after a first press.
  beforeAll(async () => (await import('../src/components/feedback/toast')).loadToastCard());
  afterEach(() => {
    cleanup();
    dismissAllToasts();
    window.localStorage.clear();
    window.sessionStorage.clear();
  });
}
