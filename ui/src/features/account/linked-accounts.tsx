import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { School, Wallet } from 'lucide-react';
import {
  type Identity,
  type Provider,
  isUsable,
  linkIdentity,
  providerProblem,
  listIdentities,
  listProviders,
  proveWallet,
  unlinkIdentity,
} from '../../api/identities';
import { Button } from '../../components/controls/button';
import { ConfirmDialog } from '../../components/dialogs/confirm-dialog';
import { ListStates } from '../../components/lists/list-states';
import { linkedAccounts as words } from '../../content/account/linked-accounts';
import { paths } from '../../content/site/pages';
import { providers } from '../../content/account/providers';
import { ActOutcome } from '../../components/feedback/alert';
import { dayOf, shortDate } from '../../lib/format';
import { isWalletName } from '../../lib/credentials/wallets';
import { codeOf } from '../../api/errors';
import { leaveFor } from '../../lib/browser/leave-for';
import { useAct } from '../../lib/hooks/use-single-flight';
import { beginFlow } from '../../session/tab-storage/provider-flow';
import { signInPath } from '../../content/site/return-address';
import { Reauthentication, useReauthentication } from './use-reauthentication';

const OWN_IDENTITIES = ['own-identities'] as const;
const PROVIDERS = ['providers'] as const;

export function useLinkedAccounts() {
  const queries = useQueryClient();
  const list = useQuery({
    queryKey: OWN_IDENTITIES,
    queryFn: ({ signal }) => listIdentities(signal),
  });
  const { data: known = [] } = useQuery({ queryKey: PROVIDERS, queryFn: listProviders });
  const identities = list.data ?? [];

  return {
    list,
    identities,
    /** False if no providers are configured and no accounts are linked. */
    isOffered: known.length > 0 || identities.length > 0,
    /** An identity remains after the operator removes its provider. */
    titleOf: (name: string) => known.find((provider) => provider.name === name)?.title ?? name,
    linkable: known.filter(
      (provider) =>
        isUsable(provider) && !identities.some((identity) => identity.provider === provider.name),
    ),
    reread: () => void queries.invalidateQueries({ queryKey: OWN_IDENTITIES }),
  };
}

const lastSignInMethod = (
  <>
    {words.lastMethod.text}{' '}
    <Link to={paths.authRecover} className="underline underline-offset-4">
      {words.lastMethod.action}
    </Link>
  </>
);

type LinkOutcome = {
  is: 'done' | 'refused' | 'failed';
  message: string;
  /** The error code of a refusal. */
  code?: string;
};

function outcomeOf(cause: unknown): LinkOutcome {
  const { message, code, quiet } = providerProblem(cause);
  return { is: quiet ? 'refused' : 'failed', message, code };
}

type Props = { userId: string; accounts: ReturnType<typeof useLinkedAccounts> };

export function LinkedAccounts({ userId, accounts }: Props) {
  const { list, identities, titleOf, linkable, reread } = accounts;
  const section = useRef<HTMLDivElement>(null);
  const toSection = () => section.current;
  const { attempt, attemptOnceRecent, asked } = useReauthentication();
  const { busy, outcome, setOutcome, act } = useAct(outcomeOf);
  const [pressed, setPressed] = useState<string | null>(null);
  const [asking, setAsking] = useState<Identity | null>(null);

  /** Shows the outcome below the list, even if the re-authentication dialog ran the action. */
  const withOutcome = (operation: () => Promise<string | undefined>) => async () => {
    try {
      const message = await operation();
      if (message === undefined) return;
      setOutcome({ is: 'done', message });
      reread();
    } catch (cause) {
      if (codeOf(cause) === 'reauthentication_required') throw cause;
      setOutcome(outcomeOf(cause));
    }
  };

  const link = (provider: Provider) => {
    const { name, title } = provider;
    const linkNow = withOutcome(async () => {
      if (!isWalletName(name)) {
        await leaveFor(await beginFlow(provider, userId, signInPath({ pathname: paths.account })));
        return undefined;
      }
      await linkIdentity(name, await proveWallet(name));
      return words.linkedHere(title);
    });
    void act(() => {
      setPressed(name);
      return attemptOnceRecent(linkNow);
    });
  };

  const unlink = ({ id, provider }: Identity) => {
    const unlinkNow = withOutcome(async () => {
      await unlinkIdentity(id);
      return words.unlinked(titleOf(provider));
    });
    void act(() => {
      setPressed(id);
      return attempt(unlinkNow);
    });
  };

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
                onClick={() => link(provider)}
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
            unlink(asking);
          }}
          onCancel={() => setAsking(null)}
          finalFocus={toSection}
        />
      )}
      <Reauthentication asked={asked} isPasswordOnly finalFocus={toSection} />
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
            {words.linkedOn(shortDate(dayOf(new Date(identity.created_at))))}
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
