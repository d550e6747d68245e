/**
 * /auth/reset: the target of recovery links, and the form for recovery codes. The secret is in the fragment, which
 * browsers do not send.
 */
import { LinkButton } from '../../components/controls/button';
import { CardPage } from '../../components/layout/card-page';
import { auth } from '../../content/account/auth';
import { paths } from '../../content/site/pages';
import { ResetPassword } from '../../features/auth/recovery/reset-password';
import { usePrefilledEmail } from '../../features/auth/recovery/use-prefilled-email';
import { useLinkToken } from '../../features/auth/verification/use-link-token';

export function AuthResetPage() {
  const email = usePrefilledEmail();
  const { token, removeFromUrl } = useLinkToken();
  return (
    <CardPage title={auth.newPassword.title}>
      <ResetPassword
        key={token}
        token={token}
        email={email}
        onUsed={removeFromUrl}
        otherwise={
          <LinkButton to={paths.authRecover} variant="secondary">
            {auth.newPassword.askAgain}
          </LinkButton>
        }
      />
    </CardPage>
  );
}
