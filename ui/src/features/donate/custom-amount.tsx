import type { Ref } from 'react';
import { controlClasses, FieldFrame, useField } from '../../components/forms/field-frame';
import { classNames } from '../../lib/class-names';

export interface CustomAmountProps {
  ref: Ref<HTMLInputElement>;
  label: string;
  unit: string;
  value: string;
  onChange: (text: string) => void;
  onLeave: () => void;
  error: string | undefined;
}

/** Reports the amount after a press on a button: an error that appears meanwhile moves the button away from the pointer. */
function afterPress(report: () => void): void {
  if (document.querySelector('button:active') === null) report();
  else window.addEventListener('click', report, { once: true });
}

export function CustomAmount({
  ref,
  label,
  unit,
  value,
  onChange,
  onLeave,
  error,
}: CustomAmountProps) {
  const { frame, control } = useField({
    label,
    hint: unit,
    error,
    className: 'mt-2.5 sm:col-span-2',
  });
  return (
    <FieldFrame {...frame}>
      <div className="relative">
        <span
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 left-0 flex w-9 items-center justify-center font-serif text-xl"
        >
          $
        </span>
        <input
          {...control}
          ref={ref}
          type="text"
          inputMode="decimal"
          autoComplete="off"
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          onBlur={() => afterPress(onLeave)}
          onKeyDown={({ key }) => {
            if (key === 'Enter') onLeave();
          }}
          className={classNames(controlClasses, 'pl-9')}
        />
      </div>
    </FieldFrame>
  );
}
