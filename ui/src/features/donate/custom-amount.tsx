/** A plain input for an amount of money, with the sign of the currency in front. Nothing reads it yet. */
import { useId } from 'react';
import { controlClasses, FieldFrame } from '../../components/field-frame';
import { classNames } from '../../lib/class-names';

export function CustomAmount({ label, unit }: { label: string; unit: string }) {
  const id = useId();
  return (
    <FieldFrame id={id} label={label} hint={unit} className="mt-2 sm:col-span-2">
      <div className="relative">
        <span
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 left-0 flex w-9 items-center justify-center font-serif text-xl"
        >
          $
        </span>
        <input
          id={id}
          type="text"
          inputMode="decimal"
          autoComplete="off"
          aria-describedby={`${id}-hint`}
          className={classNames(controlClasses, 'pl-9')}
        />
      </div>
    </FieldFrame>
  );
}
