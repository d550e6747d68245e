/** A list of names and values, in two columns except on phones. */
import type { ReactNode } from 'react';

export function FactList(props: {
  facts: readonly (readonly [name: string, value: ReactNode])[];
  none: string;
}) {
  const { facts, none } = props;
  return (
    <dl className="grid items-baseline gap-x-6 sm:grid-cols-[12rem_1fr] sm:gap-y-2 print:grid-cols-[12rem_1fr]">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-sm text-muted">{name}</dt>
          <dd className="mb-2 wrap-anywhere whitespace-pre-line sm:mb-0">{value ?? none}</dd>
        </div>
      ))}
    </dl>
  );
}
