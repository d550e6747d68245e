/** Two or three selected applications side by side, answer by answer and without personal data. */
import { useQueries, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import type { ApplicationSummary, ReviewedApplication } from '../../../api/review/applications';
import { Button } from '../../../components/controls/button';
import { Dialog } from '../../../components/dialogs/dialog';
import { Skeleton } from '../../../components/feedback/skeleton';
import { admin } from '../../../content/membership/admin';
import { applicationFields } from '../../../content/membership/application-fields';
import { reading } from '../../../content/membership/reading';
import { nameOf } from '../application';
import { reviewOptions } from '../review-cache';

const words = reading.compare;
const { teaching_position, school_district, subjects_taught, teaching_experience } =
  applicationFields;

const answers: readonly (readonly [string, (one: ReviewedApplication) => string])[] = [
  [teaching_position.label, (one) => one.teaching_position],
  [school_district.label, (one) => one.school_district],
  [subjects_taught.label, (one) => one.subjects_taught.join(', ')],
  [words.place, ({ city, state }) => `${city}, ${state}`],
  [teaching_experience.label, (one) => one.teaching_experience],
];

const facts: readonly (readonly [string, (row: ApplicationSummary) => string | null])[] = [
  [words.marks, ({ marks }) => marks && words.sums(marks.yes, marks.maybe, marks.no)],
  [words.notes, ({ notes }) => (notes === null ? null : String(notes))],
];

export function CompareButton({ selected }: { selected: ReadonlyMap<string, ApplicationSummary> }) {
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const canCompare = selected.size === 2 || selected.size === 3;
  return (
    <>
      <Button
        ref={opener}
        size="small"
        variant="secondary"
        className="max-md:min-h-11"
        title={canCompare ? undefined : words.hint}
        aria-disabled={!canCompare}
        onClick={() => setOpen(true)}
      >
        {words.open}
      </Button>
      {isOpen && (
        <Dialog
          isWide
          title={words.title}
          onClose={() => setOpen(false)}
          finalFocus={() => opener.current}
        >
          <Comparison rows={[...selected.values()]} />
        </Dialog>
      )}
    </>
  );
}

function Comparison({ rows }: { rows: readonly ApplicationSummary[] }) {
  const cache = useQueryClient();
  const read = useQueries({ queries: rows.map(({ id }) => reviewOptions(cache, id)) });
  const line = (label: string, cell: (row: ApplicationSummary, at: number) => ReactNode) => (
    <tr key={label} className="border-t border-sand align-top">
      <th scope="row" className="sticky left-0 bg-white py-2 pr-3 text-sm font-normal text-muted">
        {label}
      </th>
      {rows.map((row, at) => (
        <td key={row.id} className="p-2 wrap-anywhere whitespace-pre-line">
          {cell(row, at)}
        </td>
      ))}
    </tr>
  );
  return (
    <div
      role="region"
      aria-label={words.title}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard cannot scroll a region without controls otherwise
      tabIndex={0}
      className="overflow-x-auto"
    >
      <table className="w-full text-left md:table-fixed">
        <thead>
          <tr className="align-bottom">
            <th scope="col" className="sticky left-0 bg-white max-md:min-w-24 md:w-28 lg:w-40">
              <span className="sr-only">{words.answer}</span>
            </th>
            {rows.map((row) => (
              <th
                key={row.id}
                scope="col"
                className="p-2 font-serif text-lg wrap-anywhere max-md:min-w-60"
              >
                {nameOf(row)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {answers.map(([label, answer]) =>
            line(label, (_, at) => {
              const { data, isError, refetch } = read[at] ?? {};
              if (data !== undefined) return answer(data) || admin.detail.none;
              if (isError !== true) return <Skeleton label={words.loading} lines={1} />;
              return label === teaching_position.label ? (
                <>
                  {words.failed}{' '}
                  <Button size="small" variant="secondary" onClick={() => void refetch?.()}>
                    {words.retry}
                  </Button>
                </>
              ) : null;
            }),
          )}
          {facts.map(([label, fact]) => line(label, (row) => fact(row) ?? words.own))}
        </tbody>
      </table>
    </div>
  );
}
