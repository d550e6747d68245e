import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, test, vi } from 'vitest';
import { serve, serveApi } from '../../../test/api/mock-api';
import { ErrorBoundary } from '../layout/error-boundary';
import { watchErrors } from './watch-errors';

serveApi();
watchErrors();

let sent: unknown[] = [];
beforeEach(() => {
  // The module that counts the errors of a page load starts again.
  vi.resetModules();
  sent = serve('post /api/errors');
});

const site = window.location.origin;
/** An error with a stack in Chrome's format, thrown at `at`. */
function failure(at: string, name = 'TypeError'): Error {
  const error = new Error(`Cannot read the letter of ada@example.com`);
  error.name = name;
  error.stack = `${name}: ${error.message}\n    at read (${at})\n    at ${site}/assets/site-1a.js:1:99`;
  return error;
}
/** Reports a final error and waits for it. All earlier errors have been reported by then. */
async function last(at: string) {
  window.dispatchEvent(new ErrorEvent('error', { error: failure(at, 'LastError') }));
  await vi.waitFor(() => expect(JSON.stringify(sent)).toContain('LastError'));
}

test('an exception is reported with its name, route and positions, and without user input', async () => {
  window.history.replaceState(null, '', '/auth/reset?email=ada@example.com#token=secret');
  const error = failure(`${site}/assets/site-1a.js:1:2`);
  window.dispatchEvent(new ErrorEvent('error', { error }));
  window.dispatchEvent(new ErrorEvent('error', { error }));
  await last(`${site}/assets/site-1a.js:1:3`);
  expect(sent[0]).toEqual({
    kind: 'error',
    name: 'TypeError',
    route: '/auth/reset',
    frames: ['/assets/site-1a.js:1:2', '/assets/site-1a.js:1:99'],
  });
  expect(sent).toHaveLength(2);
});

test('errors of extensions and other sites are not reported', async () => {
  for (const at of ['chrome-extension://abc/x.js:1:2', 'https://other.example/x.js:1:2']) {
    window.dispatchEvent(new ErrorEvent('error', { error: failure(at) }));
  }
  window.dispatchEvent(new ErrorEvent('error', { message: 'Script error.' }));
  await last(`${site}/assets/site-1a.js:1:4`);
  expect(sent).toHaveLength(1);
});

test('a failure to render is reported', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const error = failure(`${site}/assets/about-2b.js:3:4`);
  function Broken(): never {
    throw error;
  }
  render(
    <MemoryRouter>
      <ErrorBoundary resetKey="about">
        <Broken />
      </ErrorBoundary>
    </MemoryRouter>,
  );
  expect(screen.getByRole('heading', { level: 1 })).toBeTruthy();
  await vi.waitFor(() => expect(sent).toMatchObject([{ kind: 'render', name: 'TypeError' }]));
});

test('an unhandled rejection is reported, and at most five errors per page load', async () => {
  for (const row of [5, 6, 7, 8, 9, 10, 11]) {
    const reason = failure(`${site}/assets/site-1a.js:${row}:1`);
    const happened = Object.assign(new Event('unhandledrejection'), { reason });
    window.dispatchEvent(happened);
  }
  await vi.waitFor(() => expect(sent).toHaveLength(5));
  await new Promise((resolve) => setTimeout(resolve));
  expect(sent).toHaveLength(5);
  expect(sent[0]).toMatchObject({ kind: 'rejection' });
});
