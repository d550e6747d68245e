/**
 * Reports errors of the page to the server, which logs and counts them. Nothing that a person wrote is sent: no message of
 * an error, no address, only the kind of page and the places in our own scripts. Loaded with the first error.
 */
import { OpenAPI } from './generated/core/OpenAPI';

/** An exception that nothing caught, a rejection that nothing handled, a part of the page that could not be shown. */
export type ErrorKind = 'error' | 'rejection' | 'render';

const MOST_REPORTS = 5;
const MOST_FRAMES = 5;
const LONGEST_FRAME = 200;
/** How each engine writes the place of a call. */
const PLACE = /([a-z-]+:\/\/[^\s()@]+?):(\d+):(\d+)\)?$/;

const reported = new Set<string>();

/** The places in our own scripts, the innermost call first; none where the innermost is another's, such as an extension's. */
function framesOf({ stack = '' }: Error): string[] {
  const places = stack.split('\n').flatMap((line) => {
    const [, url, row, column] = PLACE.exec(line.trim()) ?? [];
    return url === undefined ? [] : [{ url, at: `:${row}:${column}` }];
  });
  const own = (url: string) => url.startsWith(`${window.location.origin}/`) && url.endsWith('.js');
  if (places[0] !== undefined && !own(places[0].url)) return [];
  return places
    .filter(({ url }) => own(url))
    .map(({ url, at }) => new URL(url).pathname + at)
    .filter((frame) => frame.length <= LONGEST_FRAME)
    .slice(0, MOST_FRAMES);
}

/** `route` is the pattern of the page's address. Each error is reported once a page load, and never fails itself. */
export function reportPageError(kind: ErrorKind, cause: unknown, route: string): void {
  // A failed call that nothing waited for is no fault of the page.
  if (!(cause instanceof Error) || cause.name === 'ApiProblem' || cause.name === 'CancelError')
    return;
  const frames = framesOf(cause);
  const name = /^\w{1,100}$/.test(cause.name) ? cause.name : Error.name;
  const key = [name, ...frames].join(' ');
  if (frames.length === 0 || reported.has(key) || reported.size >= MOST_REPORTS) return;
  reported.add(key);
  fetch(`${OpenAPI.BASE}/errors`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ kind, name, route, frames }),
    keepalive: true,
  }).catch(() => undefined);
}
