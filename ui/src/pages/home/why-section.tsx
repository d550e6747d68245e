/** Why We Exist: the statement, the reasons, and a scene on the band's floor. */
import { Picture } from '../../components/picture';
import { Section } from '../../components/section';
import { home } from '../../content/home';

export function WhySection() {
  const { title, statement, paragraphs, picture } = home.why;
  return (
    <Section
      tone="sand"
      labelledBy="why"
      className="grid items-center gap-x-16 gap-y-10 lg:grid-cols-[1fr_1.2fr]"
    >
      <Picture
        src={picture}
        alt=""
        width={480}
        height={360}
        data-print="hide"
        className="order-last mx-auto h-auto w-full max-w-md lg:order-first"
      />
      <div>
        <h2 id="why" className="eyebrow font-sans text-clay">
          {title}
        </h2>
        <p className="mt-4 font-serif text-2xl leading-snug text-balance sm:text-[2.1rem]">
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
