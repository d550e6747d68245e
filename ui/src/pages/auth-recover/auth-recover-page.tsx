/** /auth/recover: asking for a mail with a link to choose a new password. */
import { useEffect, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { Card } from '../../components/card';
import { PageHeading } from '../../components/page-heading';
import { auth } from '../../content/auth';
import { paths } from '../../content/pages';
import { AskRecoveryForm } from '../../features/auth/ask-recovery-form';

export function AuthRecoverPage() {
  const { pathname, state }: { pathname: string; state: unknown } = useLocation();
  const navigate = useNavigate();
  // The address that the Sign In form holds comes along.
  const [email] = useState(() => (typeof state === 'string' ? state : ''));
  useEffect(() => {
    // The history outlives a reload and Sign Out: whoever uses this browser next is not to find the address there.
    if (state !== null) void navigate(pathname, { replace: true, state: null });
  }, [state, pathname, navigate]);
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
