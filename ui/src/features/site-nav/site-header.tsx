/** The header of every screen: utility bar, main bar, Donate, account, mobile menu. */
import { paths } from '../../content/site/pages';
import { LinkButton } from '../../components/button';
import { headerWords } from '../../content/site/navigation';
import { MainMenu } from './main-menu';
import { MobileMenu } from './mobile-menu';
import { AccountCorner } from './account-corner';
import { OPAQUE_AFTER_PX, useScrolledPast } from './use-media';
import { UtilityBar } from './utility-bar';
import { Wordmark } from './wordmark';

export function SiteHeader() {
  const opaque = useScrolledPast(OPAQUE_AFTER_PX);
  return (
    // The utility bar, 2.5rem high, scrolls away; the main bar stays.
    <header data-print="hide" className="sticky top-0 z-40 nav:-top-10">
      <UtilityBar />
      <div
        data-opaque={opaque}
        className="@container border-b border-transparent transition-[background-color,box-shadow] data-[opaque=true]:border-sand-deep data-[opaque=true]:bg-paper data-[opaque=true]:shadow-page"
      >
        <div className="mx-auto flex min-h-16 w-full max-w-7xl items-center justify-between gap-1.5 px-5 @max-[17rem]:flex-wrap @max-[17rem]:py-1.5 sm:gap-2 sm:px-8 nav:min-h-18">
          <Wordmark />
          <MainMenu />
          <div className="flex items-center gap-1.5 @max-[17rem]:contents nav:shrink-0 wide:gap-2.5">
            <LinkButton to={paths.donate} variant="gold" size="small">
              {headerWords.donate}
            </LinkButton>
            <AccountCorner />
            <MobileMenu />
          </div>
        </div>
      </div>
    </header>
  );
}
