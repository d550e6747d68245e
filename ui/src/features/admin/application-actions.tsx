/** View, and for pending applications Approve and Reject. Each button names the applicant to assistive tech. */
import { Check, Eye, X } from 'lucide-react';
import type { ApplicationSummary, Decision } from '../../api/review';
import { Button } from '../../components/button';
import { admin } from '../../content/admin';

export const statusTones = { pending: 'waiting', approved: 'good', rejected: 'bad' } as const;

/** The name of the applicant; of a deleted account, that it is deleted. */
export const nameOf = ({
  first_name,
  last_name,
}: Pick<ApplicationSummary, 'first_name' | 'last_name'>) =>
  first_name === null ? admin.deletedAccount : `${first_name} ${last_name}`;

/** Where the focus goes after a decision: the decided row's own buttons are gone by then. */
export const viewButtonId = (id: string) => `view-${id}`;

export type ActionHandlers = {
  busy: ReadonlySet<string>;
  onView(id: string): void;
  onDecide(id: string, decision: Decision): void;
};

type Props = ActionHandlers & { application: ApplicationSummary };

export function ApplicationActions({ application, busy, onView, onDecide }: Props) {
  const { actions } = admin;
  const name = nameOf(application);
  const { id } = application;
  const isBusy = busy.has(id);
  return (
    <div className="grid grid-cols-2 gap-2 sm:flex md:flex-col xl:flex-row">
      <Button
        id={viewButtonId(id)}
        size="small"
        variant="secondary"
        className="max-sm:col-span-2"
        aria-label={actions.viewOf(name)}
        onClick={() => onView(id)}
      >
        <Eye aria-hidden="true" className="size-4" />
        {actions.view}
      </Button>
      {application.status === 'pending' && (
        <>
          <Button
            size="small"
            aria-label={actions.approveOf(name)}
            busy={isBusy}
            onClick={() => onDecide(id, 'approved')}
          >
            <Check aria-hidden="true" className="size-4" />
            {actions.approve}
          </Button>
          <Button
            size="small"
            variant="destructive"
            aria-label={actions.rejectOf(name)}
            busy={isBusy}
            onClick={() => onDecide(id, 'rejected')}
          >
            <X aria-hidden="true" className="size-4" />
            {actions.reject}
          </Button>
        </>
      )}
    </div>
  );
}
