/** Preloads a page's code when a link to it is hovered or focused. */
import { useEffect } from 'react';
import { preloadPage } from './page-code';
import { screenAt } from './route-table';

function prefetch(event: Event): void {
  if (!(event.target instanceof Element)) return;
  const link = event.target.closest<HTMLAnchorElement>('a[href]');
  if (!link || link.origin !== window.location.origin || !screenAt(link.pathname)) return;
  // Following the link loads the code again and reports the failure.
  preloadPage(link.pathname).catch(() => undefined);
}

export function usePrefetch(): void {
  useEffect(() => {
    document.addEventListener('pointerover', prefetch, { passive: true });
    document.addEventListener('focusin', prefetch);
    return () => {
      document.removeEventListener('pointerover', prefetch);
      document.removeEventListener('focusin', prefetch);
    };
  }, []);
}
