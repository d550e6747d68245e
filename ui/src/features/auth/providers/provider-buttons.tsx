import { School, Wallet } from 'lucide-react';
import { useLocation } from 'react-router-dom';
import { useEffect, useState } from 'react';
import {
  isUsable,
  listProviders,
  type Provider,
  providerProblem,
  proveWallet,
} from '../../../api/identities';
import { createSessionByWallet, type FactorRequired } from '../../../api/sessions';
import { Alert } from '../../../components/feedback/alert';
import { Button } from '../../../components/controls/button';
import { showToast } from '../../../components/feedback/toast';
import { providers as words } from '../../../content/account/providers';
import { paths } from '../../../content/site/pages';
import { leaveFor } from '../../../lib/browser/leave-for';
import { useAct } from '../../../lib/hooks/use-single-flight';
import { isWalletName } from '../../../lib/credentials/wallets';
import { sessionStore } from '../../../session/browser-session';
import { beginFlow } from '../../../session/tab-storage/provider-flow';
import { welcome } from '../sign-in/welcome';

/** The providers and wallets of this site. Empty if the request fails: the forms work without them. */
export function useProviders(): readonly Provider[] {
  const [providers, setProviders] = useState<readonly Provider[]>([]);
  useEffect(() => {
    listProviders()
      .then((all) => setProviders(all.filter(isUsable)))
      .catch((cause: unknown) => console.warn('The providers could not be loaded.', cause));
  }, []);
  return providers;
}

type Props = {
  providers: readonly Provider[];
  /** Called if the wallet's account has a second factor. */
  onSecondStep(step: FactorRequired): void;
};

export function ProviderButtons({ providers, onSecondStep }: Props) {
  const { busy, outcome, act } = useAct(providerProblem);
  const { search } = useLocation();
  const [pressed, setPressed] = useState<string | null>(null);
  if (providers.length === 0) return null;

  const signIn = async (provider: Provider) => {
    const { name } = provider;
    setPressed(name);
    if (!isWalletName(name)) {
      await leaveFor(await beginFlow(provider, null, paths.auth + search));
      return;
    }
    const proof = await proveWallet(name);
    const step = await sessionStore.signIn(() => createSessionByWallet(name, proof));
    if (step !== null) onSecondStep(step);
    else showToast(welcome());
  };

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
            onClick={() => void act(() => signIn(provider))}
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
