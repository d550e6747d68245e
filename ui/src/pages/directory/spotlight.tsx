/** The teacher in the spotlight: portrait, a day in her life, three questions. */
import { PortraitDoor } from '../../components/portrait-door';
import { Section, SectionHeading } from '../../components/section';
import { directory } from '../../content/directory';
import { spotlight } from '../../content/teachers';

export function Spotlight() {
  return (
    <Section tone="sand" labelledBy="spotlight">
      <div className="grid gap-12 lg:grid-cols-[1fr_1.35fr] lg:gap-20">
        <div>
          <div className="flex flex-col gap-8 md:flex-row md:items-end lg:flex-col lg:items-start">
            <PortraitDoor
              image={spotlight.image}
              alt={directory.portraitOf(spotlight.name)}
              tint="honey"
              size="large"
            />
            <div>
              <SectionHeading
                id="spotlight"
                eyebrow={spotlight.eyebrow}
                lead={spotlight.introduction}
              >
                {spotlight.name}
              </SectionHeading>
            </div>
          </div>
          <ul className="mt-6 flex flex-wrap gap-x-6 gap-y-1 border-t border-sand-deep pt-5 font-semibold">
            <li>{spotlight.subject}</li>
            <li>{spotlight.grade}</li>
            <li>{spotlight.state}</li>
            <li>{directory.yearsTeaching(spotlight.yearsTeaching)}</li>
          </ul>
        </div>
        <div>
          <h3 className="text-2xl">{spotlight.dayInLifeTitle}</h3>
          <ol className="mt-5 border-l-2 border-ink">
            {spotlight.dayInLife.map(({ at, time, text }) => (
              <li key={at} className="flex flex-col gap-x-5 py-2 pl-5 sm:flex-row">
                <time dateTime={at} className="w-24 shrink-0 font-serif font-semibold">
                  {time}
                </time>
                <span>{text}</span>
              </li>
            ))}
          </ol>
          <h3 className="mt-12 text-2xl">{spotlight.questionsTitle}</h3>
          <dl className="mt-5 grid gap-6">
            {Object.values(spotlight.questions).map(({ question, answer }) => (
              <div
                key={question}
                className="rounded-lg border border-sand-deep bg-white p-5 sm:p-6"
              >
                <dt className="font-serif text-lg font-semibold">{question}</dt>
                <dd className="mt-2 text-muted">{answer}</dd>
              </div>
            ))}
          </dl>
        </div>
      </div>
    </Section>
  );
}
