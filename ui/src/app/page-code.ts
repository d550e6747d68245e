/**
 * The code of the screens, each loaded when it is first wanted. A page whose code has arrived renders at once;
 * any other suspends, and the router keeps the old page on screen until then.
 */
import { type ComponentType, lazy } from 'react';
import { awaitPage } from './page-wait';
import { reloadOnce } from './reload-once';
import { notFoundScreen, screenAt } from './route-table';
import type { PageProps, Screen } from './screen';

type Page = ComponentType<PageProps>;

const arrived = new Map<Screen, Page>();
/** What a screen was first rendered as: a page that changed its component would start anew. */
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

/** Lets the next visit ask again for code that did not arrive. Not while its page is rendered: it would ask for ever. */
export function forgetMissed(): void {
  for (const screen of missed) rendered.delete(screen);
  missed.clear();
}

/**
 * A head start: loads the code of the page at `pathname`, that of the not-found page where there is none. Rejects
 * where it does not arrive; showing the page asks again.
 */
export async function preloadPage(pathname: string): Promise<void> {
  await load(screenAt(pathname) ?? notFoundScreen);
}
