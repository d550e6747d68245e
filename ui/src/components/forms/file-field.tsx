/**
 * A field for one file: a native input for keyboards and assistive technology, with a label that looks like a button. Each
 * choice, even of the same file, calls `onChoose` and then empties the input.
 */
import type { ReactNode } from 'react';
import { buttonClasses } from '../controls/button';
import { FieldFrame, type FieldTexts, useField } from './field-frame';

export type FileFieldProps = FieldTexts & {
  id?: string;
  required?: boolean;
  /** Media types, separated by commas. */
  accept: string;
  chooseLabel: string;
  disabled?: boolean;
  onChoose(file: File): void;
  children?: ReactNode;
};

export function FileField({ chooseLabel, onChoose, children, ...props }: FileFieldProps) {
  const { frame, control } = useField(props);
  const { required: _, ...input } = control;
  return (
    <FieldFrame {...frame}>
      {children}
      <div className="relative">
        <input
          {...input}
          type="file"
          // The label is explicit, because the button below is also a label.
          aria-label={frame.label}
          className="peer sr-only"
          onChange={(event) => {
            const file = event.target.files?.[0];
            event.target.value = '';
            if (file !== undefined) onChoose(file);
          }}
        />
        <label
          htmlFor={frame.id}
          aria-hidden="true"
          className={`${buttonClasses('secondary')} peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-clay peer-enabled:hover:bg-sand peer-disabled:cursor-not-allowed peer-disabled:opacity-55`}
        >
          {chooseLabel}
        </label>
      </div>
    </FieldFrame>
  );
}
