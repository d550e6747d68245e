/** /auth/recover: asking for a mail with a link to choose a new password. */
import { Card } from '../../components/card';
import { PageHeading } from '../../components/page-heading';
import { auth } from '../../content/auth';
import { AskRecoveryForm } from '../../features/auth/ask-recovery-form';

export function AuthRecoverPage() {
  return (
    <div className="mx-auto w-full max-w-lg px-5 py-12 sm:py-16">
      <Card>
        <PageHeading>{auth.recover.title}</PageHeading>
        <div className="mt-3 space-y-5">
          <p className="text-muted">{auth.recover.introduction}</p>
          <AskRecoveryForm />
        </div>
      </Card>
    </div>
  );
}
