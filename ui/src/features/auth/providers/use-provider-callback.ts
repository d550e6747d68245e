/** Redeems a provider's code with the verifier of this tab, to sign in or to link an identity. */
import { useEffect, useRef, useState } from 'react';
import { linkIdentity } from '../../../api/identities';
import { providerProblem, refusalOf } from '../../../api/provider-problem';
import { createSessionByPkce, type FactorRequired } from '../../../api/sessions';
import { showToast } from '../../../components/feedback/toast';
import { auth } from '../../../content/account/auth';
import { linkedAccounts } from '../../../content/account/linked-accounts';
import { providers } from '../../../content/account/providers';
import { useSingleFlight } from '../../../lib/hooks/use-single-flight';
import { sessionStore } from '../../../session/browser-session';
import { endFlow, type ProviderFlow, readFlow } from '../../../session/tab-storage/provider-flow';
import { type SessionState, useSession } from '../../../session/use-session';

const words = providers.finish;

export type CallbackState =
  | { readonly is: 'working' }
  | { readonly is: 'signed-in' }
  | { readonly is: 'second-step'; readonly step: FactorRequired }
  | { readonly is: 'linked' }
  /** `transient` means that a retry may succeed. */
  | {
      readonly is: 'failed';
      readonly message: string;
      readonly code: string;
      readonly transient: boolean;
    };

const failed = (message: string, code: string): CallbackState => ({
  is: 'failed',
  message,
  code,
  transient: false,
});

/** The failure if there is no code to send; otherwise null. */
function missingCode(answer: URLSearchParams, flow: ProviderFlow | null): CallbackState | null {
  const error = answer.get('error');
  if (error !== null) return failed(refusalOf(error) ?? words.unknown, error);
  return flow === null || !answer.get('code') ? failed(words.nothing, 'nothing') : null;
}

/** The failure if the user may not link the identity; otherwise null. */
function linkRefusal(session: SessionState, linkTo: string): CallbackState | null {
  if (session.status !== 'signed-in') return failed(words.sessionEnded, 'ended');
  return session.session.user.id === linkTo ? null : failed(words.otherPerson, 'other');
}

/** `fragment` is the fragment of the callback URL. */
export function useProviderCallback(fragment: string) {
  const session = useSession();
  const [answer] = useState(() => new URLSearchParams(fragment));
  const [flow] = useState(readFlow);
  const [finish, setFinish] = useState<CallbackState>(
    () => missingCode(answer, flow) ?? { is: 'working' },
  );
  const { busy, run } = useSingleFlight();
  /** The code is sent automatically only once. The button sends it again. */
  const begun = useRef(false);
  const [failures, setFailures] = useState(0);

  const send = async ({ provider, verifier, linkTo }: ProviderFlow): Promise<CallbackState> => {
    const proof = { auth_code: answer.get('code') ?? '', code_verifier: verifier };
    if (linkTo === null) {
      const step = await sessionStore.signIn(() => createSessionByPkce(proof));
      if (step !== null) return { is: 'second-step', step };
      showToast({ ...auth.signIn.welcome, variant: 'success' });
      return { is: 'signed-in' };
    }
    const refusal = linkRefusal(sessionStore.current(), linkTo);
    if (refusal !== null) return refusal;
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
        const { message, code, transient } = providerProblem(cause);
        if (!transient) endFlow();
        setFinish({ is: 'failed', message, code, transient });
        setFailures((count) => count + 1);
      }
    });

  const ready = finish.is === 'working' && session.status !== 'loading';
  useEffect(() => {
    if (finish.is === 'failed' && !finish.transient) endFlow();
    if (!ready || begun.current) return;
    begun.current = true;
    void exchange();
  });

  return { finish, failures, flow, busy, exchange: () => void exchange() };
}
