/** What /auth/finish shows: the wait, the second step, or why nothing came of it and the way on. */
import { Navigate, useNavigate } from 'react-router-dom';
import { Alert } from '../../components/alert';
import { Button, LinkButton } from '../../components/button';
import { providers } from '../../content/account/providers';
import { paths, SIGN_UP } from '../../content/site/pages';
import type { ProviderFlow } from '../../session/provider-flow';
import { useSession } from '../../session/use-session';
import { SecondStep } from './second-step';
import { type Finish, useFinish } from './use-finish';

const words = providers.finish;

type WayOn = { to: string; action: string };
type Failed = Extract<Finish, { is: 'failed' }>;

const signIn: WayOn = { to: paths.auth, action: words.signIn };
const again: WayOn = { to: paths.auth, action: words.again };
const byPassword: WayOn = { to: paths.auth, action: words.byPassword };
const anotherWay: WayOn = { to: paths.auth, action: words.anotherWay };
const createAccount: WayOn = { to: `${paths.auth}${SIGN_UP}`, action: words.createAccount };
const toAccount: WayOn = { to: paths.account, action: words.toAccount };
const toContact: WayOn = { to: paths.contact, action: words.contact };

/** By the code of the failure. From all others one begins again. */
const WAYS_ON = new Map<string, WayOn>([
  ['nothing', signIn],
  ['account_exists', byPassword],
  ['account_disabled', toContact],
  ['email_not_verified', createAccount],
  ['id_token_invalid', anotherWay],
  ['unknown_provider', anotherWay],
]);

function wayOnFrom({ code, passing }: Failed, flow: ProviderFlow | null, isVisitor: boolean) {
  if (!isVisitor) return toAccount;
  if (flow !== null && flow.linkTo !== null) return signIn;
  return passing ? anotherWay : (WAYS_ON.get(code) ?? again);
}

type FailureProps = {
  failure: Failed;
  /** How often it has failed: each time is told, even in the same words. */
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
        {failure.passing && (
          <Button busy={busy} onClick={onAgain}>
            {words.again}
          </Button>
        )}
        <LinkButton to={wayOn.to} variant={failure.passing ? 'secondary' : 'primary'}>
          {wayOn.action}
        </LinkButton>
      </div>
    </div>
  );
}

/** `fragment` is that of the address, as the provider's page has led back. */
export function FinishSignIn({ fragment }: { fragment: string }) {
  const { finish, failures, flow, busy, again: exchange } = useFinish(fragment);
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
      // Which decides where somebody who has signed in goes.
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
