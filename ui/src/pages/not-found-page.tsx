/** Shown for every unknown path; the server sends it with status 404. */
import { LinkButton } from '../components/button';
import { Doorways } from '../components/doorways';
import { PageHeading } from '../components/page-heading';
import { notFound } from '../content/screens';

export function NotFoundPage() {
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col items-center px-5 py-16 text-center sm:px-8 sm:py-24">
      <Doorways className="mb-10 w-full max-w-xs" />
      <PageHeading>{notFound.title}</PageHeading>
      <LinkButton to="/" size="large" className="mt-8">
        {notFound.home}
      </LinkButton>
    </div>
  );
}
