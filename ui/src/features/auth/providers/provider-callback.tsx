/** The content of /auth/finish: the progress, the second step or the failure. */
import { Navigate, useNavigate } from 'react-router-dom';
import { Alert } from '../../../components/feedback/alert';
import { Button, LinkButton } from '../../../components/controls/button';
import { providers } from '../../../content/account/providers';
import { paths, SIGN_UP } from '../../../content/site/pages';
import type { ProviderFlow } from '../../../session/tab-storage/provider-flow';
import { useSession } from '../../../session/use-session';
import { SecondStep } from '../sign-in/second-step';
import { type CallbackState, useProviderCallback } from './use-provider-callback';

const words = providers.finish;

/** Without `to`, the sign-in form. */
type NextStep = { to?: string; action: string };
type Failed = Extract<CallbackState, { is: 'failed' }>;

const signIn: NextStep = { action: words.signIn };
const retry: NextStep = { action: words.again };
const byPassword: NextStep = { action: words.byPassword };
const otherMethod: NextStep = { action: words.anotherWay };
const createAccount: NextStep = { to: `${paths.auth}${SIGN_UP}`, action: words.createAccount };
const toAccount: NextStep = { to: paths.account, action: words.toAccount };
const toContact: NextStep = { to: paths.contact, action: words.contact };

/** Next steps by problem code. All other codes lead to a new sign-in. */
const NEXT_STEPS = new Map<string, NextStep>([
  ['nothing', signIn],
  ['account_exists', byPassword],
  ['account_disabled', toContact],
  ['email_not_verified', createAccount],
  ['id_token_invalid', otherMethod],
  ['unknown_provider', otherMethod],
]);

function nextStepAfter({ code, transient }: Failed, flow: ProviderFlow | null, isVisitor: boolean) {
  if (!isVisitor) return toAccount;
  if (flow !== null && flow.linkTo !== null) return signIn;
  return transient ? otherMethod : (NEXT_STEPS.get(code) ?? retry);
}

type FailureProps = {
  failure: Failed;
  /** The number of failures, so that a repeated message is announced again. */
  failures: number;
  nextStep: NextStep;
  toSignIn: string;
  busy: boolean;
  onAgain(): void;
};

function Failure({ failure, failures, nextStep, toSignIn, busy, onAgain }: FailureProps) {
  return (
    <div className="space-y-5">
      <Alert key={failures} variant="destructive" takesFocus>
        {failure.message}
      </Alert>
      <div className="flex flex-wrap gap-3">
        {failure.transient && (
          <Button busy={busy} onClick={onAgain}>
            {words.again}
          </Button>
        )}
        <LinkButton
          to={nextStep.to ?? toSignIn}
          variant={failure.transient ? 'secondary' : 'primary'}
        >
          {nextStep.action}
        </LinkButton>
      </div>
    </div>
  );
}

/** `fragment` is the fragment of the callback URL. */
export function ProviderCallback({ fragment }: { fragment: string }) {
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
    case 'failed':
      return (
        <Failure
          failure={finish}
          failures={failures}
          nextStep={nextStepAfter(finish, flow, isVisitor)}
          toSignIn={toSignIn}
          busy={busy}
          onAgain={exchange}
        />
      );
  }
}
