/** Names the application whose answers fill the form. */
import { History } from 'lucide-react';
import { Button } from '../../../components/controls/button';
import { DateTime } from '../../../components/text/date-time';
import { sentApplication } from '../../../content/membership/sent-application';

const words = sentApplication.earlier;

type Props = { submittedAt: string; onStartEmpty(): void };

export function EarlierNotice({ submittedAt, onStartEmpty }: Props) {
  return (
    <div className="flex flex-wrap items-center gap-x-2 text-sm text-muted">
      <p className="flex items-start gap-x-2">
        <History aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        <span>
          {words.from}
          <DateTime at={submittedAt} long />.
        </span>
      </p>
      <Button
        size="small"
        variant="ghost"
        className="px-1 underline underline-offset-4"
        onClick={onStartEmpty}
      >
        {words.empty}
      </Button>
    </div>
  );
}
