/** Starts the session and mounts the router. */
import { startTransition, StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { preloadPage } from './app/page-code';
import { printPictures } from './app/print-pictures';
import { nameFirstPlace } from './app/scroll-memory';
import { SiteRoutes } from './app/site-routes';
import { startSession } from './session/start-session';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root to mount into.');

nameFirstPlace();
printPictures();
startSession();

const site = (
  <StrictMode>
    <BrowserRouter>
      <SiteRoutes />
    </BrowserRouter>
  </StrictMode>
);

if (root.hasChildNodes()) {
  // With the page's code at hand the first render is the whole page, as it is in the HTML.
  void preloadPage(window.location.pathname)
    .catch(() => undefined)
    // As a transition: in small pieces, between which the page stays responsive.
    .then(() => startTransition(() => void hydrateRoot(root, site)));
} else {
  createRoot(root).render(site);
}
