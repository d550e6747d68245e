/**
 * The filters above a list, the number of matches, and a button that clears the filters. The caller controls the state.
 * Browsers without JavaScript do not show the fields.
 */
import { type ReactNode, useId, useRef } from 'react';
import { classNames } from '../../lib/class-names';
import { Button } from '../controls/button';
import { SelectField } from '../forms/fields';

export function FilterBar(props: {
  label: string;
  children: ReactNode;
  /** The number of matches as a sentence. Changes are announced. */
  status: string;
  /** The fields fill the width, and the status is below them. */
  wide?: boolean;
  clear: string;
  isFiltered: boolean;
  onClear: () => void;
}) {
  const { label, children, status, wide = false, clear, isFiltered, onClear } = props;
  const count = useRef<HTMLParagraphElement>(null);
  const countId = useId();
  return (
    <search
      aria-label={label}
      data-print="hide"
      className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4 border-y border-sand-deep py-4"
    >
      <form
        onSubmit={(event) => event.preventDefault()}
        className={classNames('w-full noscript:hidden', !wide && 'grow sm:w-auto')}
      >
        {children}
      </form>
      <div className="flex min-h-12 flex-wrap items-center gap-x-5 gap-y-2">
        <p ref={count} id={countId} role="status" tabIndex={-1} className="font-semibold">
          {status}
        </p>
        {isFiltered && (
          <Button
            variant="secondary"
            aria-describedby={countId}
            onClick={() => {
              // The button disappears with the filters.
              count.current?.focus();
              onClear();
            }}
          >
            {clear}
          </Button>
        )}
      </div>
    </search>
  );
}

export function FilterSelect(props: {
  label: string;
  /** The label of the option `all`. */
  all: string;
  values: readonly string[];
  value: string;
  onChoose: (value: string) => void;
}) {
  const { label, all, values, value, onChoose } = props;
  return (
    <SelectField
      label={label}
      value={value}
      onChange={({ target }) => onChoose(target.value)}
      options={[
        { value: 'all', label: all },
        ...values.map((each) => ({ value: each, label: each })),
      ]}
    />
  );
}

export function NoMatches({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="rounded-lg border border-dashed border-edge px-6 py-12 text-center">
      <p className="font-serif text-xl font-semibold">{title}</p>
      <p className="mx-auto mt-2 max-w-prose text-balance text-muted">{children}</p>
    </div>
  );
}
