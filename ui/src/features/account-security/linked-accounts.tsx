import { useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { School, Wallet } from 'lucide-react';
import type { Identity } from '../../api/identities';
import { Button } from '../../components/controls/button';
import { ConfirmDialog } from '../../components/dialogs/confirm-dialog';
import { ListStates } from '../../components/lists/list-states';
import { linkedAccounts as words } from '../../content/account/linked-accounts';
import { paths } from '../../content/site/pages';
import { providers } from '../../content/account/providers';
import { ActOutcome } from '../../components/feedback/act-outcome';
import { dayOf, shortDate } from '../../lib/format';
import { isWalletName } from '../../lib/credentials/wallets';
import { ReauthenticationDialog } from './reauthentication-dialog';
import { useLinkActs } from './use-link-acts';
import type { LinkedAccountsState } from './use-linked-accounts';

const lastSignInMethod = (
  <>
    {words.lastMethod.text}{' '}
    <Link to={paths.authRecover} className="underline underline-offset-4">
      {words.lastMethod.action}
    </Link>
  </>
);

type Props = { userId: string; accounts: LinkedAccountsState };

export function LinkedAccounts({ userId, accounts }: Props) {
  const { list, identities, titleOf, linkable, reread } = accounts;
  const { reauthentication, busy, pressed, outcome, link, unlink } = useLinkActs(userId, reread);
  const [asking, setAsking] = useState<Identity | null>(null);
  const section = useRef<HTMLDivElement>(null);
  const toSection = () => section.current;

  return (
    <>
      <ListStates
        words={words.list}
        state={list.isFetching ? 'loading' : list.isError ? 'failed' : 'ready'}
        // The content is also shown when there are no rows.
        count={list.data === undefined ? undefined : identities.length + 1}
        onRetry={() => void list.refetch()}
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
      <ActOutcome
        outcome={
          outcome?.code === 'last_way_in' ? { ...outcome, message: lastSignInMethod } : outcome
        }
      />
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
      {reauthentication.pendingAct !== null && (
        <ReauthenticationDialog
          isPasswordOnly
          act={reauthentication.pendingAct}
          onSettled={reauthentication.settle}
          finalFocus={toSection}
        />
      )}
    </>
  );
}

/** The first and last characters identify the long address of a wallet. */
function nameOf({ provider, email, subject }: Identity): string {
  if (email !== null) return email;
  if (!isWalletName(provider)) return '';
  return subject.length > 14 ? `${subject.slice(0, 6)}…${subject.slice(-4)}` : subject;
}

type RowProps = { identity: Identity; title: string; busy: boolean; onUnlink(): void };

function LinkedAccountRow({ identity, title, busy, onUnlink }: RowProps) {
  const Icon = isWalletName(identity.provider) ? Wallet : School;
  const name = nameOf(identity);
  return (
    <li className="flex gap-4 py-4">
      <Icon aria-hidden="true" className="size-6 shrink-0" />
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-3">
        <div className="min-w-40 flex-1">
          <h3 className="font-sans text-base font-semibold wrap-anywhere">{title}</h3>
          {name !== '' && <p className="wrap-anywhere">{name}</p>}
          <p className="text-sm text-muted">
            {words.linkedOn(shortDate(dayOf(new Date(identity.linked_at))))}
          </p>
        </div>
        <Button
          variant="secondary"
          size="small"
          busy={busy}
          aria-label={words.unlinkOf(title, name)}
          onClick={onUnlink}
        >
          {words.unlink}
        </Button>
      </div>
    </li>
  );
}
