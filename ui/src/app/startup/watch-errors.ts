/** Errors of the page that nothing else sees are told to the server. */
import type { ErrorKind } from '../../api/error-report';
import { notFoundScreen, screenAt } from '../route-table';

export function noteError(kind: ErrorKind, cause: unknown): void {
  const { path } = screenAt(window.location.pathname) ?? notFoundScreen;
  import('../../api/error-report').then(
    ({ reportPageError }) => reportPageError(kind, cause, path),
    // Without a line nothing can be told.
    () => undefined,
  );
}

export function watchErrors(): void {
  window.addEventListener('error', ({ error }) => noteError('error', error));
  window.addEventListener('unhandledrejection', ({ reason }) => noteError('rejection', reason));
}
