/**
 * Starts the session and mounts the router. The build preloads each page's code in its head, with a lower priority than
 * the fonts and pictures above the fold (scripts/prerender/page-html.ts).
 */
import './styles/index.css';
import { startTransition, StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { noteEarlyInput, noteMissedNavigation } from './app/startup/early-interaction';
import { prepareForPrint } from './app/startup/before-print';
import { preloadPage } from './app/page-code';
import { shownAt } from './app/route-table';
import { loadOrReload } from './app/startup/reload-once';
import { nameFirstEntry } from './app/layout/scroll-restoration';
import { SiteRoutes } from './app/site-routes';
import { watchErrors } from './app/startup/watch-errors';
import { leaveFreshDocument } from './lib/browser/hash-target';
import { tolerateTranslators } from './app/startup/translated-page';
import { startSession } from './session/start-session';

const rootElement = document.getElementById('root');
if (!rootElement) throw new Error('The page has no #root to mount into.');

watchErrors();
// Only browsers on plain http need it, and nothing does before the user acts.
if (!('randomUUID' in crypto))
  void import('./app/startup/plain-http').then(({ provideRandomUuid }) => provideRandomUuid());
tolerateTranslators();
// For public/not-started.js.
document.documentElement.dataset['started'] = '';
nameFirstEntry();
noteMissedNavigation();
prepareForPrint();
startSession(loadOrReload);

const site = (
  <StrictMode>
    <BrowserRouter>
      <SiteRoutes />
    </BrowserRouter>
  </StrictMode>
);

if (rootElement.hasChildNodes()) void hydrate(rootElement);
else createRoot(rootElement).render(site);

/** Loads the page's code first, so that the first render matches the whole page in the HTML. */
async function hydrate(root: HTMLElement): Promise<void> {
  // If loading fails, rendering the page tries again and shows the failure.
  await preloadPage(window.location.pathname).catch(() => undefined);
  const isSamePage = root.dataset['page'] === shownAt(window.location.pathname).path;
  delete root.dataset['page'];
  if (isSamePage) {
    noteEarlyInput(root);
    // In a transition React hydrates in small pieces, and the page stays responsive. Extensions and translators change
    // pages. React then renders the page again, and the error is not reported to the server.
    const onRecoverableError = (error: unknown) => console.error(error);
    startTransition(() => void hydrateRoot(root, site, { onRecoverableError }));
    return;
  }
  // After Back, the URL may belong to a different page than the HTML.
  leaveFreshDocument();
  root.replaceChildren();
  createRoot(root).render(site);
}
