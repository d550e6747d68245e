/** Shown for every unknown path; the server sends it with status 404. */
import { LinkButton } from '../components/button';
import { Picture } from '../components/picture';
import { ShortPage } from '../components/short-page';
import { notFound } from '../content/screens';
import closedDoor from '../pictures/scenes/not-found.svg';

export function NotFoundPage() {
  return (
    <ShortPage
      title={notFound.title}
      picture={
        <Picture
          src={closedDoor}
          alt=""
          width={480}
          height={360}
          eager
          data-print="hide"
          className="h-auto w-full"
        />
      }
    >
      <LinkButton to="/" size="large" className="mt-8">
        {notFound.home}
      </LinkButton>
    </ShortPage>
  );
}
