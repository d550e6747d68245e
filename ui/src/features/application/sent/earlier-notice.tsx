/** Names the rejected application, whose answers may fill the form. */
import { Alert } from '../../../components/feedback/alert';
import { Button } from '../../../components/controls/button';
import { DateTime } from '../../../components/text/date-time';
import { sentApplication } from '../../../content/membership/sent-application';

const words = sentApplication.earlier;

type Props = {
  submittedAt: string;
  /** Null if the form does not have its answers. */
  onStartEmpty: (() => void) | null;
};

export function EarlierNotice({ submittedAt, onStartEmpty }: Props) {
  return (
    <Alert>
      <p>
        {words.before}
        <DateTime at={submittedAt} long />
        {words.after}
      </p>
      {onStartEmpty !== null && (
        <Button
          size="small"
          variant="ghost"
          className="mt-1 -ml-3 underline underline-offset-4"
          onClick={onStartEmpty}
        >
          {words.empty}
        </Button>
      )}
    </Alert>
  );
}
