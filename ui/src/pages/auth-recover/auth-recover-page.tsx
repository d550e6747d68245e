/** /auth/recover: asking for a mail with a link to choose a new password. */
import { Link } from 'react-router-dom';
import { Card } from '../../components/card';
import { PageHeading } from '../../components/page-heading';
import { auth } from '../../content/account/auth';
import { paths } from '../../content/site/pages';
import { AskRecoveryForm } from '../../features/auth/ask-recovery-form';
import { useKnownEmail } from '../../features/auth/use-known-email';

export function AuthRecoverPage() {
  // The Sign In form hands its address on.
  const email = useKnownEmail();
  return (
    <div className="mx-auto w-full max-w-lg px-5 py-12 sm:py-16">
      <Card>
        <PageHeading size="card">{auth.recover.title}</PageHeading>
        <div className="mt-4 space-y-5">
          <p className="text-muted">{auth.recover.introduction}</p>
          <AskRecoveryForm email={email} />
          <p>
            <Link to={paths.auth} className="underline underline-offset-4">
              {auth.recover.back}
            </Link>
          </p>
        </div>
      </Card>
    </div>
  );
}
