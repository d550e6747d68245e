/** Notices above the form: restored answers, an unread draft, a conflict with another device. */
import { History } from 'lucide-react';
import { useRef, useState } from 'react';
import { Alert } from '../../../components/feedback/alert';
import { Button } from '../../../components/controls/button';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog';
import { application } from '../../../content/membership/application';
import { fieldOf } from '../../../content/membership/application-fields';
import { EarlierNotice } from '../sent/earlier-notice';
import type { Earlier } from '../sent/use-earlier-answers';
import type { ApplicationDraft, DraftState } from './application-draft';
import type { ValueName } from './draft-values';

export const STEP_HEADING = 'step-heading';

const words = application.draft;

function Restored({ onStartOver }: { onStartOver(): void }) {
  const [asking, setAsking] = useState(false);
  const confirmed = useRef(false);
  const opener = useRef<HTMLButtonElement>(null);
  const { title, text, yes, no } = words.confirm;
  return (
    <div className="flex flex-wrap items-center gap-x-2 text-sm text-muted">
      <History aria-hidden="true" className="size-4 shrink-0" />
      <p>{words.restored}</p>
      <Button
        ref={opener}
        size="small"
        variant="ghost"
        className="underline underline-offset-4"
        onClick={() => setAsking(true)}
      >
        {words.startOver}
      </Button>
      {asking && (
        <ConfirmDialog
          destructive
          title={title}
          description={text}
          confirm={yes}
          cancel={no}
          // After confirmation, the button is no longer in the document.
          finalFocus={() =>
            confirmed.current ? document.getElementById(STEP_HEADING) : opener.current
          }
          onConfirm={() => {
            confirmed.current = true;
            onStartOver();
          }}
          onCancel={() => setAsking(false)}
        />
      )}
    </div>
  );
}

type ConflictProps = { conflicts: readonly ValueName[]; onResolve: ApplicationDraft['resolve'] };

function Conflict({ conflicts, onResolve }: ConflictProps) {
  const labels = conflicts.map((name) =>
    name === 'headshot_id' ? application.photo.label : fieldOf(name).label,
  );
  const resolve = (choice: 'keep' | 'load') => {
    onResolve(choice);
    // The pressed button has disappeared.
    document.getElementById(STEP_HEADING)?.focus();
  };
  return (
    <Alert>
      <p>{words.conflict(labels)}</p>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button size="small" variant="secondary" onClick={() => resolve('keep')}>
          {words.keepShown}
        </Button>
        <Button size="small" variant="secondary" onClick={() => resolve('load')}>
          {words.loadOther}
        </Button>
      </div>
    </Alert>
  );
}

type Props = {
  state: DraftState;
  /** The rejected application. */
  earlier: Earlier | null;
  onStartOver(): void;
  onResolve: ApplicationDraft['resolve'];
};

export function DraftNotices({ state, earlier, onStartOver, onResolve }: Props) {
  const startEmpty = () => {
    earlier?.onStartEmpty?.();
    onStartOver();
    // The pressed button has disappeared.
    document.getElementById(STEP_HEADING)?.focus();
  };
  return (
    <>
      {earlier !== null && (
        <EarlierNotice
          submittedAt={earlier.submittedAt}
          onStartEmpty={earlier.onStartEmpty && startEmpty}
        />
      )}
      {state.unread && <Alert>{words.unread}</Alert>}
      {state.restored && !state.unread && <Restored onStartOver={onStartOver} />}
      {state.conflicts.length > 0 && <Conflict conflicts={state.conflicts} onResolve={onResolve} />}
    </>
  );
}
