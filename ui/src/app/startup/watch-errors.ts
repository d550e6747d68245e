/** Reports the page's uncaught errors to the server. */
import type { ErrorKind } from '../../api/error-report';
import { shownAt } from '../route-table';

export function noteError(kind: ErrorKind, cause: unknown): void {
  const { path } = shownAt(window.location.pathname);
  import('../../api/error-report').then(
    ({ reportPageError }) => reportPageError(kind, cause, path),
    // Offline the report is lost.
    () => undefined,
  );
}

export function watchErrors(): void {
  window.addEventListener('error', ({ error }) => noteError('error', error));
  window.addEventListener('unhandledrejection', ({ reason }) => noteError('rejection', reason));
}
