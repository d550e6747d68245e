/** Linking and unlinking, each after the password where it was not entered shortly ago, and how the last act ended. */
import { useState } from 'react';
import { codeOf } from '../../api/errors';
import { type Identity, linkIdentity, type Provider, unlinkIdentity } from '../../api/identities';
import { providerProblem } from '../../api/provider-problem';
import { proveWallet } from '../../api/wallet-proof';
import { linkedAccounts as words } from '../../content/account/linked-accounts';
import { providers } from '../../content/account/providers';
import { leaveFor } from '../../lib/leave-for';
import { useLatch } from '../../lib/use-latch';
import { isWalletName } from '../../lib/wallets';
import { beginFlow, FlowNotKept } from '../../session/provider-flow';
import { useFresh } from './use-fresh';

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
  const fresh = useFresh();
  const { busy, run } = useLatch();
  /** The button that was pressed last. */
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

  /** Told below the list in any case, also where the dialog that asks for the password has run it. */
  const told = (what: () => Promise<void>) => async () => {
    try {
      await what();
    } catch (cause) {
      if (codeOf(cause) === 'reauthentication_required') throw cause;
      setOutcome(outcomeOf(cause));
    }
  };

  const link = (provider: Provider) =>
    act(provider.name, () => fresh.attemptOnceFresh(told(() => linkTo(provider))));

  const unlink = ({ id }: Identity, title: string) =>
    act(id, () =>
      fresh.attempt(
        told(async () => {
          await unlinkIdentity(id);
          done(words.unlinked(title));
        }),
      ),
    );

  return { fresh, busy, pressed, outcome, link, unlink };
}
