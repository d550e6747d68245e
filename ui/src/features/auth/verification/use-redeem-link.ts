/** Redeems the token of a link when a button is pressed. */
import { useState } from 'react';
import { messageOf, toProblem } from '../../../api/errors';
import { auth } from '../../../content/account/auth';
import { useSingleFlight } from '../../../lib/hooks/use-single-flight';
import { redeem, type Redeemed } from './redeem-mail';

/** `isFinal` means that the link is invalid or already used. */
type Failure = { message: string; isFinal: boolean };

export function useRedeemLink(token: string, onUsed: () => void) {
  const [failure, setFailure] = useState<Failure | null>(null);
  const { busy, run, keepBusy } = useSingleFlight();
  const press = (then: (redeemed: Redeemed) => void) =>
    run(async () => {
      setFailure(null);
      try {
        const redeemed = await redeem({ token });
        keepBusy();
        then(redeemed);
      } catch (cause) {
        const problem = toProblem(cause);
        const isFinal = problem.code === 'token_invalid';
        if (isFinal) onUsed();
        setFailure({ message: messageOf(problem, auth.limited.links), isFinal });
      }
    });
  return { busy, failure, setFailure, press };
}
