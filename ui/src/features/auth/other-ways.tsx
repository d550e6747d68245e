/** Signing in with a provider or a wallet: a button for each, below a form. */
import { School, Wallet } from 'lucide-react';
import { useState } from 'react';
import type { Provider } from '../../api/identities';
import { providerProblem } from '../../api/provider-problem';
import type { FactorRequired } from '../../api/sessions';
import { proveWallet } from '../../api/wallet-proof';
import { Alert } from '../../components/alert';
import { Button } from '../../components/button';
import { showToast } from '../../components/toast';
import { auth } from '../../content/account/auth';
import { providers as words } from '../../content/account/providers';
import { leaveFor } from '../../lib/leave-for';
import { useLatch } from '../../lib/use-latch';
import { isWalletName } from '../../lib/wallets';
import { sessionStore } from '../../session/browser-session';
import { beginFlow, FlowNotKept } from '../../session/provider-flow';

type Props = {
  providers: readonly Provider[];
  /** A wallet has signed, and its account has a second factor. */
  onSecondStep(step: FactorRequired): void;
};

type Outcome = { message: string; quiet: boolean };

export function OtherWays({ providers, onSecondStep }: Props) {
  /** One at a time: while the browser leaves or a wallet asks, no other button does anything. */
  const { busy, run } = useLatch();
  const [pressed, setPressed] = useState<string | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  if (providers.length === 0) return null;

  const signIn = async (provider: Provider) => {
    const { name } = provider;
    if (!isWalletName(name)) {
      await leaveFor(await beginFlow(provider, null));
      return;
    }
    const step = await sessionStore.signInByWallet(name, await proveWallet(name));
    if (step !== null) onSecondStep(step);
    else showToast({ ...auth.signIn.welcome, variant: 'success' });
  };

  const press = (provider: Provider) =>
    run(async () => {
      setPressed(provider.name);
      setOutcome(null);
      try {
        await signIn(provider);
      } catch (cause) {
        setOutcome(
          cause instanceof FlowNotKept
            ? { message: words.notKept, quiet: false }
            : providerProblem(cause),
        );
      }
    });

  return (
    <div className="mt-5 space-y-3">
      <p className="flex items-center gap-3 text-sm text-muted before:h-px before:flex-1 before:bg-sand-deep after:h-px after:flex-1 after:bg-sand-deep">
        {words.or}
      </p>
      {providers.map((provider) => {
        const { name, title, kind } = provider;
        const Icon = kind === 'wallet' ? Wallet : School;
        const waiting = kind === 'wallet' ? words.waiting : words.leaving(title);
        return (
          <Button
            key={name}
            variant="secondary"
            className="w-full"
            busy={busy}
            onClick={() => void press(provider)}
          >
            <Icon aria-hidden="true" className="size-5 shrink-0" />
            <span className="min-w-0 text-left wrap-anywhere">
              {busy && pressed === name ? waiting : words.continueWith(title)}
            </span>
          </Button>
        );
      })}
      {outcome !== null && (
        <Alert variant={outcome.quiet ? 'info' : 'destructive'}>{outcome.message}</Alert>
      )}
    </div>
  );
}
