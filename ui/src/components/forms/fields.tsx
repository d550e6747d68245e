/**
 * Form fields. Each accepts its texts and the props of its control, including `ref`, so that the result of react-hook-form's
 * `register()` can be spread into it. `className` applies to the frame.
 */
import { ChevronDown } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '../../lib/class-names';
import { controlClasses, FieldError, FieldFrame, type FieldTexts, useField } from './field-frame';

export type TextFieldProps = ComponentProps<'input'> &
  FieldTexts & {
    /** A control at the end of the field, such as an Add button. */
    trailing?: ReactNode;
  };

export function TextField({ trailing, ...props }: TextFieldProps) {
  const { frame, control } = useField(props);
  const input = <input type="text" {...control} className={controlClasses} />;
  return (
    <FieldFrame {...frame}>
      {trailing ? (
        <div className="flex gap-2">
          {input}
          {trailing}
        </div>
      ) : (
        input
      )}
    </FieldFrame>
  );
}

export function TextAreaField(props: ComponentProps<'textarea'> & FieldTexts) {
  const { frame, control } = useField(props);
  return (
    <FieldFrame {...frame}>
      <textarea rows={5} {...control} className={classNames(controlClasses, 'resize-y')} />
    </FieldFrame>
  );
}

export type SelectFieldProps = Omit<ComponentProps<'select'>, 'children'> &
  FieldTexts & {
    options: readonly { value: string; label: string }[];
    placeholder?: string;
  };

export function SelectField({ options, placeholder, ...props }: SelectFieldProps) {
  const { frame, control } = useField(props);
  return (
    <FieldFrame {...frame}>
      <div className="relative">
        <select
          {...control}
          className={classNames(
            controlClasses,
            'appearance-none pr-11 text-ellipsis forced-colors:appearance-auto',
          )}
        >
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        {/* In forced colors the browser draws an arrow. */}
        <ChevronDown
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 right-3 my-auto size-5 forced-colors:hidden"
        />
      </div>
    </FieldFrame>
  );
}

export function CheckboxField(props: Omit<ComponentProps<'input'>, 'type'> & FieldTexts) {
  const { frame, control } = useField(props);
  const { id, label, hint, error, className } = frame;
  return (
    <div className={className}>
      <div className="flex items-start gap-3">
        <input {...control} type="checkbox" className="mt-0.5 size-6 shrink-0 accent-ink" />
        <label htmlFor={id}>{label}</label>
      </div>
      {hint && (
        <p id={`${id}-hint`} className="ml-9 text-[0.95rem] text-muted">
          {hint}
        </p>
      )}
      <FieldError id={id} error={error} />
    </div>
  );
}
