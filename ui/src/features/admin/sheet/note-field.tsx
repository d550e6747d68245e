/** The field of a note that is saved as its author types. */
import { type Ref, useId, useSyncExternalStore } from 'react';
import { Button } from '../../../components/controls/button';
import { TextAreaField } from '../../../components/forms/fields';
import { reviewDesk } from '../../../content/membership/review-desk';
import type { NoteSaver } from './note-saver';

const words = reviewDesk.notes;

type Props = {
  saver: NoteSaver;
  label: string;
  hint?: string;
  onDone(): void;
  fieldRef?: Ref<HTMLTextAreaElement>;
};

export function NoteField({ saver, label, hint, onDone, fieldRef }: Props) {
  const { text, noteId, saving, refusal } = useSyncExternalStore(saver.watch, saver.state);
  const statusId = useId();
  const status = words.saving[saving];
  return (
    <div data-print="hide">
      <TextAreaField
        ref={fieldRef}
        name="application-note"
        label={label}
        hint={hint}
        error={refusal ?? undefined}
        aria-describedby={statusId}
        value={text}
        rows={2}
        onChange={({ target }) => saver.type(target.value)}
      />
      {/* A fixed height, so that nothing moves while the author types. */}
      <div className="mt-1 flex min-h-11 items-center justify-between gap-3">
        <p id={statusId} className="text-sm text-muted">
          {status}
        </p>
        {noteId !== null && (
          <Button variant="secondary" size="small" className="max-sm:min-h-11" onClick={onDone}>
            {words.done}
          </Button>
        )}
      </div>
      {/* Announcing every save would interrupt the author. */}
      <output className="sr-only">{saving === 'retrying' && status}</output>
    </div>
  );
}
