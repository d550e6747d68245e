/**
 * Loads the code of each page when it is first needed, or earlier when the user is about to follow a link. A page whose
 * code has loaded renders immediately. Any other page suspends, and the router keeps the old page on screen until the
 * code has loaded.
 */
import { type ComponentType, lazy, useEffect, useSyncExternalStore } from 'react';
import { createListeners } from '../lib/listeners';
import { type PageProps, type Screen, screenAt, shownAt } from './route-table';
import { loadOrReload } from './startup/reload-once';

type Page = ComponentType<PageProps>;

const loaded = new Map<Screen, Page>();
/** The component that a screen first rendered with. Another one would remount the page. */
const rendered = new Map<Screen, Page>();
const failed = new Set<Screen>();

let pending = 0;
const pendingListeners = createListeners();

function countPending(change: 1 | -1): void {
  // Called while React renders, when state must not change.
  queueMicrotask(() => {
    pending += change;
    pendingListeners.notify();
  });
}

async function load(screen: Screen): Promise<Page> {
  const page = await screen.load();
  loaded.set(screen, page);
  return page;
}

function lazyPage(screen: Screen): Page {
  return lazy(async () => {
    countPending(1);
    try {
      return { default: await loadOrReload(() => load(screen)) };
    } catch (error) {
      failed.add(screen);
      throw error;
    } finally {
      countPending(-1);
    }
  });
}

export function pageOf(screen: Screen): Page {
  const page = rendered.get(screen) ?? loaded.get(screen) ?? lazyPage(screen);
  rendered.set(screen, page);
  return page;
}

/** Whether the code of the page is missing because there is no connection. */
export const isPageOffline = (): boolean => failed.size > 0 && !window.navigator.onLine;

/**
 * Lets the next visit retry code that failed to load. Must not run while the page is rendered, which would retry
 * forever.
 */
export function forgetFailedPages(): void {
  for (const screen of failed) rendered.delete(screen);
  failed.clear();
}

/** Loads the page at `pathname`, or the not-found page. Rejects if that fails; rendering the page tries again. */
export async function preloadPage(pathname: string): Promise<void> {
  await load(shownAt(pathname));
}

function prefetch(event: Event): void {
  if (!(event.target instanceof Element)) return;
  const link = event.target.closest<HTMLAnchorElement>('a[href]');
  if (!link || link.origin !== window.location.origin || !screenAt(link.pathname)) return;
  // Following the link loads the code again and reports the failure.
  preloadPage(link.pathname).catch(() => undefined);
}

/** Preloads a page when a link to it is hovered or focused. */
export function usePrefetch(): void {
  useEffect(() => {
    const unmount = new AbortController();
    const { signal } = unmount;
    document.addEventListener('pointerover', prefetch, { passive: true, signal });
    document.addEventListener('focusin', prefetch, { signal });
    return () => unmount.abort();
  }, []);
}

/** True while the router shows the old page until the code of the next one has loaded. */
export function useIsPagePending(): boolean {
  return useSyncExternalStore(
    pendingListeners.subscribe,
    () => pending > 0,
    () => false,
  );
}
