/** Before every test file: what jsdom lacks, and a clean document after each test. */
import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';
import { dismissAllToasts } from '../src/components/toast-store';

// The build's own scripts are tested without a document.
if (typeof window !== 'undefined') {
  // jsdom has no layout: nothing scrolls, and no media query matches unless a test says so.
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

  afterEach(() => {
    cleanup();
    dismissAllToasts();
    window.localStorage.clear();
    window.sessionStorage.clear();
  });
}
