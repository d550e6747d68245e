/**
 * Behind the link of a confirmation mail: one button. Nothing is sent before it is pressed, so that mail scanners that open
 * links confirm nothing. Where there is no link to use, the code of the mail does the same.
 */
import { useState } from 'react';
import { paths } from '../../content/site/pages';
import { messageOf, toProblem } from '../../api/errors';
import { Alert } from '../../components/alert';
import { Button, LinkButton } from '../../components/button';
import { auth } from '../../content/account/auth';
import { useLatch } from '../../lib/use-latch';
import { redeem, type Redeemed } from './redeem-mail';
import { type Rest, RestOfConfirming } from './rest-of-confirming';
import { TypeMailCode } from './type-mail-code';
import { useConfirmed } from './use-confirmed';

function ConfirmByCode({ onRedeemed }: { onRedeemed(redeemed: Redeemed): void }) {
  return (
    <TypeMailCode
      words={{ action: auth.confirm.byCode, acting: auth.confirm.confirming }}
      onRedeemed={onRedeemed}
      resends="verify_email"
    />
  );
}

/** The ways on where nothing is left to confirm. */
function Otherwise() {
  const { already, signIn, changing, account } = auth.confirm;
  const ways = [
    { text: already, to: paths.auth, action: signIn },
    { text: changing, to: paths.account, action: account },
  ];
  return ways.map(({ text, to, action }) => (
    <div key={to} className="flex flex-wrap items-center justify-between gap-3">
      <p className="min-w-0 flex-1 basis-60">{text}</p>
      <LinkButton to={to} variant="secondary">
        {action}
      </LinkButton>
    </div>
  ));
}

type Props = {
  /** Empty where the address holds none. */
  token: string;
  /** The token does nothing any more. */
  onUsed(): void;
};

type Failure = { message: string; isFinal: boolean };

export function ConfirmAddress({ token, onUsed }: Props) {
  const { busy, run } = useLatch();
  const [failure, setFailure] = useState<Failure | null>(null);
  const [rest, setRest] = useState<Rest | null>(null);
  const confirmed = useConfirmed();

  const goOn = (redeemed: Redeemed) => {
    if (redeemed.is === 'confirmed' || redeemed.is === 'changed') confirmed(redeemed.is);
    else {
      onUsed();
      setRest(redeemed);
    }
  };

  const confirm = async () => {
    setFailure(null);
    try {
      goOn(await redeem({ token }));
    } catch (cause) {
      const problem = toProblem(cause);
      const message = messageOf(problem, auth.limited.links);
      const isFinal = problem.code === 'token_invalid';
      if (isFinal) onUsed();
      setFailure({ message, isFinal });
    }
  };

  if (rest !== null) return <RestOfConfirming rest={rest} />;

  if (token === '') {
    return (
      <div className="space-y-5">
        <p className="text-muted">{auth.confirm.withoutLink}</p>
        <ConfirmByCode onRedeemed={goOn} />
        <div className="space-y-5 border-t border-sand pt-5">
          <Otherwise />
        </div>
      </div>
    );
  }

  if (failure?.isFinal === true) {
    return (
      <div className="space-y-5">
        <Alert variant="destructive" takesFocus>
          {failure.message}
        </Alert>
        <Otherwise />
        <section className="space-y-5 border-t border-sand pt-5" aria-labelledby="by-code">
          <h2 id="by-code" className="text-xl">
            {auth.confirm.askAgain}
          </h2>
          <ConfirmByCode onRedeemed={goOn} />
        </section>
      </div>
    );
  }

  return (
    <div className="space-y-5">
      <p className="text-muted">{auth.confirm.introduction}</p>
      <Button onClick={() => void run(confirm)} busy={busy} className="w-full">
        {busy ? auth.confirm.confirming : auth.confirm.action}
      </Button>
      {failure !== null && <Alert variant="destructive">{failure.message}</Alert>}
    </div>
  );
}
