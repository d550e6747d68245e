/** The featured report: cover, figures, the five reform areas and the download. */
import { Download } from 'lucide-react';
import { InertButton } from '../../components/inert-button';
import { Picture } from '../../components/picture';
import { Section, SectionHeading } from '../../components/section';
import { coverOf, featured } from '../../content/reports';

export function FeaturedReport() {
  return (
    <Section tone="white" labelledBy="featured">
      <div className="grid grid-cols-1 items-center gap-10 md:grid-cols-[18rem_minmax(0,1fr)] md:gap-14 lg:grid-cols-[21rem_minmax(0,1fr)] lg:gap-20">
        <Picture
          src={featured.image}
          alt={coverOf(featured.title)}
          width={300}
          height={400}
          className="mx-auto h-auto w-56 border border-sand-deep shadow-page md:w-full"
        />
        <div>
          <SectionHeading id="featured" eyebrow={featured.eyebrow} lead={featured.lead}>
            {featured.title}
          </SectionHeading>
          <dl className="mb-10 flex flex-wrap gap-6 sm:gap-12">
            {featured.figures.map(({ value, label }) => (
              <div
                key={label}
                className="flex w-min flex-col-reverse justify-end border-l-4 border-gold pl-3 sm:w-auto sm:pl-5"
              >
                <dt className="leading-snug text-muted">{label}</dt>
                <dd className="font-serif text-3xl font-semibold sm:text-5xl">{value}</dd>
              </div>
            ))}
          </dl>
          <InertButton size="large" className="w-full sm:w-auto">
            <Download aria-hidden="true" className="size-5" />
            {featured.download}
          </InertButton>
        </div>
      </div>
      <h3 className="mt-14 text-xl sm:mt-20 sm:text-2xl">{featured.areasTitle}</h3>
      <ol className="mt-6 grid gap-x-8 gap-y-6 lg:grid-cols-5">
        {featured.areas.map(({ name, text }, index) => (
          <li key={name} className="flex gap-4 border-t border-sand-deep pt-5 lg:block">
            <span
              aria-hidden="true"
              className="w-8 shrink-0 font-serif text-3xl leading-none font-semibold text-clay"
            >
              {index + 1}
            </span>
            <div className="lg:mt-4">
              <p className="font-serif text-lg leading-snug font-semibold">{name}</p>
              <p className="mt-1.5 text-muted">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </Section>
  );
}
