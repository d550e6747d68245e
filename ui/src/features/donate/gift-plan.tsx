/** A panel for giving any amount: presets, and perhaps an amount of one's own. */
import type { ReactNode } from 'react';
import { InertButton } from '../../components/inert-button';
import { classNames } from '../../lib/class-names';
import { Plan, type PlanProps } from './plan';

export interface GiftPlanProps extends PlanProps {
  legend: string;
  presets: readonly { amount: string; note: string }[];
  /** Stands behind each amount. */
  perMonth?: string;
  /** The field for an amount of one's own. */
  children?: ReactNode;
}

export function GiftPlan({ legend, presets, perMonth, children, ...plan }: GiftPlanProps) {
  return (
    <Plan {...plan}>
      <fieldset className="mt-7">
        <legend className="mb-3 font-semibold">{legend}</legend>
        <div
          className={classNames(
            'grid gap-3',
            // Pairs, where no row is left half empty.
            presets.length % 2 === 0 && 'sm:grid-cols-2',
          )}
        >
          {presets.map((preset) => (
            <InertButton
              key={preset.amount}
              plain
              // The sums are worth reading on paper too.
              data-print="show"
              className="flex min-h-18 items-center gap-4 rounded-md border border-edge bg-white px-4 py-3 text-left hover:border-ink hover:bg-sand"
            >
              <span className="w-18 shrink-0">
                <span className="block font-serif text-2xl font-semibold">{preset.amount}</span>{' '}
                {perMonth && <span className="block text-sm text-muted">{perMonth}</span>}
              </span>{' '}
              <span className="text-[0.95rem] leading-snug text-muted">{preset.note}</span>
            </InertButton>
          ))}
          {children}
        </div>
      </fieldset>
    </Plan>
  );
}
