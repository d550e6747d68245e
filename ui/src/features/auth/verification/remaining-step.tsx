/** What is left to do after a mail was confirmed that has not done everything: the other address, or a password. */
import { Alert } from '../../../components/feedback/alert';
import { auth } from '../../../content/auth';
import { ChoosePasswordForm } from '../password/choose-password-form';
import type { Redeemed } from './redeem-mail';

export type Remaining = Extract<Redeemed, { is: 'granted' | 'half-changed' }>;

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
      {remaining.confirmed && (
        <Alert variant="success" takesFocus>
          {auth.newPassword.contested}
        </Alert>
      )}
      <ChoosePasswordForm
        right={() => Promise.resolve(remaining)}
        email={remaining.email}
        takesFocus={!remaining.confirmed}
      />
    </div>
  );
}
