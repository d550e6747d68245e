/** The right end of the main bar: Sign In for visitors, at every width; the user menu, once its code is there, for others. */
import { lazy, Suspense } from 'react';
import { paths } from '../../content/site/pages';
import { LinkButton } from '../../components/button';
import { headerWords } from '../../content/site/navigation';
import { useSession } from '../../session/use-session';

/** Visitors do without it. Where it does not arrive, a link leads to the account. */
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

export function AccountCorner() {
  const state = useSession();
  // Room is kept while nobody knows which of the two it will be, so that nothing jumps.
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
