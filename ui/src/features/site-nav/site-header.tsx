import { ChevronDown, Mail } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { paths } from '../../content/site/pages';
import { LinkButton } from '../../components/controls/button';
import { headerWords, mainMenu, utilityLinks } from '../../content/site/navigation';
import { organisation } from '../../content/site/organisation';
import { CurrentLink, LinkItems, Wordmark } from './menu-parts';
import { MobileMenu } from './mobile-menu';
import { AccountMenu } from './account-menu';
import { useDisclosure } from '../../lib/hooks/use-disclosure';

const OPAQUE_AFTER_PX = 50;

export function SiteHeader() {
  const [opaque, setOpaque] = useState(false);
  useEffect(() => {
    const update = () => setOpaque(window.scrollY > OPAQUE_AFTER_PX);
    update();
    window.addEventListener('scroll', update, { passive: true });
    return () => window.removeEventListener('scroll', update);
  }, []);
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

/**
 * The items in the main bar. Each is a link with a button that opens the submenu. Hovering also opens it. An item is
 * underlined on all pages of its section.
 */
function MainMenu() {
  return (
    <nav
      aria-label={headerWords.mainNav}
      className="hidden min-w-0 nav:block all-open:order-1 all-open:col-span-full all-open:block all-open:pb-4"
    >
      <ul className="flex items-center wide:gap-1 all-open:grid all-open:grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] all-open:items-start all-open:gap-x-4 all-open:gap-y-2">
        {mainMenu.map((item) => (
          <MainMenuItem key={item.page} item={item} />
        ))}
      </ul>
    </nav>
  );
}

function MainMenuItem({ item }: { item: (typeof mainMenu)[number] }) {
  const { open, button, toggle, close, container, hover } = useDisclosure();
  const panelId = useId();
  return (
    <li
      className="menu-item group/item relative flex items-center all-open:block"
      {...container}
      {...hover}
    >
      <CurrentLink
        to={paths[item.page]}
        onClick={close}
        // Forced colours would show a transparent line.
        className="inline-flex min-h-11 items-center border-b-2 border-transparent py-2 ml-1 text-sm leading-tight wide:ml-2 wide:text-[0.98rem] font-medium hover:border-gold group-has-aria-[current=page]/item:border-clay forced-colors:border-[Canvas] forced-colors:hover:border-[Highlight] forced-colors:group-has-aria-[current=page]/item:border-[Highlight]"
      >
        {item.label}
      </CurrentLink>
      <button
        ref={button}
        type="button"
        aria-expanded={open}
        aria-controls={panelId}
        aria-label={headerWords.submenuOf(item.label)}
        onClick={toggle}
        className="flex h-11 w-6 shrink-0 wide:w-7 items-center justify-center rounded noscript:hidden"
      >
        <ChevronDown
          aria-hidden="true"
          className={`size-4 transition-transform ${open ? 'rotate-180' : ''}`}
        />
      </button>
      <div
        id={panelId}
        hidden={!open}
        className="submenu absolute top-full left-0 z-10 pt-1 all-open:static"
      >
        <ul className="min-w-60 rounded-md border border-sand-deep bg-white p-2 shadow-page all-open:min-w-0 all-open:border-0 all-open:bg-transparent all-open:p-0 all-open:shadow-none">
          <LinkItems
            links={item.submenu}
            className="block rounded px-3 py-2 all-open:px-0 text-[0.98rem] hover:bg-sand aria-[current=page]:bg-sand aria-[current=page]:font-semibold"
          />
        </ul>
      </div>
    </li>
  );
}
