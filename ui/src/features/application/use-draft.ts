/** The draft of the application in React: opening it, its state, and the form that shows its answers. */
import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useForm, type UseFormReturn } from 'react-hook-form';
import { fieldNames } from '../../content/membership/application-fields';
import { answersSchema, type Answers } from './answers';
import type { ApplicationDraft, DraftState } from './application-draft';
import { openDraft } from './draft-of-person';
import { sameValue } from './draft-values';

/** Null until what is saved was read, or has taken too long. */
export function useOpenedDraft(userId: string, wanted: boolean): ApplicationDraft | null {
  const [opened, setOpened] = useState<ApplicationDraft | null>(null);
  useEffect(() => {
    if (!wanted) return undefined;
    let here = true;
    const draft = openDraft(userId);
    void draft.load().then(() => {
      if (here) setOpened(draft);
    });
    return () => {
      here = false;
      void draft.flush();
    };
  }, [userId, wanted]);
  return opened;
}

export const useDraftState = (draft: ApplicationDraft): DraftState =>
  useSyncExternalStore(draft.watch, draft.state);

/** Every change goes to the draft, and what comes from elsewhere into the form. */
export function useDraftForm(draft: ApplicationDraft): UseFormReturn<Answers> {
  const [defaultValues] = useState(draft.answers);
  const form = useForm<Answers>({ resolver: zodResolver(answersSchema), defaultValues });
  useEffect(() => {
    let replacing = false;
    const unsubscribe = form.subscribe({
      formState: { values: true },
      callback: ({ values }) => {
        // Half replaced is nobody's answer.
        if (!replacing) draft.change(values);
      },
    });
    const fill = () => {
      const answers = draft.answers();
      replacing = true;
      for (const name of fieldNames) {
        if (!sameValue(form.getValues(name), answers[name])) form.setValue(name, answers[name]);
      }
      replacing = false;
    };
    const stop = draft.onReplaced(fill);
    // What came in since the form was made.
    fill();
    return () => {
      unsubscribe();
      stop();
    };
  }, [form, draft]);
  return form;
}
