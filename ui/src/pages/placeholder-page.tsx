/** Serves every page whose content is still to come. */
import { Doorways } from '../components/doorways';
import { PageHeading } from '../components/page-heading';
import { placeholderText } from '../content/placeholder-pages';

export function PlaceholderPage({ title }: { title: string }) {
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col items-center px-5 py-16 text-center sm:px-8 sm:py-24">
      <PageHeading>{title}</PageHeading>
      <p className="mt-5 text-xl text-muted">{placeholderText}</p>
      <Doorways className="mt-12 w-full max-w-sm" />
    </div>
  );
}
