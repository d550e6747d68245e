/** The notes of all administrators, oldest first, and a field for a new one. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { toProblem } from '../../../api/errors';
import {
  type ApplicationNote,
  addNote,
  deleteNote,
  listNotes,
  updateNote,
} from '../../../api/review/applications';
import { Button } from '../../../components/controls/button';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog';
import { Alert } from '../../../components/feedback/alert';
import { Skeleton } from '../../../components/feedback/skeleton';
import { showToast } from '../../../components/feedback/toast';
import { TextAreaField } from '../../../components/forms/fields';
import { DateTime } from '../../../components/text/date-time';
import { admin } from '../../../content/membership/admin';
import { reviewDesk } from '../../../content/membership/review';
import { dayOf, shortDate, timeOf } from '../../../lib/format';
import { useSingleFlight } from '../../../lib/hooks/use-single-flight';
import { createTypedInputs } from '../../../session/tab-storage/typed-inputs';
import { notesKey } from '../review-cache';

const words = reviewDesk.notes;

/** In code points, as on the server. */
const MAX_LENGTH = 5_000;

type TypedText = {
  readonly text: string;
  /** The idempotency key, which is sent again with the same text. */
  readonly key: string;
  /** Of the stored text that it replaces. */
  readonly version?: string | undefined;
};

function isTypedText(value: unknown): value is TypedText {
  const { text, key } = (value ?? {}) as Partial<Record<keyof TypedText, unknown>>;
  return typeof text === 'string' && typeof key === 'string';
}

const typed = createTypedInputs('notes', words.signOut, isTypedText);
const newText = (text: string, version?: string): TypedText => ({
  text,
  key: crypto.randomUUID(),
  version,
});

const editName = (id: string, noteId: string) => `edit ${id} ${noteId}`;

const editButtonId = (noteId: string) => `edit-${noteId}`;

const whenOf = ({ created_at }: ApplicationNote): string => {
  const time = new Date(created_at);
  return `${shortDate(dayOf(time))}, ${timeOf(time)}`;
};

type Props = {
  id: string;
  userId: string;
  /** False once the applicant's account is deleted. */
  isOpen: boolean;
};

export function ApplicationNotes({ id, userId, isOpen }: Props) {
  const cache = useQueryClient();
  const {
    data: notes,
    isError,
    isFetching,
    refetch,
  } = useQuery({ queryKey: notesKey(id), queryFn: ({ signal }) => listNotes(id, signal) });

  const change = (edit: (notes: ApplicationNote[]) => ApplicationNote[]) =>
    cache.setQueryData<ApplicationNote[]>(notesKey(id), (all) => all && edit(all));
  const savedNote = (note: ApplicationNote) =>
    change((all) =>
      all.some((known) => known.id === note.id)
        ? all.map((known) => (known.id === note.id ? note : known))
        : [...all, note],
    );
  const removedNote = (noteId: string) => change((all) => all.filter((note) => note.id !== noteId));

  const texts = typed.use(userId);
  const newName = `new ${id}`;
  const field = useRef<HTMLTextAreaElement>(null);
  const add = async ({ text, key }: TypedText) => {
    savedNote(await addNote(id, text, key));
    // The text of a note that was deleted meanwhile may have been added.
    if (typed.current()[newName]?.key === key) typed.forget(newName);
    field.current?.focus();
  };

  const [chosen, setChosen] = useState<string | null>(null);
  const editing = chosen ?? notes?.find((note) => texts[editName(id, note.id)] !== undefined)?.id;
  /** The field disappears, so the focus returns to Edit. */
  const endEditing = (noteId: string) => {
    typed.forget(editName(id, noteId));
    flushSync(() => setChosen(null));
    document.getElementById(editButtonId(noteId))?.focus();
  };
  // The author deleted the edited note in another tab. The text that was typed here becomes that of a new note.
  useEffect(() => {
    if (notes === undefined) return;
    const stored = new Set([newName, ...notes.map((note) => editName(id, note.id))]);
    const orphans = Object.keys(texts).filter((name) => name.includes(id) && !stored.has(name));
    if (orphans.length === 0) return;
    const all = [newName, ...orphans].flatMap((name) => texts[name]?.text.trim() || []);
    if (all.length > 0) typed.type(newName, newText(all.join('\n\n')));
    orphans.forEach(typed.forget);
    setChosen(null);
    field.current?.focus();
    showToast({ title: words.deletedElsewhere });
  }, [id, newName, notes, texts]);
  const [doomed, setDoomed] = useState<ApplicationNote | null>(null);
  const { busy, run } = useSingleFlight();

  const remove = (note: ApplicationNote) =>
    run(async () => {
      try {
        await deleteNote(id, note.id, note.version);
        typed.forget(editName(id, note.id));
        removedNote(note.id);
        showToast({ title: words.removed });
      } catch {
        showToast({ title: words.removeFailed, variant: 'destructive' });
        void refetch();
      }
      setDoomed(null);
    });

  return (
    // A printed application has no field for notes.
    <section data-print={notes?.length === 0 ? 'hide' : undefined}>
      <h3 className="mb-3 border-b border-sand pb-1 font-serif text-lg">{words.title}</h3>
      {notes === undefined &&
        (isError && !isFetching ? (
          <p className="mb-3 flex flex-wrap items-center gap-3">
            {words.failed}
            <Button
              variant="secondary"
              size="small"
              aria-label={words.retry}
              onClick={() => void refetch()}
            >
              {admin.list.retry}
            </Button>
          </p>
        ) : (
          <Skeleton label={words.loading} lines={2} />
        ))}
      {notes !== undefined && notes.length > 0 && (
        <ol className="mb-4 space-y-3">
          {notes.map((note) => (
            <li key={note.id} className="border-l-4 border-sand-deep pl-4">
              {note.id === editing ? (
                <EditedNote
                  applicationId={id}
                  note={note}
                  typedText={texts[editName(id, note.id)]}
                  onSaved={savedNote}
                  onGone={() => removedNote(note.id)}
                  onDone={() => endEditing(note.id)}
                />
              ) : (
                <>
                  <NoteText note={note} isOwn={note.author_id === userId} />
                  {note.author_id === userId && (
                    <div className="mt-1 flex gap-2" data-print="hide">
                      <Button
                        id={editButtonId(note.id)}
                        variant="ghost"
                        size="small"
                        className="-ml-3 max-sm:min-h-11"
                        aria-label={words.editOf(whenOf(note))}
                        onClick={() => setChosen(note.id)}
                      >
                        {words.edit}
                      </Button>
                      <Button
                        variant="ghost"
                        size="small"
                        className="max-sm:min-h-11"
                        aria-label={words.removeOf(whenOf(note))}
                        onClick={() => setDoomed(note)}
                      >
                        {words.remove}
                      </Button>
                    </div>
                  )}
                </>
              )}
            </li>
          ))}
        </ol>
      )}
      {(isOpen || texts[newName] !== undefined) && (
        <NoteField
          name={newName}
          typedText={texts[newName]}
          stored=""
          label={words.field}
          hint={words.hint}
          action={{ idle: words.add, busy: words.adding }}
          fieldRef={field}
          onSave={add}
        />
      )}
      {doomed !== null && (
        <ConfirmDialog
          {...words.confirm}
          destructive
          busy={busy}
          onConfirm={() => void remove(doomed)}
          onCancel={() => setDoomed(null)}
          finalFocus={() => field.current}
        />
      )}
    </section>
  );
}

function NoteText({ note, isOwn }: { note: ApplicationNote; isOwn: boolean }) {
  const { author_name, created_at, text } = note;
  return (
    <>
      <p className="text-sm text-muted">
        <strong className="font-semibold text-ink">
          {isOwn ? words.you : (author_name ?? admin.deletedAccount)}
        </strong>
        {' · '}
        <DateTime at={created_at} withTime />
      </p>
      <p className="wrap-anywhere whitespace-pre-line">{text}</p>
    </>
  );
}

type EditedNoteProps = {
  applicationId: string;
  note: ApplicationNote;
  typedText: TypedText | undefined;
  onSaved(note: ApplicationNote): void;
  onGone(): void;
  onDone(): void;
};

/** If another tab has changed the note, its author chooses between both texts. */
function EditedNote({ applicationId, note, typedText, ...props }: EditedNoteProps) {
  const { onSaved, onGone, onDone } = props;
  const [newer, setNewer] = useState<ApplicationNote | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  const name = editName(applicationId, note.id);

  const save = async ({ version = note.version, text }: TypedText) => {
    try {
      onSaved(await updateNote(applicationId, note.id, version, text));
    } catch (cause) {
      const { status } = toProblem(cause);
      if (status !== 404 && status !== 412) throw cause;
      const now = (await listNotes(applicationId)).find(({ id }) => id === note.id);
      if (now === undefined) {
        onGone();
        return;
      }
      onSaved(now);
      setNewer(now);
      return;
    }
    onDone();
  };
  const keepMine = () => {
    if (typedText !== undefined) typed.type(name, newText(typedText.text, newer?.version));
    setNewer(null);
    // The pressed button has disappeared.
    field.current?.focus();
  };

  return (
    <NoteField
      name={name}
      typedText={typedText}
      stored={note.text}
      version={note.version}
      isBlocked={newer !== null}
      label={words.editField}
      action={{ idle: words.save, busy: words.saving }}
      fieldRef={field}
      onSave={save}
      onCancel={onDone}
    >
      {newer !== null && (
        <Alert className="mb-3">
          <p>{words.newer}</p>
          <blockquote className="my-2 wrap-anywhere whitespace-pre-line">{newer.text}</blockquote>
          <div className="flex flex-wrap gap-3">
            <Button size="small" variant="secondary" onClick={keepMine}>
              {words.keepMine}
            </Button>
            <Button size="small" variant="secondary" onClick={onDone}>
              {words.loadNewer}
            </Button>
          </div>
        </Alert>
      )}
    </NoteField>
  );
}

type NoteFieldProps = {
  /** Of the typed text. */
  name: string;
  typedText: TypedText | undefined;
  /** What the server has. */
  stored: string;
  version?: string;
  /** Nothing is saved until the author has chosen between two texts. */
  isBlocked?: boolean;
  label: string;
  hint?: string;
  action: { readonly idle: string; readonly busy: string };
  fieldRef: RefObject<HTMLTextAreaElement | null>;
  onSave(typedText: TypedText): Promise<void>;
  onCancel?: () => void;
  children?: ReactNode;
};

function NoteField({
  name,
  typedText,
  stored,
  action,
  onSave,
  onCancel,
  ...field
}: NoteFieldProps) {
  const { label, hint, fieldRef, children, version, isBlocked = false } = field;
  const { busy, run } = useSingleFlight();
  const [refusal, setRefusal] = useState<string | null>(null);
  const text = typedText?.text ?? stored;
  const type = (next: string) => {
    setRefusal(null);
    if (next === stored) typed.forget(name);
    else typed.type(name, newText(next, typedText?.version ?? version));
  };
  const save = async () => {
    if (typedText === undefined || text.trim() === '') return;
    if ([...text.trim()].length > MAX_LENGTH) {
      setRefusal(words.tooLong(MAX_LENGTH));
      return;
    }
    setRefusal(null);
    try {
      await onSave({ ...typedText, text: text.trim() });
    } catch (cause) {
      setRefusal(toProblem(cause).message);
      fieldRef.current?.focus();
    }
  };
  return (
    <div data-print="hide">
      <TextAreaField
        ref={fieldRef}
        name="application-note"
        label={label}
        hint={hint}
        error={refusal ?? undefined}
        value={text}
        rows={2}
        readOnly={busy}
        onChange={({ target }) => type(target.value)}
      />
      <div className="my-3 flex justify-end gap-3">
        {onCancel && (
          <Button variant="ghost" size="small" className="max-sm:min-h-11" onClick={onCancel}>
            {words.cancel}
          </Button>
        )}
        <Button
          variant="secondary"
          size="small"
          className="max-sm:min-h-11"
          busy={busy}
          disabled={isBlocked || typedText === undefined || text.trim() === ''}
          onClick={() => void run(save)}
        >
          {busy ? action.busy : action.idle}
        </Button>
      </div>
      {children}
    </div>
  );
}
