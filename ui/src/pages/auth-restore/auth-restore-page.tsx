/**
 * /auth/restore: where the link leads that the old address gets after a change, the way back for whose account was taken
 * over. The secret is in the fragment, never sent by itself.
 */
import { LinkButton } from '../../components/button';
import { Card } from '../../components/card';
import { PageHeading } from '../../components/page-heading';
import { auth } from '../../content/account/auth';
import { paths } from '../../content/site/pages';
import { LinkToPassword } from '../../features/auth/link-to-password';
import { useLinkToken } from '../../features/auth/use-link-token';

export function AuthRestorePage() {
  const { token, takeOut } = useLinkToken();
  const { title, otherwise } = auth.restore;
  return (
    <div className="mx-auto w-full max-w-lg px-5 py-12 sm:py-16">
      <Card>
        <PageHeading size="card">{title}</PageHeading>
        <div className="mt-4 space-y-5">
          <LinkToPassword
            key={token}
            token={token}
            words={auth.restore}
            onUsed={takeOut}
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
        </div>
      </Card>
    </div>
  );
}
