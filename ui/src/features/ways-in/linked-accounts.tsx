/** The providers and wallets that sign in to one's own account: those that are linked, and those that can be. */
import { useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import type { Identity } from '../../api/identities';
import { Alert } from '../../components/alert';
import { Button } from '../../components/button';
import { ConfirmDialog } from '../../components/confirm-dialog';
import { ListStates } from '../../components/list-states';
import { linkedAccounts as words } from '../../content/account/linked-accounts';
import { paths } from '../../content/site/pages';
import { providers } from '../../content/account/providers';
import { LinkedAccountRow } from './linked-account-row';
import { PasswordDialog } from './password-dialog';
import { type LinkOutcome, useLinkActs } from './use-link-acts';
import type { LinkedAccountsState } from './use-linked-accounts';

function Outcome({ outcome }: { outcome: LinkOutcome | null }) {
  const isDone = outcome?.is === 'done';
  return (
    <>
      <output className={isDone ? 'mt-4 block text-success' : 'sr-only'}>
        {isDone ? outcome.message : ''}
      </output>
      {outcome !== null && !isDone && (
        <Alert variant={outcome.is === 'refused' ? 'info' : 'destructive'} className="mt-4">
          {outcome.code === 'last_way_in' ? (
            <>
              {words.lastMethod.text}{' '}
              <Link to={paths.authRecover} className="underline underline-offset-4">
                {words.lastMethod.action}
              </Link>
            </>
          ) : (
            outcome.message
          )}
        </Alert>
      )}
    </>
  );
}

type Props = { userId: string; accounts: LinkedAccountsState };

export function LinkedAccounts({ userId, accounts }: Props) {
  const { list, identities, titleOf, linkable, reread } = accounts;
  const { fresh, busy, pressed, outcome, link, unlink } = useLinkActs(userId, reread);
  const [asking, setAsking] = useState<Identity | null>(null);
  const section = useRef<HTMLDivElement>(null);
  const toSection = () => section.current;

  return (
    <>
      <ListStates
        words={words.list}
        state={list.isFetching ? 'loading' : list.isError ? 'failed' : 'ready'}
        // The sentence in the place of the rows is always there.
        count={list.data === undefined ? undefined : identities.length + 1}
        isNarrowed={false}
        onRetry={() => void list.refetch()}
        onClear={() => void list.refetch()}
        ref={section}
      >
        {identities.length === 0 ? (
          <p>{words.none}</p>
        ) : (
          <ul className="divide-y divide-sand-deep border-y border-sand-deep">
            {identities.map((identity) => (
              <LinkedAccountRow
                key={identity.id}
                identity={identity}
                title={titleOf(identity.provider)}
                busy={busy}
                onUnlink={() => setAsking(identity)}
              />
            ))}
          </ul>
        )}
      </ListStates>
      {list.data !== undefined && linkable.length > 0 && (
        <div className="mt-5 flex flex-col gap-3 sm:flex-row sm:flex-wrap">
          {linkable.map((provider) => {
            const { name, title, kind } = provider;
            const waiting = kind === 'wallet' ? providers.waiting : providers.leaving(title);
            return (
              <Button
                key={name}
                variant="secondary"
                busy={busy}
                onClick={() => void link(provider)}
                className="wrap-anywhere"
              >
                {busy && pressed === name ? waiting : words.link(title)}
              </Button>
            );
          })}
        </div>
      )}
      <Outcome outcome={outcome} />
      {asking !== null && (
        <ConfirmDialog
          destructive
          title={words.unlinking.question(titleOf(asking.provider))}
          description={words.unlinking.consequences}
          confirm={words.unlinking.confirm}
          cancel={words.unlinking.cancel}
          onConfirm={() => {
            setAsking(null);
            void unlink(asking, titleOf(asking.provider));
          }}
          onCancel={() => setAsking(null)}
          finalFocus={toSection}
        />
      )}
      {fresh.waiting !== null && (
        <PasswordDialog
          isOnlyWay
          act={fresh.waiting}
          onSettled={fresh.settle}
          finalFocus={toSection}
        />
      )}
    </>
  );
}
