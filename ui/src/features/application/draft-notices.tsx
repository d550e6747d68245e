/** Above the form: that it opened with saved answers, with a way to start over, and what two devices answered differently. */
import { History } from 'lucide-react';
import { useRef, useState } from 'react';
import { Alert } from '../../components/alert';
import { Button } from '../../components/button';
import { ConfirmDialog } from '../../components/confirm-dialog';
import { application } from '../../content/membership/application';
import { fieldNames, fieldOf } from '../../content/membership/application-fields';
import type { DraftState } from './application-draft';

/** The id of the heading of the step. */
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
        className="px-1 underline underline-offset-4"
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
          // Once confirmed, the button is gone.
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

type Props = {
  state: DraftState;
  onStartOver(): void;
  onExchange(): void;
  onKeepShown(): void;
};

export function DraftNotices({ state, onStartOver, onExchange, onKeepShown }: Props) {
  const contested = fieldNames.filter((name) => name in state.contested);
  return (
    <>
      {state.unread && <Alert>{words.unread}</Alert>}
      {state.restored && !state.unread && <Restored onStartOver={onStartOver} />}
      {contested.length > 0 && (
        <Alert>
          <p>{words.contested(contested.map((name) => fieldOf(name).label))}</p>
          <div className="mt-3 flex flex-wrap gap-3">
            <Button size="small" variant="secondary" onClick={onExchange}>
              {contested.length === 1 ? words.exchange : words.exchangeAll}
            </Button>
            <Button size="small" variant="ghost" onClick={onKeepShown}>
              {words.keepShown}
            </Button>
          </div>
        </Alert>
      )}
    </>
  );
}
