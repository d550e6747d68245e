/**
 * The layout of every screen: skip link, header, main, footer, toasts. When the path changes, it focuses the h1 of the new
 * screen, or the heading of the fragment, and announces the screen's title. The first load and a change to only the query do not move the focus.
 */
import { type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { Toaster } from '../../components/feedback/toast';
import { organisation } from '../../content/site/organisation';
import { layoutWords } from '../../content/site/screens';
import { NextStep } from '../../features/next-step/next-step';
import { SiteFooter } from '../../features/site-nav/site-footer';
import { SiteHeader } from '../../features/site-nav/site-header';
import { ErrorBoundary } from './error-boundary';
import { hashTarget } from '../../lib/browser/hash-target';
import { useIsPagePending, usePrefetch } from '../page-code';
import { screenAt, shownAt } from '../route-table';
import { useMissedNavigation } from '../startup/early-interaction';
import { siteOrigin } from '../../lib/browser/site-origin';
import { useScrollRestoration } from './scroll-restoration';

function useAnnouncement(main: RefObject<HTMLElement | null>): string {
  const { pathname, hash } = useLocation();
  const screen = shownAt(pathname);
  const title = screen.titleAt?.[hash] ?? screen.title;
  const arrivedAt = useRef(pathname);
  const [announcement, setAnnouncement] = useState('');

  useEffect(() => {
    if (arrivedAt.current === pathname) return;
    arrivedAt.current = pathname;
    setAnnouncement(title);
    const element = main.current;
    if (!element) return;
    // The page may have set the focus itself.
    const { activeElement } = document;
    if (activeElement !== element && element.contains(activeElement)) return;
    const part = hashTarget(hash);
    const heading = part instanceof HTMLHeadingElement ? part : element.querySelector('h1');
    // Without a tabindex, a heading cannot be focused.
    heading?.setAttribute('tabindex', '-1');
    (heading ?? element).focus({ preventScroll: true });
  }, [pathname, hash, title, main]);

  return announcement;
}

function PrintLine() {
  const { pathname } = useLocation();
  const screen = screenAt(pathname);
  // The not-found page is a single file for every URL.
  if (!screen) return null;
  return (
    <p className="hidden pb-6 text-sm print:block">
      {organisation.name} · {siteOrigin()}
      {screen.path}
    </p>
  );
}

export function RootLayout() {
  const main = useRef<HTMLElement>(null);
  const announcement = useAnnouncement(main);
  const { key, pathname } = useLocation();
  usePrefetch();
  useMissedNavigation();
  useScrollRestoration();
  // The end-to-end tests wait for it.
  useEffect(() => {
    document.documentElement.dataset['hydrated'] = '';
  }, []);

  return (
    <>
      <a
        href="#main"
        data-print="hide"
        onClick={(event) => {
          event.preventDefault();
          main.current?.focus();
        }}
        className="fixed top-2 left-2 z-[70] -translate-y-20 rounded-md bg-ink px-4 py-2 font-semibold text-white focus:translate-y-0"
      >
        {layoutWords.skipLink}
      </a>
      <LoadingBar />
      <SiteHeader />
      <main ref={main} id="main" tabIndex={-1} className="flex flex-col">
        <PrintLine />
        <ErrorBoundary resetKey={key}>
          <Suspense>
            <Outlet />
          </Suspense>
        </ErrorBoundary>
      </main>
      <SiteFooter nextStep={<NextStep inFooter screen={shownAt(pathname).path} />} />
      <Toaster />
      <p className="sr-only" aria-live="polite">
        {announcement}
      </p>
    </>
  );
}

/** Appears while a page loads, after a short delay (styles/base.css, `.loading-bar`). */
function LoadingBar() {
  const isPending = useIsPagePending();
  return (
    <div role="status" data-print="hide">
      {isPending && (
        <div className="loading-bar fixed inset-x-0 top-0 z-[60] h-1 bg-clay">
          <span className="sr-only">{layoutWords.loading}</span>
        </div>
      )}
    </div>
  );
}
