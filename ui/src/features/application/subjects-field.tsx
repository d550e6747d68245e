/** Subjects Taught: typed and added by Add or Enter, shown as removable chips. Enter never submits the form. */
import { useRef, useState } from 'react';
import { Button } from '../../components/button';
import { ChipList } from '../../components/chip-list';
import { TextField } from '../../components/fields';
import { application } from '../../content/application';
import { applicationFields } from '../../content/application-fields';
import { withSubject } from './answers';

type Props = {
  subjects: readonly string[];
  typed: string;
  error?: string;
  /** True once the person moved on with a subject typed but not added. */
  flagged: boolean;
  onTyped(text: string): void;
  onChange(subjects: readonly string[]): void;
};

export function SubjectsField({ subjects, typed, error, flagged, onTyped, onChange }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [left, setLeft] = useState(false);
  const words = application.subjects;
  const { label, hint, most, mostEntries } = applicationFields.subjects_taught;

  const repeated = subjects.includes(typed.trim());
  const full = typed.trim() !== '' && subjects.length >= mostEntries;
  const waiting = typed.trim() !== '' && (left || flagged);
  const problem = repeated
    ? words.repeated
    : full
      ? words.full(mostEntries)
      : waiting
        ? words.notAdded
        : error;

  const add = () => {
    const next = withSubject(subjects, typed);
    if (next !== subjects) {
      onChange(next);
      onTyped('');
    }
    setLeft(false);
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
        onChange={(event) => {
          setLeft(false);
          onTyped(event.target.value);
        }}
        trailing={
          <Button variant="secondary" onClick={add}>
            {words.add}
          </Button>
        }
        onBlur={() => setLeft(true)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          // An input method that is still composing a word uses Enter for itself.
          if (!event.nativeEvent.isComposing) add();
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
