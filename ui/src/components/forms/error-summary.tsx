/**
 * All errors of a form, with a link to each field, shown above the form. It takes the focus when errors appear, and with each
 * new `attempt` number, even if the errors are the same.
 */
import { type MouseEvent, useEffect, useId, useRef } from 'react';
import { controls } from '../../content/site/controls';

export interface FormFault {
  fieldId: string;
  /** The same text as the message at the field. */
  message: string;
}

export function ErrorSummary(props: {
  faults: readonly FormFault[];
  title?: string;
  attempt?: number;
}) {
  const { faults, title = controls.faults, attempt = 0 } = props;
  const box = useRef<HTMLDivElement>(null);
  const titleId = useId();
  const visible = faults.length > 0;

  useEffect(() => {
    if (!visible) return;
    box.current?.focus({ preventScroll: true });
    // The header must not cover the upper edge of the summary.
    box.current?.scrollIntoView({ block: 'start' });
  }, [visible, attempt]);

  if (!visible) return null;
  const goTo = (event: MouseEvent, fieldId: string) => {
    // The link must not change the URL or the history.
    event.preventDefault();
    document.getElementById(fieldId)?.focus();
  };
  return (
    <div
      ref={box}
      tabIndex={-1}
      role="alert"
      aria-labelledby={titleId}
      className="rounded-md border-2 border-error bg-white p-4 sm:p-5"
    >
      <h2 id={titleId} className="text-xl text-error">
        {title}
      </h2>
      <ul className="mt-2 list-disc space-y-1 pl-5">
        {faults.map((fault) => (
          <li key={fault.fieldId + fault.message}>
            <a
              href={`#${fault.fieldId}`}
              onClick={(event) => goTo(event, fault.fieldId)}
              className="font-medium text-error underline underline-offset-2"
            >
              {fault.message}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
