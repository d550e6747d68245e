/** Links and unlinks identities after re-authentication. */
import { useState } from 'react';
import { codeOf } from '../../api/errors';
import {
  type Identity,
  linkIdentity,
  type Provider,
  unlinkIdentity,
  proveWallet,
} from '../../api/identities';
import { providerProblem } from '../../api/provider-problem';
import { linkedAccounts as words } from '../../content/account/linked-accounts';
import { providers } from '../../content/account/providers';
import { paths } from '../../content/site/pages';
import { leaveFor } from '../../lib/browser/leave-for';
import { useSingleFlight } from '../../lib/hooks/use-single-flight';
import { isWalletName } from '../../lib/credentials/wallets';
import { beginFlow, FlowNotStored } from '../../session/tab-storage/provider-flow';
import { signInPath } from '../../content/site/return-address';
import { useReauthentication } from './use-reauthentication';

export type LinkOutcome = {
  is: 'done' | 'refused' | 'failed';
  message: string;
  /** The error code of a refusal. */
  code?: string;
};

function outcomeOf(cause: unknown): LinkOutcome {
  if (cause instanceof FlowNotStored) return { is: 'failed', message: providers.notKept };
  const { message, code, quiet } = providerProblem(cause);
  return { is: quiet ? 'refused' : 'failed', message, code };
}

export function useLinkActs(userId: string, onChanged: () => void) {
  const reauthentication = useReauthentication();
  const { busy, run } = useSingleFlight();
  const [pressed, setPressed] = useState<string | null>(null);
  const [outcome, setOutcome] = useState<LinkOutcome | null>(null);

  const done = (message: string) => {
    setOutcome({ is: 'done', message });
    onChanged();
  };

  const act = (target: string, attempt: () => Promise<void>) =>
    run(async () => {
      setPressed(target);
      setOutcome(null);
      try {
        await attempt();
      } catch (cause) {
        setOutcome(outcomeOf(cause));
      }
    });

  const linkTo = async (provider: Provider) => {
    const { name, title } = provider;
    if (!isWalletName(name)) {
      await leaveFor(await beginFlow(provider, userId, signInPath({ pathname: paths.account })));
      return;
    }
    await linkIdentity(name, await proveWallet(name));
    done(words.linkedHere(title));
  };

  /** Shows a failure below the list, even if the re-authentication dialog ran the action. */
  const withOutcome = (operation: () => Promise<void>) => async () => {
    try {
      await operation();
    } catch (cause) {
      if (codeOf(cause) === 'reauthentication_required') throw cause;
      setOutcome(outcomeOf(cause));
    }
  };

  const link = (provider: Provider) =>
    act(provider.name, () =>
      reauthentication.attemptOnceRecent(withOutcome(() => linkTo(provider))),
    );

  const unlink = ({ id }: Identity, title: string) =>
    act(id, () =>
      reauthentication.attempt(
        withOutcome(async () => {
          await unlinkIdentity(id);
          done(words.unlinked(title));
        }),
      ),
    );

  return { reauthentication, busy, pressed, outcome, link, unlink };
}
