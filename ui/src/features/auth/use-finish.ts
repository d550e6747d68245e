/** Finishes what began with a provider: the code in the address, with the secret that this tab keeps, signs in or links. */
import { useEffect, useRef, useState } from 'react';
import { linkIdentity } from '../../api/identities';
import { providerProblem, refusalOf } from '../../api/provider-problem';
import type { FactorRequired } from '../../api/sessions';
import { showToast } from '../../components/toast';
import { auth } from '../../content/account/auth';
import { linkedAccounts } from '../../content/account/linked-accounts';
import { providers } from '../../content/account/providers';
import { useLatch } from '../../lib/use-latch';
import { sessionStore } from '../../session/browser-session';
import { endFlow, type ProviderFlow, readFlow } from '../../session/provider-flow';
import { type SessionState, useSession } from '../../session/use-session';

const words = providers.finish;

export type Finish =
  | { readonly is: 'working' }
  | { readonly is: 'signed-in' }
  | { readonly is: 'second-step'; readonly step: FactorRequired }
  | { readonly is: 'linked' }
  /** `passing`: the server has not answered, so the same may be sent again. */
  | {
      readonly is: 'failed';
      readonly message: string;
      readonly code: string;
      readonly passing: boolean;
    };

const failed = (message: string, code: string): Finish => ({
  is: 'failed',
  message,
  code,
  passing: false,
});

/** Why there is nothing to send; null where there is. */
function obstacle(answer: URLSearchParams, flow: ProviderFlow | null): Finish | null {
  const error = answer.get('error');
  if (error !== null) return failed(refusalOf(error) ?? words.unknown, error);
  return flow === null || !answer.get('code') ? failed(words.nothing, 'nothing') : null;
}

/** Whether the account that is to be linked is not that of whoever is signed in. */
function strangeness(session: SessionState, linkTo: string): Finish | null {
  if (session.status !== 'signed-in') return failed(words.sessionEnded, 'ended');
  return session.session.user.id === linkTo ? null : failed(words.otherPerson, 'other');
}

/** `fragment` is what the provider's page led back with. */
export function useFinish(fragment: string) {
  const session = useSession();
  const [answer] = useState(() => new URLSearchParams(fragment));
  const [flow] = useState(readFlow);
  const [finish, setFinish] = useState<Finish>(() => obstacle(answer, flow) ?? { is: 'working' });
  const { busy, run } = useLatch();
  /** It is sent by itself once, and again only when somebody asks for it. */
  const begun = useRef(false);
  const [failures, setFailures] = useState(0);

  const send = async ({ provider, verifier, linkTo }: ProviderFlow): Promise<Finish> => {
    const proof = { auth_code: answer.get('code') ?? '', code_verifier: verifier };
    if (linkTo === null) {
      const step = await sessionStore.signInByProvider(proof);
      if (step !== null) return { is: 'second-step', step };
      showToast({ ...auth.signIn.welcome, variant: 'success' });
      return { is: 'signed-in' };
    }
    const strange = strangeness(sessionStore.current(), linkTo);
    if (strange !== null) return strange;
    await linkIdentity(provider.name, proof);
    showToast({ ...linkedAccounts.linked(provider.title), variant: 'success' });
    return { is: 'linked' };
  };

  const exchange = () =>
    run(async () => {
      if (flow === null) return;
      try {
        setFinish(await send(flow));
        endFlow();
      } catch (cause) {
        const { message, code, passing } = providerProblem(cause);
        if (!passing) endFlow();
        setFinish({ is: 'failed', message, code, passing });
        setFailures((count) => count + 1);
      }
    });

  const ready = finish.is === 'working' && session.status !== 'loading';
  useEffect(() => {
    if (finish.is === 'failed' && !finish.passing) endFlow();
    if (!ready || begun.current) return;
    begun.current = true;
    void exchange();
  });

  return { finish, failures, flow, busy, again: () => void exchange() };
}
