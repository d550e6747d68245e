/**
 * /auth/confirm: where the link of the confirmation mail leads. The secret is in the fragment, never sent by itself.
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

  const confirmed = () => {
    const { title, description, action } = auth.confirm.confirmed;
    showToast({
      title,
      description,
      variant: 'success',
      action: { label: action, to: paths.auth },
    });
    void navigate(paths.home, { replace: true });
  };

  return (
    <div className="mx-auto w-full max-w-lg px-5 py-12 sm:py-16">
      <Card>
        <PageHeading>{auth.confirm.title}</PageHeading>
        <div className="mt-3">
          <ConfirmAddress key={token} token={token} onConfirmed={confirmed} />
        </div>
      </Card>
    </div>
  );
}
