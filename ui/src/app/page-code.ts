/**
 * The code of the screens, each loaded when it is first wanted. A page whose code has arrived renders at once;
 * any other suspends, and the router keeps the old page on screen until then.
 */
import { type ComponentType, lazy } from 'react';
import { notFoundScreen, screenAt } from './route-table';
import type { PageProps, Screen } from './screen';

type Page = ComponentType<PageProps>;

const arrived = new Map<Screen, Page>();
/** What a screen was first rendered as: a page that changed its component would start anew. */
const rendered = new Map<Screen, Page>();

async function load(screen: Screen): Promise<Page> {
  const page = await screen.load();
  arrived.set(screen, page);
  return page;
}

function loadLate(screen: Screen): Page {
  return lazy(async () => {
    try {
      return { default: await load(screen) };
    } catch (error) {
      // The next visit tries again.
      rendered.delete(screen);
      throw error;
    }
  });
}

export function pageOf(screen: Screen): Page {
  const page = rendered.get(screen) ?? arrived.get(screen) ?? loadLate(screen);
  rendered.set(screen, page);
  return page;
}

/** Loads the code of the page at `pathname`, that of the not-found page where there is none. */
export async function preloadPage(pathname: string): Promise<void> {
  await load(screenAt(pathname) ?? notFoundScreen);
}
