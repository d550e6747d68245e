/** Why We Exist: the statement, the reasons, and a scene that stands on the band's lower edge. */
import { Picture } from '../../components/picture';
import { Section } from '../../components/section';
import { home } from '../../content/home';

export function WhySection() {
  const { title, statement, paragraphs, picture } = home.why;
  return (
    <Section
      tone="sand"
      labelledBy="why"
      className="grid gap-x-16 gap-y-10 pb-0 sm:pb-0 lg:grid-cols-[1fr_1.25fr]"
    >
      <Picture
        src={picture}
        alt=""
        width={480}
        height={360}
        data-print="hide"
        className="order-last mx-auto h-auto w-full max-w-md self-end lg:order-first lg:max-w-none"
      />
      <div className="lg:pb-20">
        <h2 id="why" className="text-[1.75rem] sm:text-4xl">
          {title}
        </h2>
        <p className="mt-5 font-serif text-2xl leading-snug text-balance text-clay sm:text-[1.75rem]">
          {statement}
        </p>
        <div className="mt-6 max-w-prose space-y-4 text-lg">
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
      </div>
    </Section>
  );
}
