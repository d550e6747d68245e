import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useForm, type UseFormReturn } from 'react-hook-form';
import { fieldNames } from '../../../content/membership/application-fields';
import { answersSchema, type Answers } from '../answers';
import type { ApplicationDraft, DraftState } from './application-draft';
import { openDraft } from './current-draft';
import { sameValue } from './draft-values';

/** Null until the saved draft is read, for up to three seconds. */
export function useOpenedDraft(userId: string, wanted: boolean): ApplicationDraft | null {
  const [opened, setOpened] = useState<ApplicationDraft | null>(null);
  useEffect(() => {
    if (!wanted) return undefined;
    let isMounted = true;
    const draft = openDraft(userId);
    void draft.load().then(() => {
      if (isMounted) setOpened(draft);
    });
    return () => {
      isMounted = false;
      void draft.flush();
    };
  }, [userId, wanted]);
  return opened;
}

export const useDraftState = (draft: ApplicationDraft): DraftState =>
  useSyncExternalStore(draft.watch, draft.state);

/** Synchronizes the form and the owner of its answers. */
export function useDraftForm(
  draft: Pick<ApplicationDraft, 'answers' | 'change' | 'watch'>,
): UseFormReturn<Answers> {
  const [defaultValues] = useState(draft.answers);
  const form = useForm<Answers>({ resolver: zodResolver(answersSchema), defaultValues });
  useEffect(() => {
    let replacing = false;
    const unsubscribe = form.subscribe({
      formState: { values: true },
      callback: ({ values }) => {
        // A partly replaced form is not the user's input.
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
    const stop = draft.watch(fill);
    // The draft may have changed since the form was created.
    fill();
    return () => {
      unsubscribe();
      stop();
    };
  }, [form, draft]);
  return form;
}
