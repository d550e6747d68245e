/** Sign In for visitors, the lazily loaded user menu for others. */
import { lazy, Suspense } from 'react';
import { paths } from '../../content/site/pages';
import { LinkButton } from '../../components/controls/button';
import { headerWords } from '../../content/site/navigation';
import { useSession } from '../../session/use-session';

/** If it does not load, a link leads to the account. */
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

const room = 'flex h-10 w-18 items-center leading-none wide:w-24';

export function AccountMenu() {
  const state = useSession();
  // Reserves the space while the session is loading, so that nothing shifts.
  if (state.status === 'loading') {
    return (
      <div className={room}>
        <noscript>{signIn}</noscript>
      </div>
    );
  }
  if (state.status === 'signed-out') return signIn;
  return (
    <Suspense fallback={<div className={room} />}>
      <UserMenu state={state} />
    </Suspense>
  );
}
