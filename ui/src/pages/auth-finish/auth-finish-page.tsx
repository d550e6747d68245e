/**
 * /auth/finish: the callback from a provider. The code in the fragment is redeemed without a button, because only the
 * tab that went to the provider can redeem it.
 */
import { CardPage } from '../../components/layout/card-page';
import { providers } from '../../content/account/providers';
import { ProviderCallback } from '../../features/auth/providers/provider-callback';
import { useFragment } from '../../features/auth/providers/use-fragment';

export function AuthFinishPage() {
  const fragment = useFragment();
  return (
    <CardPage title={providers.finish.title}>
      <ProviderCallback key={fragment} fragment={fragment} />
    </CardPage>
  );
}
