/** The field of a note that is saved as its author types. */
import { type RefObject, useId, useSyncExternalStore } from 'react';
import { Button } from '../../../components/controls/button';
import { Alert } from '../../../components/feedback/alert';
import { TextAreaField } from '../../../components/forms/fields';
import { reviewDesk } from '../../../content/membership/review-desk';
import type { NoteSaver } from './note-saver';

const words = reviewDesk.notes;

type Props = {
  saver: NoteSaver;
  label: string;
  hint?: string;
  onDone(): void;
  fieldRef: RefObject<HTMLTextAreaElement | null>;
};

export function NoteField({ saver, label, hint, onDone, fieldRef }: Props) {
  const { text, noteId, saving, refusal, newer } = useSyncExternalStore(saver.watch, saver.state);
  const statusId = useId();
  const status = words.saving[saving];
  const resolve = (choice: 'keep' | 'load') => {
    saver.resolve(choice);
    // The pressed button has disappeared.
    fieldRef.current?.focus();
  };
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
      {newer !== null && (
        <Alert className="mb-3">
          <p>{words.newer}</p>
          <blockquote className="my-2 wrap-anywhere whitespace-pre-line">{newer}</blockquote>
          <div className="flex flex-wrap gap-3">
            <Button size="small" variant="secondary" onClick={() => resolve('keep')}>
              {words.keepMine}
            </Button>
            <Button size="small" variant="secondary" onClick={() => resolve('load')}>
              {words.loadNewer}
            </Button>
          </div>
        </Alert>
      )}
      {/* Announcing every save would interrupt the author. */}
      <output className="sr-only">{saving === 'retrying' && status}</output>
    </div>
  );
}
