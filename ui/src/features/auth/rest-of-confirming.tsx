/** What is left to do after a mail was confirmed that has not done everything: the other address, or a password. */
import { Alert } from '../../components/alert';
import { auth } from '../../content/account/auth';
import { ChoosePasswordForm } from './choose-password-form';
import type { Redeemed } from './redeem-mail';

export type Rest = Extract<Redeemed, { is: 'granted' | 'half-changed' }>;

export function RestOfConfirming({ rest }: { rest: Rest }) {
  if (rest.is === 'half-changed') {
    return (
      <Alert variant="success" takesFocus>
        {auth.confirm.halfChanged[rest.pending]}
      </Alert>
    );
  }
  return (
    <div className="space-y-5">
      {rest.confirmed && (
        <Alert variant="success" takesFocus>
          {auth.newPassword.contested}
        </Alert>
      )}
      <ChoosePasswordForm
        right={() => Promise.resolve(rest)}
        email={rest.email}
        takesFocus={!rest.confirmed}
      />
    </div>
  );
}
