/** A subject that is typed but not added yet: it holds Next back once, and goes with the browser's Forward. */
import { useEffect, useEffectEvent, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { Step } from '../../content/application-fields';
import { withSubject, type Answers } from './answers';
import type { ApplicationDraft } from './application-draft';

export function useTypedSubject(draft: ApplicationDraft, form: UseFormReturn<Answers>, step: Step) {
  const [typed, setTyped] = useState(draft.subject);
  const [flagged, setFlagged] = useState(false);

  const onTyped = (text: string) => {
    setTyped(text);
    draft.typeSubject(text);
    setFlagged(false);
  };

  /** Adds it; one that is listed already is simply not added. */
  const add = () => {
    const before = form.getValues('subjects_taught');
    const after = withSubject(before, typed);
    // There is no room for it: it stays in the box.
    if (after === before && !before.includes(typed.trim())) return;
    form.setValue('subjects_taught', [...after], { shouldDirty: true });
    onTyped('');
  };

  // The browser's Forward asks nobody: what is typed but not added would be left behind.
  const left = step > 1 && typed.trim() !== '';
  const addLeft = useEffectEvent(add);
  useEffect(() => {
    if (left) addLeft();
  }, [left]);

  /** Whether the step can be left; if not, says so at the field. */
  const isSettled = (): boolean => {
    if (step !== 1 || typed.trim() === '') return true;
    if (form.getValues('subjects_taught').includes(typed.trim())) {
      add();
      return true;
    }
    setFlagged(true);
    document.getElementById('subjects_taught')?.focus();
    return false;
  };

  return { typed, flagged, onTyped, isSettled };
}
