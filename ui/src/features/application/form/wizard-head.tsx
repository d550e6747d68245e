/** What is above the step: notices about the draft, the progress, and whether the answers are saved. */
import { History, Check, CloudOff, RefreshCw } from 'lucide-react';
import { useRef, useState } from 'react';
import { Alert } from '../../../components/feedback/alert';
import { Button } from '../../../components/controls/button';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog';
import { application } from '../../../content/membership/application';
import { fieldOf, type Step, STEPS } from '../../../content/membership/application-fields';
import type { Earlier } from '../sent/use-earlier-answers';
import type { ApplicationDraft, DraftState } from '../draft/draft';
import type { ValueName } from '../draft/draft-sync';
import { DateTime } from '../../../components/text/date-time';
import { sentApplication } from '../../../content/membership/sent-application';
import { ProgressBar } from '../../../components/feedback/progress-bar';
import { classNames } from '../../../lib/class-names';

export const STEP_HEADING = 'step-heading';

const { draft: words, saving: savingWords } = application;
const { earlier: earlierWords } = sentApplication;

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
  /** The rejected application, whose answers may fill the form. */
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
        <Alert>
          <p>
            {earlierWords.before}
            <DateTime at={earlier.submittedAt} long />
            {earlierWords.after}
          </p>
          {earlier.onStartEmpty !== null && (
            <Button
              size="small"
              variant="ghost"
              className="mt-1 -ml-3 underline underline-offset-4"
              onClick={startEmpty}
            >
              {earlierWords.empty}
            </Button>
          )}
        </Alert>
      )}
      {state.unread && <Alert>{words.unread}</Alert>}
      {state.restored && !state.unread && <Restored onStartOver={onStartOver} />}
      {state.conflicts.length > 0 && <Conflict conflicts={state.conflicts} onResolve={onResolve} />}
    </>
  );
}

export function StepProgress({ step, state }: { step: Step; state: DraftState }) {
  return (
    <div className="space-y-2">
      <div className="flex min-h-6 items-center justify-between gap-4">
        <p className="text-sm font-semibold text-muted">{application.stepOf(step)}</p>
        <SaveStatus state={state} />
      </div>
      <ProgressBar label={application.progress} value={step} max={3} />
      <ol className="grid grid-cols-3 gap-3 text-[0.82rem] leading-snug sm:text-sm">
        {STEPS.map((each) => (
          <li
            key={each}
            aria-current={each === step ? 'step' : undefined}
            className={classNames(
              'flex items-start gap-0.5 sm:gap-1',
              each === step ? 'font-semibold' : 'text-muted',
            )}
          >
            {each < step && (
              <Check
                aria-hidden="true"
                className="mt-0.5 size-3.5 shrink-0 text-evergreen sm:size-4"
              />
            )}
            <span>{application.steps[each]}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}

const icons = { saving: RefreshCw, saved: Check, unsaved: CloudOff } as const;

/** Announces only when saving fails and when it works again. */
function useAnnouncement({ saving, keptHere }: Pick<DraftState, 'saving' | 'keptHere'>): string {
  const [announced, setAnnounced] = useState<'' | 'trouble' | 'over'>('');
  if (saving === 'unsaved' && announced !== 'trouble') setAnnounced('trouble');
  if (saving === 'saved' && announced === 'trouble') setAnnounced('over');
  if (announced === 'over') return savingWords.savedAgain;
  if (announced === '') return '';
  return keptHere ? savingWords.keptHere : savingWords.keptNowhere;
}

function SaveStatus({ state }: { state: DraftState }) {
  const { saving } = state;
  const announcement = useAnnouncement(state);
  const Icon = saving === 'none' ? null : icons[saving];
  return (
    <>
      {saving !== 'none' && Icon !== null && (
        <span
          className={`inline-flex items-center gap-1.5 text-sm ${saving === 'unsaved' ? 'font-semibold text-clay' : 'text-muted'}`}
        >
          <Icon aria-hidden="true" className="size-4 shrink-0" />
          <span>{savingWords[saving]}</span>
        </span>
      )}
      <span role="status" className="sr-only">
        {announcement}
      </span>
    </>
  );
}
