/** Sends a form of a public page. Its fields are uncontrolled, so that text typed before the script has loaded is kept. */
import { type ReactNode, useState } from 'react';
import { showToast } from '../../components/feedback/toast-store';
import { problems } from '../../content/site/problems';
import { useSingleFlight } from '../../lib/hooks/use-single-flight';

export interface Outcome {
  isSent: boolean;
  /** What the server refuses, by the name of the field. */
  faults: Readonly<Record<string, string>>;
  notice: ReactNode;
}

const none: Outcome = { isSent: false, faults: {}, notice: null };

export function useSentForm() {
  const { busy, run } = useSingleFlight();
  const [outcome, setOutcome] = useState(none);
  return {
    busy,
    outcome,
    /** The code of `request` may be loaded by it, so that a first visit loads less. */
    send: (form: HTMLFormElement, request: (data: FormData) => Promise<Outcome>) =>
      run(async () => {
        setOutcome(none);
        const data = new FormData(form);
        try {
          const done = await request(data);
          setOutcome(done);
          if (done.isSent) clear(form, data);
        } catch {
          showToast({ title: problems.unreachable, variant: 'destructive' });
        }
      }),
    /** Forgets the last outcome, or what the server refused in the field that was edited. */
    forget: (name?: string) =>
      setOutcome((last) => {
        if (name === undefined) return none;
        const { [name]: edited, ...faults } = last.faults;
        return edited === undefined ? last : { ...last, faults };
      }),
  };
}

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Clears the form. What was typed while it was being sent belongs to the next message. */
export function clear(form: HTMLFormElement, sent: FormData): void {
  const now = new FormData(form);
  form.reset();
  for (const [name, value] of now) {
    const field = form.elements.namedItem(name) as Field;
    if (value === sent.get(name) || typeof value !== 'string') continue;
    if (field.type === 'checkbox') (field as HTMLInputElement).checked = true;
    else field.value = value;
  }
}

export function textOf(data: FormData, name: string): string {
  const value = data.get(name);
  return typeof value === 'string' ? value : '';
}
