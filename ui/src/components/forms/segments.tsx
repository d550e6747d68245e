/** Radio buttons as the parts of one bar, each with a number if there is one. */
import { type ReactNode, useId } from 'react';
import { classNames } from '../../lib/class-names';

export function Segments<Value extends string>(props: {
  label: string;
  options: readonly { value: Value; label: string; count?: ReactNode }[];
  value: Value;
  onChoose: (value: Value) => void;
  /** The columns. */
  className: string;
}) {
  const { label: legend, options, value, onChoose, className } = props;
  const group = useId();
  return (
    <fieldset className="min-w-0 shrink-0">
      <legend className="sr-only">{legend}</legend>
      <div
        className={classNames(
          'grid gap-px overflow-hidden rounded-md border border-edge bg-sand-deep',
          className,
        )}
      >
        {options.map((option) => (
          <label
            key={option.value}
            className={classNames(
              'relative flex min-h-11 cursor-pointer flex-wrap items-center gap-x-2.5 bg-white px-3.5 text-sm has-checked:bg-sand has-checked:shadow-[inset_0_-3px_0_var(--color-clay)] hover:bg-sand has-focus-visible:z-10 has-focus-visible:outline-3 has-focus-visible:-outline-offset-3 has-focus-visible:outline-ink',
              option.count === undefined ? 'justify-center font-semibold' : 'justify-between',
            )}
          >
            <input
              type="radio"
              name={group}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChoose(option.value)}
              className="absolute inset-0 size-full cursor-pointer appearance-none outline-none"
            />
            <span className={option.count === undefined ? undefined : 'text-muted'}>
              {option.label}
            </span>
            {option.count !== undefined && (
              <>
                {' '}
                <span className="font-serif text-xl leading-tight whitespace-nowrap tabular-nums">
                  {option.count}
                </span>
              </>
            )}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
