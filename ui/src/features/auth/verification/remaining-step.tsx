/** The step after a redeemed mail: the home page, the mail to the other address, or a new password. */
import { useState } from 'react';
import { Alert } from '../../../components/feedback/alert';
import { auth } from '../../../content/account/auth';
import { paths, signInToApply } from '../../../content/site/pages';
import { hasFeature } from '../../../lib/browser/site';
import { noteSignUp, signUpProgress } from '../../../lib/sign-up-progress';
import { sessionStore } from '../../../session/browser-session';
import { ChoosePasswordForm } from './choose-password-form';
import { useLeaveForHome } from '../next-page';
import type { Redeemed } from './mail-link';

type Remaining = Extract<Redeemed, { is: 'granted' | 'half-changed' }>;

export function useRemainingStep() {
  const [remaining, setRemaining] = useState<Remaining | null>(null);
  const leaveForHome = useLeaveForHome();
  const proceed = (redeemed: Redeemed) => {
    if (redeemed.is === 'verified') {
      noteSignUp('confirmed', redeemed.email);
      // A visitor finds a line about it on the home page, which a toast would cover.
      const isVisitor = sessionStore.current().status === 'signed-out';
      const hasLine = isVisitor && signUpProgress() === 'confirmed';
      leaveForHome(
        hasLine ? null : auth.confirm.confirmed,
        hasFeature('apply') ? signInToApply : paths.auth,
      );
    } else if (redeemed.is === 'changed') leaveForHome(auth.confirm.changed, paths.account);
    else setRemaining(redeemed);
  };
  return { remaining, proceed };
}

export function RemainingStep({ remaining }: { remaining: Remaining }) {
  if (remaining.is === 'half-changed') {
    return (
      <Alert variant="success" takesFocus>
        {auth.confirm.halfChanged[remaining.pending]}
      </Alert>
    );
  }
  return (
    <div className="space-y-5">
      {remaining.verified && (
        <Alert variant="success" takesFocus>
          {auth.newPassword.contested}
        </Alert>
      )}
      <ChoosePasswordForm
        getGrant={() => Promise.resolve(remaining)}
        email={remaining.email}
        takesFocus={!remaining.verified}
      />
    </div>
  );
}
