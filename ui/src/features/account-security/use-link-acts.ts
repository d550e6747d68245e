/** Linking and unlinking identities, after re-authentication, and the outcome of the last act. */
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
import { leaveFor } from '../../lib/browser/leave-for';
import { useSingleFlight } from '../../lib/hooks/use-single-flight';
import { isWalletName } from '../../lib/credentials/wallets';
import { beginFlow, FlowNotKept } from '../../session/provider-flow';
import { useReauthentication } from './use-reauthentication';

export type LinkOutcome = {
  is: 'done' | 'refused' | 'failed';
  message: string;
  /** Of the server's refusal. */
  code?: string;
};

function outcomeOf(cause: unknown): LinkOutcome {
  if (cause instanceof FlowNotKept) return { is: 'failed', message: providers.notKept };
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

  const act = (what: string, attempt: () => Promise<void>) =>
    run(async () => {
      setPressed(what);
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
      await leaveFor(await beginFlow(provider, userId));
      return;
    }
    await linkIdentity(name, await proveWallet(name));
    done(words.linkedHere(title));
  };

  /** Shows the outcome below the list, also if the re-authentication dialog ran the act. */
  const told = (what: () => Promise<void>) => async () => {
    try {
      await what();
    } catch (cause) {
      if (codeOf(cause) === 'reauthentication_required') throw cause;
      setOutcome(outcomeOf(cause));
    }
  };

  const link = (provider: Provider) =>
    act(provider.name, () => reauthentication.attemptOnceRecent(told(() => linkTo(provider))));

  const unlink = ({ id }: Identity, title: string) =>
    act(id, () =>
      reauthentication.attempt(
        told(async () => {
          await unlinkIdentity(id);
          done(words.unlinked(title));
        }),
      ),
    );

  return { reauthentication, busy, pressed, outcome, link, unlink };
}
