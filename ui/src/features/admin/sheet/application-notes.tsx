/** The notes of all administrators, oldest first, and a field for a new one. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { type ApplicationNote, deleteNote, listNotes } from '../../../api/review/notes';
import { Button } from '../../../components/controls/button';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog';
import { Skeleton } from '../../../components/feedback/skeleton';
import { showToast } from '../../../components/feedback/toast';
import { DateTime } from '../../../components/text/date-time';
import { admin } from '../../../content/membership/admin';
import { reviewDesk } from '../../../content/membership/review-desk';
import { dayOf, shortDate, timeOf } from '../../../lib/format';
import { useSingleFlight } from '../../../lib/hooks/use-single-flight';
import { notesKey } from '../review-cache';
import { NoteField } from './note-field';
import { createNoteSaver, type NoteSaver } from './note-saver';
import { finishNote, holdNote, isOpenNote, openNote } from './open-notes';

const words = reviewDesk.notes;

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
  const saverOf = (note?: ApplicationNote) => () =>
    createNoteSaver({
      applicationId: id,
      note,
      onChange: (done) => ('saved' in done ? savedNote(done.saved) : removedNote(done.removed)),
    });

  const newKey = `new ${id}`;
  const openNew = () => openNote(userId, newKey, saverOf());
  const [composer, setComposer] = useState(openNew);
  const composed = useSyncExternalStore(composer.watch, composer.state);
  useEffect(() => holdNote(newKey), [newKey, composer]);
  const field = useRef<HTMLTextAreaElement>(null);

  const finish = async () => {
    if (!(await finishNote(newKey))) return;
    setComposer(openNew());
    field.current?.focus();
  };

  const [chosen, setChosen] = useState<string | null>(null);
  const editing = chosen ?? notes?.find((note) => isOpenNote(note.id))?.id;
  /** Done disappears with the field, so the focus returns to Edit, or to the new note if this one was emptied. */
  const endEditing = (noteId: string) => {
    flushSync(() => setChosen(null));
    (document.getElementById(editButtonId(noteId)) ?? field.current)?.focus();
  };
  const [doomed, setDoomed] = useState<ApplicationNote | null>(null);
  const { busy, run } = useSingleFlight();

  const remove = (note: ApplicationNote) =>
    run(async () => {
      try {
        await deleteNote(id, note.id, note.version);
        removedNote(note.id);
        showToast({ title: words.removed });
      } catch {
        showToast({ title: words.removeFailed, variant: 'destructive' });
        void refetch();
      }
      setDoomed(null);
    });

  const listed = notes?.filter((note) => note.id !== composed.noteId);
  return (
    // A printed application has no field for notes.
    <section data-print={listed?.length === 0 ? 'hide' : undefined}>
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
      {listed !== undefined && listed.length > 0 && (
        <ol className="mb-4 space-y-3">
          {listed.map((note) => (
            <li key={note.id} className="border-l-4 border-sand-deep pl-4">
              {note.id === editing ? (
                <EditedNote
                  userId={userId}
                  noteKey={note.id}
                  create={saverOf(note)}
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
      {isOpen && (
        <NoteField
          saver={composer}
          label={words.field}
          hint={words.hint}
          fieldRef={field}
          onDone={() => void finish()}
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
  userId: string;
  noteKey: string;
  create: () => NoteSaver;
  onDone(): void;
};

function EditedNote({ userId, noteKey, create, onDone }: EditedNoteProps) {
  const [saver] = useState(() => openNote(userId, noteKey, create));
  useEffect(() => holdNote(noteKey), [noteKey]);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  const finish = async () => {
    if (await finishNote(noteKey)) onDone();
  };
  return (
    <NoteField
      saver={saver}
      label={words.editField}
      fieldRef={field}
      onDone={() => void finish()}
    />
  );
}
