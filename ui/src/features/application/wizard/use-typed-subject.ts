/** A subject that is typed but not added. Next and the browser's Forward add it. */
import { useEffect, useEffectEvent, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { Step } from '../../../content/membership/application-fields';
import { withSubject, type Answers } from '../answers';
import type { ApplicationDraft } from '../draft/application-draft';

type SubjectOwner = Pick<ApplicationDraft, 'subject' | 'typeSubject'>;

export function useTypedSubject(draft: SubjectOwner, form: UseFormReturn<Answers>, step: Step) {
  const [typed, setTyped] = useState(draft.subject);

  const onTyped = (text: string) => {
    setTyped(text);
    draft.typeSubject(text);
  };

  /** Adds the subject unless it is listed. False if the list is full; the text then stays in the field. */
  const add = (): boolean => {
    const before = form.getValues('subjects_taught');
    const after = withSubject(before, typed);
    if (after === before && !before.includes(typed.trim())) return false;
    form.setValue('subjects_taught', [...after], { shouldDirty: true });
    onTyped('');
    return true;
  };

  // The browser's Forward does not call `settle`.
  const left = step > 1 && typed.trim() !== '';
  const addLeft = useEffectEvent(add);
  useEffect(() => {
    if (left) addLeft();
  }, [left]);

  /** Adds the subject before the step changes. False if the list is full. */
  const settle = (): boolean => {
    if (step !== 1 || typed.trim() === '' || add()) return true;
    document.getElementById('subjects_taught')?.focus();
    return false;
  };

  return { typed, onTyped, settle };
}
