/** A screen that shows its title and one sentence. */
import { Doorways } from '../components/doorways';
import { PageHeading } from '../components/page-heading';

export function TitlePage({ title, description }: { title: string; description: string }) {
  return (
    <section className="flex flex-1 flex-col justify-end">
      <div className="mx-auto grid w-full max-w-7xl items-end gap-10 px-5 pt-14 sm:px-8 sm:pt-20 md:grid-cols-[1fr_auto]">
        <PageHeading lead={description} className="pb-4 md:pb-24">
          {title}
        </PageHeading>
        <Doorways className="w-full max-w-64 justify-self-center md:w-88 md:max-w-none" />
      </div>
    </section>
  );
}
