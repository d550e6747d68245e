/** The three stages of an application, the current one marked. */
import { Check } from 'lucide-react';
import { application } from '../../../content/membership/application';
import { classNames } from '../../../lib/class-names';

const words = application.stages;

export function ApplicationStages({ reached }: { reached: number }) {
  return (
    <ol aria-label={words.label} className="grid gap-y-5 sm:grid-cols-3">
      {words.stops.map(({ name, text }, index) => {
        const isPast = index < reached;
        const isToday = index === reached;
        return (
          <li
            key={name}
            aria-current={isToday ? 'step' : undefined}
            className="relative flex gap-x-4 sm:block sm:pr-5"
          >
            {index < words.stops.length - 1 && (
              <span
                aria-hidden="true"
                className={classNames(
                  'absolute max-sm:top-8 max-sm:-bottom-5 max-sm:left-3.75 max-sm:border-l-2 sm:top-3.75 sm:right-0 sm:left-8 sm:border-t-2',
                  isPast ? 'border-evergreen' : 'border-sand-deep',
                )}
              />
            )}
            <span
              aria-hidden="true"
              className={classNames(
                'relative flex size-8 shrink-0 items-center justify-center rounded-full border-2 font-semibold',
                isPast && 'border-evergreen bg-evergreen text-white',
                isToday && 'border-gold bg-gold text-ink-deep',
                !isPast && !isToday && 'border-sand-deep bg-white text-muted',
              )}
            >
              {isPast ? <Check className="size-4" /> : index + 1}
            </span>
            <div className="sm:mt-2.5">
              <p className={classNames('leading-snug', isToday ? 'font-bold' : 'font-semibold')}>
                {name}
              </p>
              <p className="mt-0.5 text-sm leading-snug text-muted">{text}</p>
            </div>
          </li>
        );
      })}
    </ol>
  );
}
