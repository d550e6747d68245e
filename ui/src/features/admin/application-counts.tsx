/** How many applications there are, whatever the filter shows. */
import type { ApplicationPage } from '../../api/review';
import { admin } from '../../content/admin';

const SHOWN = ['total', 'pending', 'approved'] as const;

export function ApplicationCounts({ counts }: { counts: ApplicationPage['counts'] | undefined }) {
  return (
    <dl aria-label={admin.counts.label} className="grid grid-cols-3 gap-3 sm:gap-4">
      {SHOWN.map((name) => (
        <div key={name} className="rounded-lg border border-sand bg-white p-4">
          <dt className="text-sm text-muted">{admin.counts[name]}</dt>
          <dd className="font-serif text-3xl tabular-nums">{counts?.[name] ?? '–'}</dd>
        </div>
      ))}
    </dl>
  );
}
