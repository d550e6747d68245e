/** Shown for every unknown path; the server sends it with status 404. */
import { LinkButton } from '../components/button';
import { Doorways } from '../components/doorways';
import { ShortPage } from '../components/short-page';
import { notFound } from '../content/screens';

export function NotFoundPage() {
  return (
    <ShortPage title={notFound.title} picture={<Doorways className="w-full" />}>
      <LinkButton to="/" size="large" className="mt-8">
        {notFound.home}
      </LinkButton>
    </ShortPage>
  );
}
