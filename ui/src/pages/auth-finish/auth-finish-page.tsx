/**
 * /auth/finish: where the page of a provider leads back to. The code in the fragment is used at once, without a button: only
 * the tab that went to the provider can use it.
 */
import { Card } from '../../components/card';
import { PageHeading } from '../../components/page-heading';
import { providers } from '../../content/account/providers';
import { FinishSignIn } from '../../features/auth/finish-sign-in';
import { useFragment } from '../../features/auth/use-fragment';

export function AuthFinishPage() {
  const fragment = useFragment();
  return (
    <div className="mx-auto w-full max-w-lg px-5 py-12 sm:py-16">
      <Card>
        <PageHeading size="card">{providers.finish.title}</PageHeading>
        <div className="mt-4">
          <FinishSignIn key={fragment} fragment={fragment} />
        </div>
      </Card>
    </div>
  );
}
