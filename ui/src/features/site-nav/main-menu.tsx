/**
 * The items in the main bar. Each is a link with a button that opens the submenu. Hovering also opens it. An item is
 * underlined on all pages of its section.
 */
import { ChevronDown } from 'lucide-react';
import { useId } from 'react';
import { paths } from '../../content/site/pages';
import { headerWords, mainMenu } from '../../content/site/navigation';
import { CurrentLink, LinkItems } from './current-link';
import { useDisclosure } from '../../lib/hooks/use-disclosure';

type Item = (typeof mainMenu)[number];

export function MainMenu() {
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

function MainMenuItem({ item }: { item: Item }) {
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
