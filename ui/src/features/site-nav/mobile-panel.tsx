/** The opened menu of a narrow screen: everything of both bars in one panel that holds the focus. */
import { Mail, X } from 'lucide-react';
import { useRef } from 'react';
import { paths } from '../../app/paths';
import { LinkButton } from '../../components/button';
import { headerWords, mainMenu, utilityLinks } from '../../content/navigation';
import { organisation } from '../../content/organisation';
import { CurrentLink } from './current-link';
import { iconButton } from './icon-button';
import { MobileAccount } from './mobile-account';
import { useModalFocus } from './use-modal-focus';
import { Wordmark } from './wordmark';

export function MobilePanel({ onClose }: { onClose: () => void }) {
  const panel = useRef<HTMLDivElement>(null);
  useModalFocus(panel, onClose);
  return (
    <div
      ref={panel}
      role="dialog"
      aria-modal="true"
      aria-label={headerWords.menu}
      className="fixed inset-0 z-50 overflow-y-auto overscroll-contain bg-paper"
    >
      <div className="flex min-h-16 items-center justify-between border-b border-sand-deep px-4 sm:px-8">
        <Wordmark />
        <button
          type="button"
          aria-label={headerWords.closeMenu}
          onClick={onClose}
          className={iconButton}
        >
          <X aria-hidden="true" className="size-6" />
        </button>
      </div>
      <div className="px-4 pt-4 pb-12 sm:px-8">
        <div className="grid gap-3 border-b border-sand-deep pb-5">
          <LinkButton to={paths.donate} variant="gold">
            {headerWords.donate}
          </LinkButton>
          <MobileAccount onSignOut={onClose} />
        </div>
        <MobileLinks />
      </div>
    </div>
  );
}

function MobileLinks() {
  return (
    <>
      <nav aria-label={headerWords.mainNav}>
        <ul className="divide-y divide-sand-deep border-b border-sand-deep">
          {mainMenu.map((item) => (
            <li key={item.page} className="py-3">
              <CurrentLink
                to={paths[item.page]}
                className="flex min-h-11 items-center font-serif text-xl font-semibold aria-[current=page]:text-clay"
              >
                {item.label}
              </CurrentLink>
              <ul className="border-l-2 border-sand-deep pl-4">
                {item.submenu.map(({ page, label }) => (
                  <li key={page}>
                    <CurrentLink
                      to={paths[page]}
                      className="flex min-h-10 items-center text-muted aria-[current=page]:font-semibold aria-[current=page]:text-ink"
                    >
                      {label}
                    </CurrentLink>
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
      </nav>
      <nav aria-label={headerWords.utilityNav} className="pt-4">
        <ul className="flex flex-wrap gap-x-6">
          {utilityLinks.map(({ page, label }) => (
            <li key={page}>
              <CurrentLink
                to={paths[page]}
                className="flex min-h-11 items-center font-medium aria-[current=page]:text-clay"
              >
                {label}
              </CurrentLink>
            </li>
          ))}
        </ul>
        <a
          href={`mailto:${organisation.contactEmail}`}
          className="inline-flex min-h-11 items-center gap-2 break-all"
        >
          <Mail aria-hidden="true" className="size-5 shrink-0" />
          {organisation.contactEmail}
        </a>
      </nav>
    </>
  );
}
