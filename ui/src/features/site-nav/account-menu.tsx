/** Sign In for visitors, and the lazily loaded user menu for signed-in users. */
import { lazy, Suspense } from 'react';
import { paths } from '../../content/site/pages';
import { LinkButton } from '../../components/controls/button';
import { headerWords } from '../../content/site/navigation';
import { useSession } from '../../session/session-state';

/** If it cannot be loaded, a link to the account replaces it. */
const UserMenu = lazy(() =>
  import('./user-menu').then(
    (part) => ({ default: part.UserMenu }),
    (cause: unknown) => {
      console.warn('The user menu could not be loaded.', cause);
      return { default: () => toAccount };
    },
  ),
);

const signIn = (
  <LinkButton
    to={paths.auth}
    variant="secondary"
    size="small"
    className="wide:min-w-24 max-nav:border-transparent max-nav:px-1"
  >
    {headerWords.signIn}
  </LinkButton>
);

const toAccount = (
  <LinkButton to={paths.account} variant="secondary" size="small" className="max-nav:hidden">
    {headerWords.yourAccount}
  </LinkButton>
);

const placeholder = 'flex h-10 w-18 items-center leading-none wide:w-24';

export function AccountMenu() {
  const state = useSession();
  // Reserves the space while the session loads, so that nothing shifts.
  if (state.status === 'loading') {
    return (
      <div className={placeholder}>
        <noscript>{signIn}</noscript>
      </div>
    );
  }
  if (state.status === 'signed-out') return signIn;
  return (
    <Suspense fallback={<div className={placeholder} />}>
      <UserMenu state={state} />
    </Suspense>
  );
}
