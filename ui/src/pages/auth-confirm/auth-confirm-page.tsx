/**
 * /auth/confirm: where the links lead that confirm an address, after a sign-up or for a change. The secret is in the
 * fragment, never sent by itself.
 */
import { useNavigate } from 'react-router-dom';
import { paths } from '../../content/pages';
import { Card } from '../../components/card';
import { PageHeading } from '../../components/page-heading';
import { showToast } from '../../components/toast';
import { auth } from '../../content/auth';
import { ConfirmAddress } from '../../features/auth/confirm-address';
import { useLinkToken } from '../../features/auth/use-link-token';

export function AuthConfirmPage() {
  const token = useLinkToken();
  const navigate = useNavigate();

  const leave = (what: 'confirmed' | 'changed') => {
    const { title, description, action } = auth.confirm[what];
    showToast({
      title,
      description,
      variant: 'success',
      action: { label: action, to: what === 'changed' ? paths.account : paths.auth },
    });
    void navigate(paths.home, { replace: true });
  };

  return (
    <div className="mx-auto w-full max-w-lg px-5 py-12 sm:py-16">
      <Card>
        <PageHeading size="card">{auth.confirm.title}</PageHeading>
        <div className="mt-4">
          <ConfirmAddress key={token} token={token} onDone={leave} />
        </div>
      </Card>
    </div>
  );
}
