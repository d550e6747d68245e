/**
 * Label, hint and error around one control, and the ids that tie them together. Used by the fields only.
 */
import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

export interface FieldTexts {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  required?: boolean | undefined;
}

export const controlClasses =
  'block w-full rounded-md border border-edge bg-white px-3 py-2.5 text-ink min-h-12 leading-6 text-ellipsis ' +
  'placeholder:text-muted aria-[invalid=true]:border-error aria-[invalid=true]:border-2 ' +
  'disabled:bg-sand disabled:text-muted';

/** What the control itself must carry so that hint and error are read out with it, and then the caller's own `more`. */
export function describedBy(
  id: string,
  { hint, error }: Pick<FieldTexts, 'hint' | 'error'>,
  more?: string,
) {
  const ids = [hint && `${id}-hint`, error && `${id}-error`, more].filter(Boolean).join(' ');
  // Without a sentence of its own a control may still be marked by its form.
  return { 'aria-describedby': ids || undefined, ...(error && { 'aria-invalid': true }) };
}

/** The star stands beside the label, not in it, so that the field's name is the label's text alone. */
function RequiredMark() {
  return (
    <span aria-hidden="true" className="ml-0.5 text-clay">
      *
    </span>
  );
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

export function FieldFrame({
  id,
  label,
  hint,
  error,
  required,
  className,
  children,
}: FieldTexts & { id: string; className?: string | undefined; children: ReactNode }) {
  return (
    <div className={className}>
      <div className="mb-1.5 flex">
        <label htmlFor={id} className="font-semibold">
          {label}
        </label>
        {required && <RequiredMark />}
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
