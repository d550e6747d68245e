/** Subjects are added by Add or Enter. Enter never submits the form. */
import { useRef } from 'react';
import { Button } from '../../../components/controls/button';
import { ChipList } from '../../../components/forms/chip-list';
import { TextField } from '../../../components/forms/fields';
import { application } from '../../../content/membership/application';
import { applicationFields } from '../../../content/membership/application-fields';
import { withSubject } from '../answers';

type Props = {
  subjects: readonly string[];
  typed: string;
  error?: string;
  onTyped(text: string): void;
  onChange(subjects: readonly string[]): void;
};

export function SubjectsField({ subjects, typed, error, onTyped, onChange }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const words = application.subjects;
  const { label, hint, most, mostEntries } = applicationFields.subjects_taught;

  const repeated = subjects.includes(typed.trim());
  const full = typed.trim() !== '' && subjects.length >= mostEntries;
  const problem = repeated ? words.repeated : full ? words.full(mostEntries) : error;

  const add = () => {
    const next = withSubject(subjects, typed);
    if (next !== subjects) {
      onChange(next);
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
          // Enter may belong to an input method that is composing a word. Safari has ended the composition by then:
          // only the key code tells.
          if (!event.nativeEvent.isComposing && event.nativeEvent.keyCode !== 229) add();
        }}
      />
      <ChipList
        label={words.list}
        items={subjects}
        onRemove={(subject) => {
          onChange(subjects.filter((each) => each !== subject));
          input.current?.focus();
        }}
      />
    </div>
  );
}
