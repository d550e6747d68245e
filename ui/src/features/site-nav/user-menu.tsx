/** The menu of a signed-in user. On a narrow screen it is part of the mobile menu. */
import { ChevronDown, CircleUserRound } from 'lucide-react';
import { useId } from 'react';
import { paths } from '../../content/site/pages';
import { headerWords } from '../../content/site/navigation';
import { classNames } from '../../lib/class-names';
import { signOut } from '../../session/session-actions';
import { accountView, type SignedIn } from './account-view';
import { CurrentLink } from './menu-parts';
import { useDisclosure } from '../../lib/hooks/use-disclosure';

const row = 'block w-full rounded px-3 py-2 text-left hover:bg-sand aria-[current=page]:bg-sand';

export function UserMenu({ state }: { state: SignedIn }) {
  const account = accountView(state);
  const { open, button, toggle, close, container } = useDisclosure();
  const panelId = useId();
  return (
    <div className="relative hidden nav:block" {...container}>
      <button
        ref={button}
        type="button"
        aria-expanded={open}
        aria-controls={panelId}
        onClick={toggle}
        className="inline-flex min-h-10 max-w-32 min-w-24 items-center wide:max-w-40 gap-2 rounded-md border border-ink px-3 text-[0.95rem] font-semibold hover:bg-sand"
      >
        <CircleUserRound aria-hidden="true" className="size-5 shrink-0 max-wide:hidden" />
        <span className="truncate">{account.firstName}</span>
        <ChevronDown aria-hidden="true" className="size-4 shrink-0" />
      </button>
      <div id={panelId} hidden={!open} className="absolute top-full right-0 z-10 pt-1">
        <div className="min-w-60 rounded-md border border-sand-deep bg-white p-2 shadow-page">
          <CurrentLink to={paths.account} className={classNames(row, 'leading-snug')}>
            <strong className="block max-w-60 truncate">{account.firstName}</strong>{' '}
            <span className="text-sm text-muted">{headerWords.yourAccount}</span>
          </CurrentLink>
          <ul className="mt-1 border-t border-sand-deep pt-1">
            {account.links.map(({ to, label }) => (
              <li key={to}>
                <CurrentLink to={to} className={row}>
                  {label}
                </CurrentLink>
              </li>
            ))}
            <li className="mt-1 border-t border-sand-deep pt-1">
              <button
                type="button"
                className={row}
                onClick={() => {
                  close();
                  void signOut();
                }}
              >
                {headerWords.signOut}
              </button>
            </li>
          </ul>
        </div>
      </div>
    </div>
  );
}
