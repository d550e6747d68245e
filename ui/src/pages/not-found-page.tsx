/** Shown for every unknown path; the server sends it with status 404. */
import { LinkButton } from '../components/button';
import { ShortPage } from '../components/short-page';
import { notFound } from '../content/site/screens';
import closedDoor from '../pictures/scenes/not-found.svg';

export function NotFoundPage() {
  return (
    <ShortPage title={notFound.title} picture={closedDoor}>
      <LinkButton to="/" size="large" className="mt-8">
        {notFound.home}
      </LinkButton>
    </ShortPage>
  );
}
