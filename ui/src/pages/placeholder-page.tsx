/** Serves every page whose content is still to come. */
import { ShortPage } from '../components/short-page';
import { placeholderText } from '../content/screens';
import workInProgress from '../pictures/scenes/placeholder.svg';

export function PlaceholderPage({ title }: { title: string }) {
  return (
    <ShortPage title={title} picture={workInProgress}>
      <p className="mt-5 text-xl text-muted">{placeholderText}</p>
    </ShortPage>
  );
}
