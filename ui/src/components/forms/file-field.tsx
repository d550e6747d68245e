/**
 * A field for one file: the native input, which keyboards and assistive tech meet, under a button look of its own.
 * It keeps no file: each choice goes to `onChoose`, the same file again included.
 */
import { useId, type ReactNode } from 'react';
import { buttonClasses } from '../controls/button';
import { describedBy, FieldFrame, type FieldTexts } from './field-frame';

export type FileFieldProps = FieldTexts & {
  id?: string;
  /** Media types, separated by commas. */
  accept: string;
  /** What the button says. */
  chooseLabel: string;
  disabled?: boolean;
  onChoose(file: File): void;
  /** What was chosen, shown above the button. */
  children?: ReactNode;
};

export function FileField({
  id: given,
  label,
  hint,
  error,
  required,
  accept,
  chooseLabel,
  disabled = false,
  onChoose,
  children,
}: FileFieldProps) {
  const generated = useId();
  const id = given ?? generated;
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} required={required}>
      {children}
      <div className="relative">
        <input
          {...describedBy(id, { hint, error })}
          id={id}
          type="file"
          accept={accept}
          // Explicit, because the button look below is a label too.
          aria-label={label}
          disabled={disabled}
          className="peer sr-only"
          onChange={(event) => {
            const file = event.target.files?.[0];
            event.target.value = '';
            if (file !== undefined) onChoose(file);
          }}
        />
        <label
          htmlFor={id}
          aria-hidden="true"
          className={`${buttonClasses('secondary')} peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-clay peer-enabled:hover:bg-sand peer-disabled:cursor-not-allowed peer-disabled:opacity-55`}
        >
          {chooseLabel}
        </label>
      </div>
    </FieldFrame>
  );
}
