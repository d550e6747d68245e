import { Link, useLocation } from 'react-router-dom';
import { CardPage } from '../../components/layout/card-page';
import { auth } from '../../content/account/auth';
import { paths } from '../../content/site/pages';
import { RequestRecoveryForm } from '../../features/auth/recovery/request-recovery-form';
import { usePrefilledEmail } from '../../features/auth/recovery/use-prefilled-email';

export function AuthRecoverPage() {
  // The Sign In form passes on its address.
  const email = usePrefilledEmail();
  const { search } = useLocation();
  return (
    <CardPage title={auth.recover.title}>
      <p className="text-muted">{auth.recover.introduction}</p>
      <RequestRecoveryForm email={email} />
      <p>
        <Link to={{ pathname: paths.auth, search }} className="underline underline-offset-4">
          {auth.recover.back}
        </Link>
      </p>
    </CardPage>
  );
}
