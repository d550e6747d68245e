/** The user menu in the mobile menu. */
import { paths } from '../../../content/site/pages';
import { Button, LinkButton } from '../../../components/controls/button';
import { headerWords } from '../../../content/site/navigation';
import { signOut } from '../../../session/session-actions';
import { useSession } from '../../../session/use-session';
import { accountView } from '../account-view';
import { CurrentLink } from '../current-link';

export function MobileAccount({ onSignOut }: { onSignOut: () => void }) {
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
