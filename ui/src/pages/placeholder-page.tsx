/** Serves every page whose content is still to come. */
import { Picture } from '../components/picture';
import { ShortPage } from '../components/short-page';
import { placeholderText } from '../content/placeholder-pages';
import workInProgress from '../pictures/scenes/placeholder.svg';

export function PlaceholderPage({ title }: { title: string }) {
  return (
    <ShortPage
      title={title}
      picture={
        <Picture
          src={workInProgress}
          alt=""
          width={480}
          height={360}
          eager
          data-print="hide"
          className="h-auto w-full"
        />
      }
    >
      <p className="mt-5 text-xl text-muted">{placeholderText}</p>
    </ShortPage>
  );
}
