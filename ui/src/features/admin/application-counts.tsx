/** How many applications there are, whatever the filter shows: one line, so that the list begins high on the page. */
import type { ApplicationPage } from '../../api/review';
import { admin, grouped } from '../../content/admin';

const SHOWN = ['total', 'pending', 'approved'] as const;

export function ApplicationCounts({ counts }: { counts: ApplicationPage['counts'] | undefined }) {
  return (
    <dl
      aria-label={admin.counts.label}
      className="grid shrink-0 grid-cols-3 divide-x divide-sand-deep rounded-md border border-sand-deep bg-white xl:h-12"
    >
      {SHOWN.map((name) => (
        <div
          key={name}
          className="flex flex-col px-4 py-2 sm:flex-row sm:items-baseline sm:justify-between sm:gap-3 sm:px-6 xl:px-3.5"
        >
          <dt className="text-sm text-muted">{admin.counts[name]}</dt>
          <dd className="font-serif text-2xl leading-tight xl:text-[1.4rem] tabular-nums">
            {counts === undefined ? '–' : grouped(counts[name])}
          </dd>
        </div>
      ))}
    </dl>
  );
}
