/** Subjects are added by Add or Enter. Enter never submits the form. */
import { useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { Button } from '../../../components/controls/button';
import { ChipList } from '../../../components/forms/chip-list';
import { TextField } from '../../../components/forms/fields';
import { application } from '../../../content/membership/application';
import { applicationFields } from '../../../content/membership/application-fields';
import { withSubject, type Answers } from '../answers';

export type SubjectsFieldProps = {
  form: UseFormReturn<Answers>;
  /** The text in the box. */
  subject: { typed: string; onTyped(text: string): void };
};

export function SubjectsField({ form, subject: { typed, onTyped } }: SubjectsFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const subjects = form.watch('subjects_taught');
  const { subjects_taught: error } = form.formState.errors;
  const words = application.subjects;
  const { label, hint, most, mostEntries } = applicationFields.subjects_taught;

  // A refused subject is reported by its index. The field shows the first error.
  const refusal = error?.message ?? error?.find?.(Boolean)?.message;
  const repeated = subjects.includes(typed.trim());
  const full = typed.trim() !== '' && subjects.length >= mostEntries;
  const problem = repeated ? words.repeated : full ? words.full(mostEntries) : refusal;

  const change = (next: readonly string[]) => {
    form.clearErrors('subjects_taught');
    form.setValue('subjects_taught', [...next], { shouldDirty: true });
  };
  const add = () => {
    const next = withSubject(subjects, typed);
    if (next !== subjects) {
      change(next);
      onTyped('');
    }
    input.current?.focus();
  };

  return (
    <div className="space-y-3">
      <TextField
        ref={input}
        id="subjects_taught"
        label={label}
        hint={hint}
        error={problem}
        value={typed}
        maxLength={most}
        onChange={(event) => onTyped(event.target.value)}
        trailing={
          <Button variant="secondary" onClick={add}>
            {words.add}
          </Button>
        }
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          // Enter may end the composition of an input method. Safari reports this only through the key code.
          if (!event.nativeEvent.isComposing && event.nativeEvent.keyCode !== 229) add();
        }}
      />
      <ChipList
        label={words.list}
        items={subjects}
        onRemove={(subject) => {
          change(subjects.filter((each) => each !== subject));
          input.current?.focus();
        }}
      />
    </div>
  );
}
