/** The buttons of a row. Each names the applicant for assistive technology. */
import { Check, Eye, X } from 'lucide-react';
import type { ComponentProps } from 'react';
import type { ApplicationSummary, Decision } from '../../../api/review/applications';
import { Button } from '../../../components/controls/button';
import { admin } from '../../../content/membership/admin';
import { classNames } from '../../../lib/class-names';

export const statusTones = { pending: 'waiting', approved: 'good', rejected: 'bad' } as const;

export const nameOf = ({
  first_name,
  last_name,
}: Pick<ApplicationSummary, 'first_name' | 'last_name'>) =>
  first_name === null ? admin.deletedAccount : `${first_name} ${last_name}`;

/** Gets the focus after a decision, which removes the other buttons in the row. */
export const viewButtonId = (id: string) => `view-${id}`;

export type ActionHandlers = {
  busy: ReadonlySet<string>;
  onView(id: string): void;
  onDecide(application: ApplicationSummary, decision: Decision): void;
};

type Props = ActionHandlers & { application: ApplicationSummary };

type ActionProps = ComponentProps<typeof Button> & { icon: typeof Eye; word: string; name: string };

/** A narrow table shows the icon, a wider one the word, and a card both. */
function Action({ icon: Icon, word, name, className, ...rest }: ActionProps) {
  return (
    <Button
      size="small"
      variant="secondary"
      aria-label={name}
      title={word}
      className={classNames('md:scroll-mt-12 md:max-lg:size-9 md:max-lg:px-0 lg:px-2.5', className)}
      {...rest}
    >
      <Icon aria-hidden="true" className="size-4 lg:hidden" />
      <span className="md:max-lg:hidden">{word}</span>
    </Button>
  );
}

export function ApplicationActions({ application, busy, onView, onDecide }: Props) {
  const { actions } = admin;
  const name = nameOf(application);
  const { id } = application;
  const isBusy = busy.has(id);
  return (
    <div className="grid grid-cols-2 gap-3 sm:flex md:gap-1.5">
      <Action
        id={viewButtonId(id)}
        icon={Eye}
        word={actions.view}
        name={actions.viewOf(name)}
        className="max-sm:col-span-2"
        onClick={() => onView(id)}
      />
      {application.status === 'pending' && (
        <>
          <Action
            icon={Check}
            word={actions.approve}
            name={actions.approveOf(name)}
            busy={isBusy}
            onClick={() => onDecide(application, 'approved')}
          />
          <Action
            icon={X}
            word={actions.reject}
            name={actions.rejectOf(name)}
            variant="destructive"
            className="sm:ml-3"
            busy={isBusy}
            onClick={() => onDecide(application, 'rejected')}
          />
        </>
      )}
    </div>
  );
}
