/** The mission: one sentence in large type, and what it means beside it. */
import { Section } from '../../components/section';
import { NoWrap } from '../../components/no-wrap';
import { about } from '../../content/marketing/about';

export function Mission() {
  const { title, statement, paragraphs } = about.mission;
  return (
    <Section
      labelledBy="mission"
      className="grid items-start gap-x-16 gap-y-8 lg:grid-cols-[1.2fr_1fr]"
    >
      <div>
        <h2 id="mission" className="eyebrow font-sans text-clay">
          {title}
        </h2>
        <p className="mt-4 font-serif text-2xl leading-snug text-balance sm:text-[2.1rem]">
          <NoWrap>{statement}</NoWrap>
        </p>
      </div>
      <div className="space-y-5 text-lg text-muted lg:border-l-4 lg:border-gold lg:pl-8">
        {paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
    </Section>
  );
}
