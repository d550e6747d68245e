/** The open menu on a narrow screen: a modal panel with the links of both bars. */
import * as RadixDialog from '@radix-ui/react-dialog';
import { Mail, X } from 'lucide-react';
import { type RefObject, useId, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { paths } from '../../content/site/pages';
import { Button, LinkButton } from '../../components/controls/button';
import { DisclosureButton } from '../../components/controls/disclosure-button';
import { Modal } from '../../components/dialogs/modal';
import { Toaster } from '../../components/feedback/toast';
import { headerWords, mainMenu, utilityLinks } from '../../content/site/navigation';
import { organisation } from '../../content/site/organisation';
import { CurrentLink, iconButton, LinkItems, Wordmark } from './menu-parts';
import { signOut } from '../../session/session-actions';
import { useSession } from '../../session/session-state';
import { accountView } from './account-view';

export interface MobilePanelProps {
  onClose: () => void;
  /** The element to which the focus returns. */
  opener: RefObject<HTMLElement | null>;
}

export function MobilePanel({ onClose, opener }: MobilePanelProps) {
  return (
    <Modal
      onClose={onClose}
      onCloseAutoFocus={(event) => {
        // Radix would take the focus from the page that a link has opened.
        event.preventDefault();
        if (document.activeElement === document.body) opener.current?.focus();
      }}
      aria-describedby={undefined}
      // The panel closes before the new page gets the focus, because an open panel would take it.
      onClick={({ target }) => {
        if ((target as Element).closest('a')) onClose();
      }}
      className="fixed inset-0 z-50 overflow-y-auto overscroll-contain bg-paper scroll-pt-18"
    >
      <RadixDialog.Title className="sr-only">{headerWords.menu}</RadixDialog.Title>
      <div className="sticky top-0 z-10 flex min-h-16 items-center justify-between border-b border-sand-deep bg-paper px-5 sm:px-8">
        <Wordmark />
        <RadixDialog.Close aria-label={headerWords.closeMenu} className={iconButton}>
          <X aria-hidden="true" className="size-6" />
        </RadixDialog.Close>
      </div>
      <div className="px-5 pt-4 pb-12 sm:px-8 sm:pt-6">
        <div className="grid gap-3 border-b border-sand-deep pb-5 sm:flex sm:items-start sm:pb-6">
          <LinkButton to={paths.donate} variant="gold" className="sm:w-40 sm:shrink-0">
            {headerWords.donate}
          </LinkButton>
          <MobileAccount onSignOut={onClose} />
        </div>
        <MobileLinks />
      </div>
      <Toaster inDialog />
    </Modal>
  );
}

function MobileLinks() {
  return (
    <>
      <nav aria-label={headerWords.mainNav}>
        <ul className="gap-x-10 divide-y divide-sand-deep border-b border-sand-deep sm:grid sm:grid-cols-2 sm:divide-y-0 sm:py-3 lg:grid-cols-3">
          {mainMenu.map((item) => (
            <MobileSection key={item.page} item={item} />
          ))}
        </ul>
      </nav>
      <nav aria-label={headerWords.utilityNav} className="pt-4">
        <ul className="flex flex-wrap gap-x-6">
          <LinkItems
            links={utilityLinks}
            className="flex min-h-11 items-center font-medium aria-[current=page]:text-clay"
          />
        </ul>
        <a
          href={`mailto:${organisation.email}`}
          className="inline-flex min-h-11 items-center gap-2 break-all"
        >
          <Mail aria-hidden="true" className="size-5 shrink-0" />
          {organisation.email}
        </a>
      </nav>
    </>
  );
}

/** The submenu is open on the section's own pages. */
function MobileSection({ item }: { item: (typeof mainMenu)[number] }) {
  const { pathname } = useLocation();
  const [open, setOpen] = useState(() => pathname.startsWith(`${paths[item.page]}/`));
  const id = useId();
  return (
    <li>
      <div className="flex items-center justify-between">
        <CurrentLink
          to={paths[item.page]}
          className="flex min-h-13 grow items-center font-serif text-xl font-semibold aria-[current=page]:text-clay"
        >
          {item.label}
        </CurrentLink>
        <DisclosureButton
          label={headerWords.submenuOf(item.label)}
          controls={id}
          open={open}
          onToggle={() => setOpen(!open)}
          className="size-13"
        />
      </div>
      <ul id={id} hidden={!open} className="mb-3 border-l-2 border-sand-deep pl-4">
        <LinkItems
          links={item.submenu}
          className="flex min-h-11 items-center text-muted aria-[current=page]:font-semibold aria-[current=page]:text-ink"
        />
      </ul>
    </li>
  );
}

/** The user menu in the mobile menu. */
function MobileAccount({ onSignOut }: { onSignOut: () => void }) {
  const state = useSession();
  if (state.status === 'loading') return <div aria-hidden="true" className="h-11" />;
  if (state.status === 'signed-out') {
    return (
      <LinkButton to={paths.auth} variant="secondary" className="sm:w-40">
        {headerWords.signIn}
      </LinkButton>
    );
  }
  const { firstName, links } = accountView(state);
  return (
    <div className="min-w-0 grow sm:grid sm:grid-cols-[1fr_10rem] sm:gap-x-6 sm:pl-3">
      <div>
        <p className="text-muted">
          {headerWords.signedInAs}{' '}
          <CurrentLink
            to={paths.account}
            aria-label={headerWords.accountOf(firstName)}
            className="inline-block min-h-6 font-semibold break-words text-ink underline underline-offset-4 aria-[current=page]:text-clay"
          >
            {firstName}
          </CurrentLink>
        </p>
        <ul className="mt-1 flex-wrap gap-x-6 sm:mt-0 sm:flex">
          {links.map(({ to, label }) => (
            <li key={to}>
              <CurrentLink
                to={to}
                className="flex min-h-11 items-center font-semibold aria-[current=page]:text-clay"
              >
                {label}
              </CurrentLink>
            </li>
          ))}
        </ul>
      </div>
      <Button
        variant="secondary"
        className="mt-2 w-full self-start sm:mt-0"
        onClick={() => {
          onSignOut();
          void signOut();
        }}
      >
        {headerWords.signOut}
      </Button>
    </div>
  );
}
