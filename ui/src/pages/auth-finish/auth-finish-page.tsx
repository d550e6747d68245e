/**
 * /auth/finish: the callback from a provider. The code in the fragment is redeemed without a button, because only the
 * tab that went to the provider can redeem it.
 */
import { CardPage } from '../../components/layout/card-page';
import { Navigate, useLocation, useNavigate } from 'react-router-dom';
import { Alert } from '../../components/feedback/alert';
import { Button, LinkButton } from '../../components/controls/button';
import { providers } from '../../content/account/providers';
import { SIGN_UP, paths } from '../../content/site/pages';
import { type ProviderFlow, endFlow, readFlow } from '../../session/tab-storage/provider-flow';
import { type SessionState, useSession } from '../../session/session-state';
import { SecondStep } from '../../features/auth/sign-in/second-step';
import { useEffect, useRef, useState } from 'react';
import { linkIdentity, providerProblem, refusalOf } from '../../api/identities';
import { type FactorRequired, createSessionByPkce } from '../../api/sessions';
import { showToast } from '../../components/feedback/toast';
import { linkedAccounts } from '../../content/account/linked-accounts';
import { useSingleFlight } from '../../lib/hooks/use-single-flight';
import { sessionStore } from '../../session/browser-session';
import { welcome } from '../../features/auth/sign-in/welcome';

export function AuthFinishPage() {
  const fragment = useFragment();
  return (
    <CardPage title={providers.finish.title}>
      <ProviderCallback key={fragment} fragment={fragment} />
    </CardPage>
  );
}

/**
 * The fragment without the `#`, which is removed from the URL; may be empty. A second callback in the same tab replaces the
 * first.
 */
function useFragment(): string {
  const { hash, pathname } = useLocation();
  const navigate = useNavigate();
  const [fragment, setFragment] = useState(hash.slice(1));
  useEffect(() => {
    if (hash === '') return;
    setFragment(hash.slice(1));
    void navigate(pathname, { replace: true });
  }, [hash, pathname, navigate]);
  return fragment;
}

const words = providers.finish;

/** Without `to`, the sign-in form. */
type NextStep = { to?: string; action: string };
type Failed = Extract<CallbackState, { is: 'failed' }>;

const signIn: NextStep = { action: words.signIn };
const otherMethod: NextStep = { action: words.anotherWay };

/** Next steps by problem code. All other codes lead to a new sign-in. */
const NEXT_STEPS = new Map<string, NextStep>([
  ['nothing', signIn],
  ['account_exists', { action: words.byPassword }],
  ['account_disabled', { to: paths.contact, action: words.contact }],
  ['email_not_verified', { to: `${paths.auth}${SIGN_UP}`, action: words.createAccount }],
  ['id_token_invalid', otherMethod],
  ['unknown_provider', otherMethod],
]);

function nextStepAfter(
  { code, transient }: Failed,
  flow: ProviderFlow | null,
  isVisitor: boolean,
): NextStep {
  if (!isVisitor) return { to: paths.account, action: words.toAccount };
  if (flow !== null && flow.linkTo !== null) return signIn;
  return transient ? otherMethod : (NEXT_STEPS.get(code) ?? { action: words.again });
}

/** The progress, the second step or the failure. */
function ProviderCallback({ fragment }: { fragment: string }) {
  const { finish, failures, flow, busy, exchange } = useProviderCallback(fragment);
  const navigate = useNavigate();
  const isVisitor = useSession().status !== 'signed-in';
  const toSignIn = flow?.signInPath ?? paths.auth;
  switch (finish.is) {
    case 'working':
      return <p role="status">{flow?.linkTo == null ? words.signingIn : words.linking}</p>;
    case 'second-step':
      if (!isVisitor) return <Navigate to={toSignIn} replace />;
      return (
        <SecondStep step={finish.step} onBack={() => void navigate(toSignIn, { replace: true })} />
      );
    case 'signed-in':
      // /auth redirects a signed-in user.
      return <Navigate to={toSignIn} replace />;
    case 'linked':
      return <Navigate to={paths.account} replace />;
    case 'failed': {
      const { to = toSignIn, action } = nextStepAfter(finish, flow, isVisitor);
      return (
        <div className="space-y-5">
          {/* A repeated message is announced again. */}
          <Alert key={failures} variant="destructive" takesFocus>
            {finish.message}
          </Alert>
          <div className="flex flex-wrap gap-3">
            {finish.transient && (
              <Button busy={busy} onClick={exchange}>
                {words.again}
              </Button>
            )}
            <LinkButton to={to} variant={finish.transient ? 'secondary' : 'primary'}>
              {action}
            </LinkButton>
          </div>
        </div>
      );
    }
  }
}

/** Redeems a provider's code with the verifier of this tab, to sign in or to link an identity. */
type CallbackState =
  | { readonly is: 'working' | 'signed-in' | 'linked' }
  | { readonly is: 'second-step'; readonly step: FactorRequired }
  | {
      readonly is: 'failed';
      readonly message: string;
      readonly code: string;
      /** A retry may succeed. */
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

function useProviderCallback(fragment: string) {
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
      showToast(welcome());
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
