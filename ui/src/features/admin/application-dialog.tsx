/** One whole application in a dialog that can be linked to and printed. */
import { useEffect, useState } from 'react';
import { Printer } from 'lucide-react';
import { isCancelled, toProblem } from '../../api/errors';
import { getApplication, type ApplicationDetail } from '../../api/review';
import { Alert } from '../../components/alert';
import { Button } from '../../components/button';
import { Dialog } from '../../components/dialog';
import { Skeleton } from '../../components/skeleton';
import { admin } from '../../content/admin';
import { nameOf, viewButtonId } from './application-actions';
import { ApplicationSheet } from './application-sheet';
import './print-sheet.css';

type State =
  | { is: 'loading' }
  | { is: 'ready'; application: ApplicationDetail }
  | { is: 'failed'; message: string; retryable: boolean };

const { detail } = admin;

function useApplication(id: string) {
  const [state, setState] = useState<State>({ is: 'loading' });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const leaving = new AbortController();
    setState({ is: 'loading' });
    getApplication(id, leaving.signal).then(
      (application) => setState({ is: 'ready', application }),
      (cause: unknown) => {
        if (isCancelled(cause)) return;
        console.warn('The application could not be loaded.', cause);
        const missing = toProblem(cause).status === 404;
        setState({
          is: 'failed',
          message: missing ? detail.missing : detail.failed,
          retryable: !missing,
        });
      },
    );
    return () => leaving.abort();
  }, [id, attempt]);
  return { state, retry: () => setAttempt((count) => count + 1) };
}

export function ApplicationDialog({ id, onClose }: { id: string; onClose(): void }) {
  const { state, retry } = useApplication(id);
  const title = state.is === 'ready' ? detail.title(nameOf(state.application)) : detail.untitled;

  const actions =
    state.is === 'ready' ? (
      <Button variant="secondary" onClick={() => window.print()}>
        <Printer aria-hidden="true" className="size-4" />
        {detail.print}
      </Button>
    ) : state.is === 'failed' && state.retryable ? (
      <Button variant="secondary" onClick={retry}>
        {admin.list.retry}
      </Button>
    ) : null;

  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={title}
      wide
      finalFocus={() => document.getElementById(viewButtonId(id))}
      actions={actions}
    >
      <div data-print-sheet className="space-y-6">
        {state.is === 'loading' && <Skeleton label={detail.loading} lines={8} />}
        {state.is === 'failed' && <Alert variant="destructive">{state.message}</Alert>}
        {state.is === 'ready' && <ApplicationSheet application={state.application} />}
      </div>
    </Dialog>
  );
}
