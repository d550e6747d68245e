import { type ReactNode, useId } from 'react';
import { classNames } from '../../lib/class-names';
import { Plan, type PlanProps } from './plan';

export interface GiftPlanProps extends PlanProps {
  legend: string;
  presets: readonly { amount: string; note: string }[];
  /** Undefined for a custom amount. */
  chosen: string | undefined;
  onChoose: (amount: string) => void;
  /** Shown below each amount. */
  perMonth?: string;
  children?: ReactNode;
}

export function GiftPlan({
  legend,
  presets,
  chosen,
  onChoose,
  perMonth,
  children,
  ...plan
}: GiftPlanProps) {
  const name = useId();
  return (
    <Plan {...plan}>
      <fieldset className="mt-4 sm:mt-5">
        <legend className="mb-2.5 font-semibold">{legend}</legend>
        <div className={classNames('grid gap-2.5', presets.length % 2 === 0 && 'sm:grid-cols-2')}>
          {presets.map((preset) => (
            <label
              key={preset.amount}
              className="relative flex min-h-15 items-center gap-3.5 rounded-md border border-edge bg-white px-4 py-2 hover:bg-sand has-checked:border-ink has-checked:bg-sand has-checked:shadow-[inset_0_0_0_1px_var(--color-ink)]"
            >
              <input
                type="radio"
                name={name}
                value={preset.amount}
                checked={preset.amount === chosen}
                onChange={() => onChoose(preset.amount)}
                className="size-5 shrink-0 accent-ink"
              />
              <span className="w-16 shrink-0">
                <span className="block font-serif text-2xl leading-tight font-semibold">
                  {preset.amount}
                </span>{' '}
                {perMonth && <span className="block text-sm text-muted">{perMonth}</span>}
              </span>{' '}
              <span className="text-[0.95rem] leading-snug text-muted">{preset.note}</span>
            </label>
          ))}
          {children}
        </div>
      </fieldset>
    </Plan>
  );
}
