/**
 * Form fields. Each takes its texts plus everything the bare control takes, `ref` included, so that
 * react-hook-form's `register()` can be spread over it. The wrapper's class is `className`.
 */
import { ChevronDown } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from '../../lib/class-names';
import {
  controlClasses,
  describedBy,
  FieldError,
  FieldFrame,
  type FieldTexts,
} from './field-frame';

export type TextFieldProps = ComponentProps<'input'> &
  FieldTexts & {
    /** A control that stands at the field's end, such as an Add button. */
    trailing?: ReactNode;
  };

export function TextField({ label, hint, error, className, trailing, ...rest }: TextFieldProps) {
  const generated = useId();
  const id = rest.id ?? generated;
  const input = (
    <input
      type="text"
      {...rest}
      {...describedBy(id, { hint, error }, rest['aria-describedby'])}
      id={id}
      className={controlClasses}
    />
  );
  return (
    <FieldFrame
      id={id}
      label={label}
      hint={hint}
      error={error}
      required={rest.required}
      className={className}
    >
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

export type TextAreaFieldProps = ComponentProps<'textarea'> & FieldTexts;

export function TextAreaField({ label, hint, error, className, ...rest }: TextAreaFieldProps) {
  const generated = useId();
  const id = rest.id ?? generated;
  return (
    <FieldFrame
      id={id}
      label={label}
      hint={hint}
      error={error}
      required={rest.required}
      className={className}
    >
      <textarea
        rows={5}
        {...rest}
        {...describedBy(id, { hint, error }, rest['aria-describedby'])}
        id={id}
        className={classNames(controlClasses, 'resize-y')}
      />
    </FieldFrame>
  );
}

export interface SelectOption {
  value: string;
  label: string;
}

export type SelectFieldProps = Omit<ComponentProps<'select'>, 'children'> &
  FieldTexts & {
    options: readonly SelectOption[];
    /** Shown as the empty first choice. */
    placeholder?: string;
  };

export function SelectField({
  label,
  hint,
  error,
  className,
  options,
  placeholder,
  ...rest
}: SelectFieldProps) {
  const generated = useId();
  const id = rest.id ?? generated;
  return (
    <FieldFrame
      id={id}
      label={label}
      hint={hint}
      error={error}
      required={rest.required}
      className={className}
    >
      <div className="relative">
        <select
          {...rest}
          {...describedBy(id, { hint, error }, rest['aria-describedby'])}
          id={id}
          className={classNames(
            controlClasses,
            'appearance-none pr-11 text-ellipsis forced-colors:appearance-auto',
          )}
        >
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        {/* In forced colours the browser draws its own arrow. */}
        <ChevronDown
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 right-3 my-auto size-5 forced-colors:hidden"
        />
      </div>
    </FieldFrame>
  );
}

export type CheckboxFieldProps = Omit<ComponentProps<'input'>, 'type'> & FieldTexts;

export function CheckboxField({ label, hint, error, className, ...rest }: CheckboxFieldProps) {
  const generated = useId();
  const id = rest.id ?? generated;
  return (
    <div className={className}>
      <div className="flex items-start gap-3">
        <input
          {...rest}
          {...describedBy(id, { hint, error }, rest['aria-describedby'])}
          type="checkbox"
          id={id}
          className="mt-0.5 size-6 shrink-0 accent-ink"
        />
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
