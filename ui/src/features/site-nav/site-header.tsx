import { Mail } from 'lucide-react';
import { useEffect, useState } from 'react';
import { paths } from '../../content/site/pages';
import { LinkButton } from '../../components/controls/button';
import { headerWords, utilityLinks } from '../../content/site/navigation';
import { organisation } from '../../content/site/organisation';
import { LinkItems } from './current-link';
import { MainMenu } from './main-menu';
import { MobileMenu } from './mobile/mobile-menu';
import { AccountMenu } from './account-menu';
import { Wordmark } from './wordmark';

const OPAQUE_AFTER_PX = 50;

function useScrolledPast(limit: number): boolean {
  const [past, setPast] = useState(false);
  useEffect(() => {
    const update = () => setPast(window.scrollY > limit);
    update();
    window.addEventListener('scroll', update, { passive: true });
    return () => window.removeEventListener('scroll', update);
  }, [limit]);
  return past;
}

export function SiteHeader() {
  const opaque = useScrolledPast(OPAQUE_AFTER_PX);
  return (
    // The utility bar, 2.5rem high, scrolls away, and the main bar stays.
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

const utilityLink =
  'inline-flex min-h-8 items-center gap-1.5 px-1 hover:underline underline-offset-4 aria-[current=page]:underline';

function UtilityBar() {
  return (
    <div className="ink-band hidden text-[0.9rem] nav:block">
      <nav
        aria-label={headerWords.utilityNav}
        className="mx-auto flex h-10 w-full max-w-7xl items-center justify-end px-8"
      >
        <ul className="-mr-1 flex items-center gap-5">
          <LinkItems links={utilityLinks} className={utilityLink} />
          <li>
            <a href={`mailto:${organisation.email}`} className={utilityLink}>
              <Mail aria-hidden="true" className="size-4" />
              {organisation.email}
            </a>
          </li>
        </ul>
      </nav>
    </div>
  );
}
