/**
 * /auth/confirm: where the link of the confirmation mail leads. The secret is in the fragment, never sent by itself.
 */
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { paths } from '../../content/pages';
import { Card } from '../../components/card';
import { PageHeading } from '../../components/page-heading';
import { showToast } from '../../components/toast';
import { auth } from '../../content/auth';
import { ConfirmAddress } from '../../features/auth/confirm-address';

const tokenIn = (hash: string): string => new URLSearchParams(hash.slice(1)).get('token') ?? '';

export function AuthConfirmPage() {
  const { hash, pathname } = useLocation();
  const navigate = useNavigate();
  const [token, setToken] = useState(() => tokenIn(hash));

  // Once read, the token leaves the address bar and the history. A second link opened in the same tab counts anew.
  useEffect(() => {
    if (hash === '') return;
    setToken(tokenIn(hash));
    void navigate(pathname, { replace: true });
  }, [hash, pathname, navigate]);

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
