/** The label, hint and error of a control, and the ids that connect them. */
import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';

export interface FieldTexts {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
}

interface FieldProps extends FieldTexts {
  id?: string | undefined;
  className?: string | undefined;
  required?: boolean | undefined;
  'aria-describedby'?: string | undefined;
}

export const controlClasses =
  'block w-full rounded-md border border-edge bg-white px-3 py-2.5 text-ink min-h-12 leading-6 text-ellipsis ' +
  'placeholder:text-muted aria-[invalid=true]:border-error aria-[invalid=true]:border-2 ' +
  'disabled:bg-sand disabled:text-muted';

/** Splits a field's props between the frame and the control. The hint and the error describe the control. */
export function useField<Props extends FieldProps>(props: Props) {
  const generated = useId();
  const { label, hint, error, className, ...control } = props;
  const { id = generated, required } = props;
  const described = [hint && `${id}-hint`, error && `${id}-error`, props['aria-describedby']];
  return {
    frame: { id, label, hint, error, required, className },
    control: {
      ...control,
      id,
      'aria-describedby': described.filter(Boolean).join(' ') || undefined,
      // Without an error, the form may set the attribute.
      ...(error && { 'aria-invalid': true }),
    },
  };
}

export function FieldError({ id, error }: { id: string; error: string | undefined }) {
  if (!error) return null;
  return (
    <p
      id={`${id}-error`}
      className="mt-1.5 flex items-start gap-1.5 text-[0.95rem] font-medium text-error"
    >
      <CircleAlert aria-hidden="true" className="mt-1 size-4 shrink-0" />
      <span>{error}</span>
    </p>
  );
}

type FrameProps = ReturnType<typeof useField>['frame'] & { children: ReactNode };

export function FieldFrame({ id, label, hint, error, required, className, children }: FrameProps) {
  return (
    <div className={className}>
      <div className="mb-1.5 flex">
        <label htmlFor={id} className="font-semibold">
          {label}
        </label>
        {/* Outside the label, so that it is not part of the accessible name. */}
        {required && (
          <span aria-hidden="true" className="ml-0.5 text-clay">
            *
          </span>
        )}
      </div>
      {hint && (
        <p id={`${id}-hint`} className="-mt-1 mb-1.5 text-[0.95rem] text-muted">
          {hint}
        </p>
      )}
      {children}
      <FieldError id={id} error={error} />
    </div>
  );
}
