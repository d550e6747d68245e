import { Download } from 'lucide-react';
import { InertButton } from '../../components/controls/inert-button';
import { Picture } from '../../components/pictures/picture';
import { Section, SectionHeading } from '../../components/layout/section';
import { Link } from 'react-router-dom';
import { textLinkClasses } from '../../components/text/mail-text';
import { reportPath } from '../../content/publications/article-titles';
import { coverOf, featured } from '../../content/publications/reports';

export function FeaturedReport() {
  return (
    <Section tone="white" labelledBy="featured">
      <div className="grid grid-cols-1 items-center gap-10 md:grid-cols-[18rem_minmax(0,1fr)] md:gap-14 lg:grid-cols-[21rem_minmax(0,1fr)] lg:gap-20">
        <Cover />
        <div>
          <SectionHeading id="featured" eyebrow={featured.eyebrow} lead={featured.lead}>
            {featured.title}
          </SectionHeading>
          <dl className="mb-10 flex flex-wrap gap-6 sm:gap-12 md:gap-5 lg:gap-12">
            {featured.figures.map(({ value, label }) => (
              <div
                key={label}
                className="flex w-min flex-col-reverse justify-end border-l-4 border-gold pl-3 sm:w-auto sm:pl-5 md:pl-4 lg:pl-5"
              >
                <dt className="leading-snug text-muted">{label}</dt>
                <dd className="font-serif text-3xl font-semibold sm:text-5xl">{value}</dd>
              </div>
            ))}
          </dl>
          <InertButton size="large">
            <Download aria-hidden="true" className="size-5" />
            {featured.download}
          </InertButton>
          <p className="mt-4 text-muted">
            {featured.today}{' '}
            <Link to={reportPath(featured.id)} className={textLinkClasses}>
              {featured.read}
            </Link>
          </p>
        </div>
      </div>
      <h3 className="mt-14 text-xl sm:mt-20 sm:text-2xl">{featured.areasTitle}</h3>
      <ol className="mt-6 grid gap-x-8 gap-y-6 lg:grid-cols-5">
        {featured.areas.map(({ name, text }, index) => (
          <li
            key={name}
            // Aligns the number, name and text of all five entries.
            className="grid grid-cols-[2rem_1fr] gap-x-4 border-t border-sand-deep pt-5 lg:row-span-3 lg:grid-cols-1 lg:grid-rows-subgrid lg:gap-y-0"
          >
            <span
              aria-hidden="true"
              className="row-span-2 font-serif text-3xl leading-none font-semibold text-clay lg:row-span-1"
            >
              {index + 1}
            </span>
            <p className="font-serif text-lg leading-snug font-semibold lg:mt-4">{name}</p>
            <p className="mt-1.5 text-muted">{text}</p>
          </li>
        ))}
      </ol>
    </Section>
  );
}

/** Printing hides the title on the picture, because black text would be unreadable there. */
function Cover() {
  return (
    <div className="@container relative mx-auto w-56 border border-sand-deep shadow-page md:w-full">
      <Picture
        src={featured.image}
        alt={coverOf(featured.title)}
        width={300}
        height={400}
        className="h-auto w-full"
      />
      <p
        aria-hidden="true"
        className="absolute inset-x-0 top-[74.5%] px-[6%] print:hidden text-center font-serif text-[8cqw] leading-[1.15] font-semibold text-balance text-honey"
      >
        {featured.title}
      </p>
    </div>
  );
}
