/**
 * The five items of the main bar. Each is a link to its screen with a small button beside it that opens the
 * submenu; hovering either opens it too. The submenu's links are in the document all the time. The item is underlined
 * on all pages of its section.
 */
import { ChevronDown } from 'lucide-react';
import { useId } from 'react';
import { paths } from '../../content/site/pages';
import { headerWords, mainMenu } from '../../content/site/navigation';
import { CurrentLink } from './current-link';
import { useDisclosure } from './use-disclosure';

type Item = (typeof mainMenu)[number];

export function MainMenu() {
  return (
    <nav aria-label={headerWords.mainNav} className="hidden min-w-0 nav:block">
      <ul className="flex items-center wide:gap-1">
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
    <li className="group/item relative flex items-center" {...container} {...hover}>
      <CurrentLink
        to={paths[item.page]}
        onClick={close}
        // Where the system decides the colours, it would draw a transparent line as well.
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
        className="flex h-11 w-6 shrink-0 wide:w-7 items-center justify-center rounded"
      >
        <ChevronDown
          aria-hidden="true"
          className={`size-4 transition-transform ${open ? 'rotate-180' : ''}`}
        />
      </button>
      <div id={panelId} hidden={!open} className="absolute top-full left-0 z-10 pt-1">
        <ul className="min-w-60 rounded-md border border-sand-deep bg-white p-2 shadow-page">
          {item.submenu.map(({ page, label }) => (
            <li key={page}>
              <CurrentLink
                to={paths[page]}
                className="block rounded px-3 py-2 text-[0.98rem] hover:bg-sand aria-[current=page]:bg-sand aria-[current=page]:font-semibold"
              >
                {label}
              </CurrentLink>
            </li>
          ))}
        </ul>
      </div>
    </li>
  );
}
