/**
 * /auth/restore: after an email change, the notice to the old address links here. The page undoes an account takeover. The
 * secret is in the fragment, which browsers do not send.
 */
import { LinkButton } from '../../components/controls/button';
import { CardPage } from '../../components/layout/card-page';
import { auth } from '../../content/account/auth';
import { paths } from '../../content/site/pages';
import { RedeemRestoreLink } from '../../features/auth/recovery/redeem-restore-link';
import { useLinkToken } from '../../features/auth/verification/use-link-token';

export function AuthRestorePage() {
  const { token, removeFromUrl } = useLinkToken();
  const { title, otherwise } = auth.restore;
  return (
    <CardPage title={title}>
      <RedeemRestoreLink
        key={token}
        token={token}
        words={auth.restore}
        onUsed={removeFromUrl}
        otherwise={
          <>
            <p>{otherwise.text}</p>
            <div className="flex flex-wrap gap-3">
              <LinkButton to={paths.authRecover} variant="secondary">
                {otherwise.recover}
              </LinkButton>
              <LinkButton to={paths.contact} variant="secondary">
                {otherwise.contact}
              </LinkButton>
            </div>
          </>
        }
      />
    </CardPage>
  );
}
