/**
 * Loads the code of each screen when it is first needed. A page whose code is there renders at once;
 * any other suspends, and the router keeps the old page on screen until then.
 */
import { type ComponentType, lazy } from 'react';
import { awaitPage } from './page-wait';
import { reloadOnce } from './startup/reload-once';
import { notFoundScreen, screenAt } from './route-table';
import type { PageProps, Screen } from './screen';

type Page = ComponentType<PageProps>;

const arrived = new Map<Screen, Page>();
/** The component a screen was first rendered with: another one would remount the page. */
const rendered = new Map<Screen, Page>();
const missed = new Set<Screen>();

async function load(screen: Screen): Promise<Page> {
  const page = await screen.load();
  arrived.set(screen, page);
  return page;
}

function loadLate(screen: Screen): Page {
  return lazy(async () => {
    try {
      return { default: await awaitPage(load(screen)) };
    } catch (error) {
      missed.add(screen);
      if (reloadOnce()) return new Promise<never>(() => undefined);
      throw error;
    }
  });
}

export function pageOf(screen: Screen): Page {
  const page = rendered.get(screen) ?? arrived.get(screen) ?? loadLate(screen);
  rendered.set(screen, page);
  return page;
}

/** Lets the next visit retry code that failed to load. Not while its page is rendered: it would retry forever. */
export function forgetMissed(): void {
  for (const screen of missed) rendered.delete(screen);
  missed.clear();
}

/**
 * Preloads the code of the page at `pathname`, or of the not-found page. Rejects if it fails to load; rendering the page
 * tries again.
 */
export async function preloadPage(pathname: string): Promise<void> {
  await load(screenAt(pathname) ?? notFoundScreen);
}
