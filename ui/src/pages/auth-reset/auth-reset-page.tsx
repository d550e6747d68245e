/** /auth/reset: where the link of the recovery mail leads. The secret is in the fragment, never sent by itself. */
import { useRef } from 'react';
import { Alert } from '../../components/alert';
import { LinkButton } from '../../components/button';
import { Card } from '../../components/card';
import { PageHeading } from '../../components/page-heading';
import { auth } from '../../content/auth';
import { paths } from '../../content/pages';
import { ChoosePasswordForm } from '../../features/auth/choose-password-form';
import { redeemForGrant } from '../../features/auth/redeem-for-grant';
import { useLinkToken } from '../../features/auth/use-link-token';
import { usePasswordChosen } from '../../features/auth/use-password-chosen';

function NewPassword({ token }: { token: string }) {
  const chosen = usePasswordChosen();
  // The link works once: a password that is refused is tried again with the same grant.
  const granted = useRef<string | null>(null);
  const grant = async () => {
    granted.current ??= (await redeemForGrant(token)) ?? '';
    return granted.current;
  };
  return <ChoosePasswordForm grant={grant} onChosen={chosen} />;
}

export function AuthResetPage() {
  const token = useLinkToken();
  const { title, introduction, incomplete, askAgain } = auth.newPassword;
  return (
    <div className="mx-auto w-full max-w-lg px-5 py-12 sm:py-16">
      <Card>
        <PageHeading>{title}</PageHeading>
        <div className="mt-3 space-y-5">
          {token === '' ? (
            <>
              <Alert variant="destructive">{incomplete}</Alert>
              <LinkButton to={paths.authRecover} variant="secondary">
                {askAgain}
              </LinkButton>
            </>
          ) : (
            <>
              <p className="text-muted">{introduction}</p>
              <NewPassword key={token} token={token} />
            </>
          )}
        </div>
      </Card>
    </div>
  );
}
