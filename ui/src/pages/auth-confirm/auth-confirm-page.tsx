/** /auth/confirm: the target of verification links. The secret is in the fragment, which browsers do not send. */
import { CardPage } from '../../components/layout/card-page';
import { auth } from '../../content/account/auth';
import { RedeemVerification } from '../../features/auth/verification/redeem-verification';
import { useLinkToken } from '../../features/auth/verification/use-link-token';

export function AuthConfirmPage() {
  const { token, removeFromUrl } = useLinkToken();
  return (
    <CardPage title={auth.confirm.title}>
      <RedeemVerification key={token} token={token} onUsed={removeFromUrl} />
    </CardPage>
  );
}
