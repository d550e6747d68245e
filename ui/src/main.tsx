/**
 * Starts the session and mounts the router. The build has each page name its code in the head, with low priority: fonts
 * and pictures of the first view go before it (scripts/prerender/page-html.ts).
 */
import './styles/index.css';
import { startTransition, StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { noteEarlyInput } from './app/early-input';
import { noteMissedNavigation } from './app/missed-navigation';
import { prepareForPrint } from './app/before-print';
import { preloadPage } from './app/page-code';
import { notFoundScreen, screenAt } from './app/route-table';
import { reloadOnce } from './app/reload-once';
import { nameFirstPlace } from './app/scroll-memory';
import { SiteRoutes } from './app/site-routes';
import { watchErrors } from './app/watch-errors';
import { leaveFreshDocument } from './lib/fresh-document';
import { bearTranslators } from './lib/translated-page';
import { startSession } from './session/start-session';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root to mount into.');

watchErrors();
bearTranslators();
// For public/not-started.js.
document.documentElement.dataset['started'] = '';
nameFirstPlace();
noteMissedNavigation();
prepareForPrint();
startSession(reloadOnce);

const site = (
  <StrictMode>
    <BrowserRouter>
      <SiteRoutes />
    </BrowserRouter>
  </StrictMode>
);

if (root.hasChildNodes()) void bringToLife(root);
else createRoot(root).render(site);

/** With the page's code at hand the first render is the whole page, as it is in the HTML. */
async function bringToLife(place: HTMLElement): Promise<void> {
  // Where it does not arrive, showing the page asks again and says so.
  await preloadPage(window.location.pathname).catch(() => undefined);
  const screen = screenAt(window.location.pathname) ?? notFoundScreen;
  const isOfThisPage = place.dataset['page'] === screen.path;
  delete place.dataset['page'];
  if (isOfThisPage) {
    noteEarlyInput(place);
    // As a transition: in small pieces, between which the page stays responsive.
    // A page that an extension or a translator has changed before is rendered anew: no error to report.
    const onRecoverableError = (error: unknown) => console.error(error);
    startTransition(() => void hydrateRoot(place, site, { onRecoverableError }));
    return;
  }
  // Back has been pressed meanwhile: the address is that of another page than the HTML.
  leaveFreshDocument();
  place.replaceChildren();
  createRoot(place).render(site);
}
