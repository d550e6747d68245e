/** Why We Exist: the statement, the reasons, and a scene that stands on the band's lower edge. */
import { Picture } from '../../components/picture';
import { Section } from '../../components/section';
import { home } from '../../content/marketing/home';

export function WhySection() {
  const { title, statement, paragraphs, picture } = home.why;
  return (
    <Section
      tone="sand"
      labelledBy="why"
      className="grid gap-x-16 gap-y-6 pb-0 sm:pb-0 print:block lg:grid-cols-[1fr_1.1fr] lg:grid-rows-[auto_1fr] lg:gap-y-10"
    >
      <Picture
        src={picture}
        alt=""
        width={480}
        height={360}
        data-print="hide"
        className="order-last mx-auto mt-4 h-auto w-full max-w-md self-end lg:col-start-1 lg:row-start-2 lg:mx-0 lg:mt-0"
      />
      <div>
        <h2 id="why" className="text-[1.75rem] sm:text-4xl">
          {title}
        </h2>
        <p className="mt-5 font-serif text-2xl leading-snug text-clay sm:text-[1.75rem]">
          {statement}
        </p>
      </div>
      <div className="max-w-prose space-y-4 self-center text-lg lg:row-span-2 lg:pb-20">
        {paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
    </Section>
  );
}
