import { Link } from 'react-router-dom';
import { CardPage } from '../../components/layout/card-page';
import { auth } from '../../content/auth';
import { paths } from '../../content/pages';
import { AskRecoveryForm } from '../../features/auth/recovery/ask-recovery-form';
import { useKnownEmail } from '../../features/auth/recovery/use-known-email';

export function AuthRecoverPage() {
  // The Sign In form passes on its address.
  const email = useKnownEmail();
  return (
    <CardPage title={auth.recover.title}>
      <p className="text-muted">{auth.recover.introduction}</p>
      <AskRecoveryForm email={email} />
      <p>
        <Link to={paths.auth} className="underline underline-offset-4">
          {auth.recover.back}
        </Link>
      </p>
    </CardPage>
  );
}
