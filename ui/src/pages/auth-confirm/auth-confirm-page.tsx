/**
 * /auth/confirm: where the links lead that confirm an address, after a sign-up or for a change. The secret is in the
 * fragment, never sent by itself.
 */
import { Card } from '../../components/card';
import { PageHeading } from '../../components/page-heading';
import { auth } from '../../content/account/auth';
import { ConfirmAddress } from '../../features/auth/confirm-address';
import { useLinkToken } from '../../features/auth/use-link-token';

export function AuthConfirmPage() {
  const { token, takeOut } = useLinkToken();
  return (
    <div className="mx-auto w-full max-w-lg px-5 py-12 sm:py-16">
      <Card>
        <PageHeading size="card">{auth.confirm.title}</PageHeading>
        <div className="mt-4">
          <ConfirmAddress key={token} token={token} onUsed={takeOut} />
        </div>
      </Card>
    </div>
  );
}
