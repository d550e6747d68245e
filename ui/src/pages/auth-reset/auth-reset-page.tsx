/**
 * /auth/reset: where the link of the recovery mail leads, or its code is typed. The secret is in the fragment, never sent by
 * itself.
 */
import { LinkButton } from '../../components/button';
import { Card } from '../../components/card';
import { PageHeading } from '../../components/page-heading';
import { auth } from '../../content/account/auth';
import { paths } from '../../content/site/pages';
import { ResetPassword } from '../../features/auth/reset-password';
import { useKnownEmail } from '../../features/auth/use-known-email';
import { useLinkToken } from '../../features/auth/use-link-token';

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
