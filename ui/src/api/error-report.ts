/**
 * Reports page errors to the server, which logs and counts them. To exclude user input, a report contains the route and
 * positions in the site's scripts, but neither the error message nor the URL. The module is loaded on the first error.
 */
import { OpenAPI } from './generated/core/OpenAPI';

/** An uncaught exception, an unhandled rejection, or a failure to render. */
export type ErrorKind = 'error' | 'rejection' | 'render';

const MAX_REPORTS = 5;
const MAX_FRAMES = 5;
const MAX_FRAME_LENGTH = 200;
/** The position of a call in a stack trace, in every engine's format. */
const POSITION = /([a-z-]+:\/\/[^\s()@]+?):(\d+):(\d+)\)?$/;

const reported = new Set<string>();

/**
 * Positions in the site's scripts, innermost call first. Empty if the innermost call is in another script, such as an
 * extension's.
 */
function framesOf({ stack = '' }: Error): string[] {
  const calls = stack.split('\n').flatMap((line) => {
    const [, url, row, column] = POSITION.exec(line.trim()) ?? [];
    return url === undefined ? [] : [{ url, at: `:${row}:${column}` }];
  });
  const own = (url: string) => url.startsWith(`${window.location.origin}/`) && url.endsWith('.js');
  if (calls[0] !== undefined && !own(calls[0].url)) return [];
  return calls
    .filter(({ url }) => own(url))
    .map(({ url, at }) => new URL(url).pathname + at)
    .filter((frame) => frame.length <= MAX_FRAME_LENGTH)
    .slice(0, MAX_FRAMES);
}

/** `route` is the page's path pattern. Each error is reported once per page load. A failed report is ignored. */
export function reportPageError(kind: ErrorKind, cause: unknown, route: string): void {
  // A failed call is not a bug in the page.
  if (!(cause instanceof Error) || cause.name === 'ApiProblem' || cause.name === 'CancelError')
    return;
  const frames = framesOf(cause);
  const name = /^\w{1,100}$/.test(cause.name) ? cause.name : Error.name;
  const key = [name, ...frames].join(' ');
  if (frames.length === 0 || reported.has(key) || reported.size >= MAX_REPORTS) return;
  reported.add(key);
  fetch(`${OpenAPI.BASE}/errors`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ kind, name, route, frames }),
    keepalive: true,
  }).catch(() => undefined);
}
