/**
 * /auth/reset: where the link of the recovery mail leads, or its code is typed. The secret is in the fragment, never sent by
 * itself.
 */
import { LinkButton } from '../../components/controls/button';
import { Card } from '../../components/layout/card';
import { PageHeading } from '../../components/layout/page-heading';
import { auth } from '../../content/auth';
import { paths } from '../../content/pages';
import { ResetPassword } from '../../features/auth/recovery/reset-password';
import { useKnownEmail } from '../../features/auth/recovery/use-known-email';
import { useLinkToken } from '../../features/auth/verification/use-link-token';

export function AuthResetPage() {
  const email = useKnownEmail();
  const { token, takeOut } = useLinkToken();
  return (
    <div className="mx-auto w-full max-w-lg px-5 py-12 sm:py-16">
      <Card>
        <PageHeading size="card">{auth.newPassword.title}</PageHeading>
        <div className="mt-4 space-y-5">
          <ResetPassword
            key={token}
            token={token}
            email={email}
            onUsed={takeOut}
            otherwise={
              <LinkButton to={paths.authRecover} variant="secondary">
                {auth.newPassword.askAgain}
              </LinkButton>
            }
          />
        </div>
      </Card>
    </div>
  );
}
