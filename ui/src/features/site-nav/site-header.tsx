import { useEffect, useState } from 'react';
import { paths } from '../../content/site/pages';
import { LinkButton } from '../../components/controls/button';
import { headerWords } from '../../content/site/navigation';
import { MainMenu } from './main-menu';
import { MobileMenu } from './mobile/mobile-menu';
import { AccountMenu } from './account-menu';
import { UtilityBar } from './utility-bar';
import { Wordmark } from './wordmark';

/** Past this the menu bar is opaque. */
const OPAQUE_AFTER_PX = 50;

function useScrolledPast(limit: number): boolean {
  const [past, setPast] = useState(false);
  useEffect(() => {
    const look = () => setPast(window.scrollY > limit);
    look();
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, [limit]);
  return past;
}

export function SiteHeader() {
  const opaque = useScrolledPast(OPAQUE_AFTER_PX);
  return (
    // The utility bar, 2.5rem high, scrolls away; the main bar stays.
    <header data-print="hide" className="sticky top-0 z-40 nav:-top-10 noscript:static">
      <UtilityBar />
      <div
        data-opaque={opaque}
        className="@container border-b border-transparent transition-[background-color,box-shadow] data-[opaque=true]:border-sand-deep data-[opaque=true]:bg-paper data-[opaque=true]:shadow-page"
      >
        <div className="mx-auto flex min-h-16 w-full max-w-7xl items-center justify-between gap-1.5 px-5 @max-[17rem]:flex-wrap @max-[17rem]:py-1.5 sm:gap-2 sm:px-8 nav:min-h-18 all-open:grid all-open:grid-cols-[minmax(0,1fr)_auto] all-open:pt-2">
          <Wordmark />
          <MainMenu />
          <div className="flex items-center gap-1.5 @max-[17rem]:contents nav:shrink-0 wide:gap-2.5">
            <LinkButton to={paths.donate} variant="gold" size="small">
              {headerWords.donate}
            </LinkButton>
            <AccountMenu />
            <MobileMenu />
          </div>
        </div>
      </div>
    </header>
  );
}
