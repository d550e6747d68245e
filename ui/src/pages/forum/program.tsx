import { TitledSection } from '../../components/layout/section';
import { forum } from '../../content/marketing/forum';

type Day = (typeof forum.schedule.days)[number];

export function Program() {
  const { eyebrow, title, lead, days, colophon } = forum.schedule;
  return (
    <TitledSection
      id="program"
      tone="sand"
      eyebrow={eyebrow}
      lead={lead}
      align="center"
      title={title}
    >
      <div className="border border-sand-deep bg-white p-2 shadow-page sm:p-3">
        <div className="border-2 border-ink">
          <ol className="grid divide-y divide-sand-deep lg:grid-cols-3 lg:divide-x lg:divide-y-0">
            {days.map((day, index) => (
              <DayPanel key={day.title} number={index + 1} day={day} />
            ))}
          </ol>
          <p className="border-t border-sand-deep px-5 py-5 text-center font-serif text-lg italic">
            {colophon}
          </p>
        </div>
      </div>
    </TitledSection>
  );
}

function DayPanel({ number, day }: { number: number; day: Day }) {
  return (
    <li className="px-5 py-8 sm:px-8 sm:py-10">
      <h3 className="text-center text-2xl">
        <span className="eyebrow mb-2 block font-sans text-clay">
          {forum.schedule.dayOf(number)}
        </span>{' '}
        {day.title}
      </h3>
      <p className="mt-1 text-center font-serif text-muted italic">{day.weekday}</p>
      <ol className="mt-7 space-y-6 border-t-2 border-gold pt-7">
        {day.items.map((item) => (
          <li
            key={item.time}
            // In narrow columns, the time is above the entry.
            className="grid items-baseline gap-y-0.5 sm:grid-cols-[5.75rem_1fr] lg:grid-cols-1 xl:grid-cols-[5.75rem_1fr]"
          >
            <time dateTime={item.time} className="font-serif text-ink tabular-nums">
              {item.clock}
            </time>
            <div>
              <p className="leading-snug font-semibold">{item.title}</p>
              <p className="mt-1 text-[0.95rem] leading-normal text-muted">{item.note}</p>
            </div>
          </li>
        ))}
      </ol>
    </li>
  );
}
