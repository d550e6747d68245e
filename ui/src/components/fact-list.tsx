/** Names and what is known under them, in two columns where there is room. Read on screen and on paper. */
import type { ReactNode } from 'react';

export interface FactListProps {
  facts: readonly (readonly [name: string, value: ReactNode])[];
  /** What is said where the value is undefined. */
  none: string;
}

export function FactList({ facts, none }: FactListProps) {
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
