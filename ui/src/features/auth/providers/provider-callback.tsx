/** The content of /auth/finish: progress, the second step, or the failure and the next step. */
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

type WayOn = { to: string; action: string };
type Failed = Extract<CallbackState, { is: 'failed' }>;

const signIn: WayOn = { to: paths.auth, action: words.signIn };
const again: WayOn = { to: paths.auth, action: words.again };
const byPassword: WayOn = { to: paths.auth, action: words.byPassword };
const anotherWay: WayOn = { to: paths.auth, action: words.anotherWay };
const createAccount: WayOn = { to: `${paths.auth}${SIGN_UP}`, action: words.createAccount };
const toAccount: WayOn = { to: paths.account, action: words.toAccount };
const toContact: WayOn = { to: paths.contact, action: words.contact };

/** By problem code. All others lead to a new sign-in. */
const WAYS_ON = new Map<string, WayOn>([
  ['nothing', signIn],
  ['account_exists', byPassword],
  ['account_disabled', toContact],
  ['email_not_verified', createAccount],
  ['id_token_invalid', anotherWay],
  ['unknown_provider', anotherWay],
]);

function wayOnFrom({ code, transient }: Failed, flow: ProviderFlow | null, isVisitor: boolean) {
  if (!isVisitor) return toAccount;
  if (flow !== null && flow.linkTo !== null) return signIn;
  return transient ? anotherWay : (WAYS_ON.get(code) ?? again);
}

type FailureProps = {
  failure: Failed;
  /** Each failure is announced, even in the same words. */
  failures: number;
  wayOn: WayOn;
  busy: boolean;
  onAgain(): void;
};

function Failure({ failure, failures, wayOn, busy, onAgain }: FailureProps) {
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
        <LinkButton to={wayOn.to} variant={failure.transient ? 'secondary' : 'primary'}>
          {wayOn.action}
        </LinkButton>
      </div>
    </div>
  );
}

/** `fragment` is that of the callback address. */
export function ProviderCallback({ fragment }: { fragment: string }) {
  const { finish, failures, flow, busy, again: exchange } = useProviderCallback(fragment);
  const navigate = useNavigate();
  const isVisitor = useSession().status !== 'signed-in';
  switch (finish.is) {
    case 'working':
      return <p role="status">{flow?.linkTo == null ? words.signingIn : words.linking}</p>;
    case 'second-step':
      if (!isVisitor) return <Navigate to={paths.auth} replace />;
      return (
        <SecondStep
          step={finish.step}
          onBack={() => void navigate(paths.auth, { replace: true })}
        />
      );
    case 'signed-in':
      // /auth decides where a signed-in user goes.
      return <Navigate to={paths.auth} replace />;
    case 'linked':
      return <Navigate to={paths.account} replace />;
    case 'failed':
      return (
        <Failure
          failure={finish}
          failures={failures}
          wayOn={wayOnFrom(finish, flow, isVisitor)}
          busy={busy}
          onAgain={exchange}
        />
      );
  }
}
