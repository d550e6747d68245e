/** Approve and Reject with a reason that only administrators see, or a link to the next pending application. */
import { Check, MessageSquarePlus, PencilLine, X } from 'lucide-react';
import { useId, useRef } from 'react';
import { flushSync } from 'react-dom';
import type { ApplicationDetail, Decision } from '../../../api/review/applications';
import { Alert } from '../../../components/feedback/alert';
import { Button } from '../../../components/controls/button';
import { TextAreaField } from '../../../components/forms/fields';
import { KeyHint } from '../../../components/controls/key-hint';
import { admin } from '../../../content/membership/admin';
import { changeRequests } from '../../../content/membership/change-requests';

const words = admin.decision;

/** Their ids. Keys and acts move the focus to them. */
export const buttons = {
  approve: 'approve-button',
  reject: 'reject-button',
  ask: 'ask-button',
  next: 'next-pending-button',
} as const;

/** Counted in code points, as on the server. */
const MAX_NOTE_LENGTH = 2000;
const lengthOf = (note: string): number => [...note.trim()].length;

type Props = {
  application: Pick<ApplicationDetail, 'id' | 'status' | 'note'>;
  note: string;
  onNote(note: string): void;
  busy: boolean;
  onDecide(decision: Decision): void;
  /** Undefined if the applicant cannot be asked for changes, or was asked already. */
  onAsk: (() => void) | undefined;
  problem: string | null;
  /** Shows the field for the reason also while it is empty. */
  isUnfolded: boolean;
  onUnfold(): void;
  /** Undefined if the filter excludes pending applications. */
  onNextPending: (() => void) | undefined;
};

export function DecisionFooter(props: Props) {
  const { application, problem } = props;
  return (
    <div className="space-y-3">
      {problem !== null && <Alert variant="destructive">{problem}</Alert>}
      {application.status === 'pending' ? <Open {...props} /> : <Decided {...props} />}
    </div>
  );
}

const ThenEnter = ({ letter }: { letter: string }) => (
  <KeyHint letter={letter} enter={admin.detail.thenEnter(letter)} />
);

function Open(props: Props) {
  const { note, onNote, busy, onDecide, onAsk, onUnfold } = props;
  const countId = useId();
  const used = lengthOf(note);
  const isLong = used > MAX_NOTE_LENGTH;
  const isUnfolded = note !== '' || props.isUnfolded;
  const field = useRef<HTMLTextAreaElement>(null);
  const unfold = () => {
    flushSync(onUnfold);
    field.current?.focus();
    // Focus alone shows only the first line of the field on a phone.
    field.current?.scrollIntoView({ block: 'center' });
  };
  return (
    <>
      {isUnfolded ? (
        <div className="relative">
          <TextAreaField
            ref={field}
            name="note"
            label={words.note}
            hint={words.noteHint}
            error={isLong ? words.tooLong(MAX_NOTE_LENGTH) : undefined}
            value={note}
            rows={1}
            onChange={({ target }) => {
              onUnfold();
              onNote(target.value);
            }}
          />
          <p id={countId} className="absolute top-0 right-0 text-sm text-muted tabular-nums">
            {words.count(used, MAX_NOTE_LENGTH)}
          </p>
        </div>
      ) : (
        <Button variant="ghost" size="small" className="-ml-3 max-sm:min-h-11" onClick={unfold}>
          <MessageSquarePlus aria-hidden="true" className="size-4" />
          {words.addNote}
        </Button>
      )}
      {/* The buttons are far apart, and their keys only move the focus, because a decision may be final. */}
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 in-data-beside:gap-x-2 md:not-in-data-beside:*:px-3.5 in-data-beside:*:px-2.5">
        <Button
          id={buttons.reject}
          variant="destructive"
          aria-keyshortcuts={admin.detail.keys.reject}
          busy={busy}
          aria-disabled={isLong}
          onClick={() => onDecide('rejected')}
        >
          <X aria-hidden="true" className="size-4" />
          {admin.actions.reject}
          <ThenEnter letter={admin.detail.keys.reject} />
        </Button>
        {onAsk !== undefined && (
          <Button
            id={buttons.ask}
            variant="secondary"
            className="max-sm:-order-1 max-sm:w-full"
            aria-keyshortcuts={admin.detail.keys.changes}
            aria-disabled={busy}
            onClick={onAsk}
          >
            <PencilLine aria-hidden="true" className="size-4" />
            {changeRequests.ask.open}
            <ThenEnter letter={admin.detail.keys.changes} />
          </Button>
        )}
        <Button
          id={buttons.approve}
          aria-keyshortcuts={admin.detail.keys.approve}
          busy={busy}
          aria-disabled={isLong}
          onClick={() => onDecide('approved')}
        >
          <Check aria-hidden="true" className="size-4" />
          {admin.actions.approve}
          <ThenEnter letter={admin.detail.keys.approve} />
        </Button>
      </div>
    </>
  );
}

function Decided({ application, note, busy, onNextPending }: Props) {
  // The event of this decision may arrive before its response.
  const isUnsaved = !busy && note.trim() !== '' && note.trim() !== application.note;
  return (
    <>
      {isUnsaved && (
        <TextAreaField name="note" label={words.unsaved} value={note} rows={2} readOnly />
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p>{words.decided(admin.status[application.status].toLowerCase())}</p>
        {onNextPending !== undefined && (
          <Button id={buttons.next} onClick={onNextPending}>
            {words.nextPending}
          </Button>
        )}
      </div>
    </>
  );
}
