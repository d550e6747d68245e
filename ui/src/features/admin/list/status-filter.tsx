/** Filters the list by status and shows the number of applications with each status. */
import { useId } from 'react';
import type { ApplicationPage } from '../../../api/review/applications';
import { admin, grouped } from '../../../content/membership/admin';

const CHOICES = ['total', 'pending', 'approved', 'rejected'] as const;

type Props = {
  counts: ApplicationPage['counts'] | undefined;
  /** The number of matches in the list, if search or filters narrow it. */
  found: string | undefined;
  /** A status, or 'all'. */
  value: string;
  onChoose(value: string): void;
};

export function StatusFilter({ counts, found, value, onChoose }: Props) {
  const group = useId();
  return (
    <fieldset className="min-w-0 shrink-0">
      <legend className="sr-only">{admin.list.filter}</legend>
      <div className="grid grid-cols-2 gap-px overflow-hidden rounded-md border border-edge bg-sand-deep sm:grid-cols-4 xl:h-12">
        {CHOICES.map((choice) => {
          const status = choice === 'total' ? 'all' : choice;
          return (
            <label
              key={choice}
              className="relative flex min-h-11 cursor-pointer items-center justify-between gap-2.5 bg-white px-3.5 has-checked:bg-sand has-checked:shadow-[inset_0_-3px_0_var(--color-clay)] hover:bg-sand has-focus-visible:z-10 has-focus-visible:outline-3 has-focus-visible:-outline-offset-3 has-focus-visible:outline-ink"
            >
              <input
                type="radio"
                name={group}
                value={status}
                checked={status === value}
                onChange={() => onChoose(status)}
                className="absolute inset-0 size-full cursor-pointer appearance-none outline-none"
              />
              <span className="text-sm text-muted">{admin.counts[choice]}</span>{' '}
              <span className="font-serif text-xl leading-tight whitespace-nowrap tabular-nums">
                {counts === undefined ? (
                  '–'
                ) : found === undefined || status !== value ? (
                  grouped(counts[choice])
                ) : (
                  <>
                    {found}{' '}
                    <span className="text-sm text-muted">
                      {admin.countOf(grouped(counts[choice]))}
                    </span>
                  </>
                )}
              </span>
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
