/** One whole application in a dialog that can be linked to and printed. */
import { useQuery } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { toProblem } from '../../api/errors';
import { getApplication } from '../../api/review';
import { Alert } from '../../components/alert';
import { Button } from '../../components/button';
import { Dialog } from '../../components/dialog';
import { Skeleton } from '../../components/skeleton';
import { admin } from '../../content/admin';
import { nameOf, viewButtonId } from './application-actions';
import { ApplicationSheet } from './application-sheet';
import './print-sheet.css';

const { detail } = admin;

export function ApplicationDialog({ id, onClose }: { id: string; onClose(): void }) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['application', id],
    queryFn: ({ signal }) => getApplication(id, signal),
  });
  const failure = isFetching || error === null ? null : toProblem(error);
  const isMissing = failure?.status === 404;

  const actions =
    data !== undefined ? (
      <Button variant="secondary" onClick={() => window.print()}>
        <Printer aria-hidden="true" className="size-4" />
        {detail.print}
      </Button>
    ) : failure !== null && !isMissing ? (
      <Button variant="secondary" onClick={() => void refetch()}>
        {admin.list.retry}
      </Button>
    ) : null;

  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={data === undefined ? detail.untitled : detail.title(nameOf(data))}
      wide
      finalFocus={() => document.getElementById(viewButtonId(id))}
      actions={actions}
    >
      <div data-print-sheet className="space-y-6">
        {data === undefined && isFetching && <Skeleton label={detail.loading} lines={8} />}
        {failure !== null && (
          <Alert variant="destructive">{isMissing ? detail.missing : detail.failed}</Alert>
        )}
        {data !== undefined && <ApplicationSheet application={data} />}
      </div>
    </Dialog>
  );
}
