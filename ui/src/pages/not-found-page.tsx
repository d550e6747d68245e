/** The server sends this page with status 404. */
import { LinkButton } from '../components/controls/button';
import { ShortPage } from '../components/layout/short-page';
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
