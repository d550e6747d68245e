/** The open request for changes, which an administrator can take back. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toProblem } from '../../../api/errors';
import { type ChangeRequest, takeBackRequest } from '../../../api/review/applications';
import { Button } from '../../../components/controls/button';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog';
import { showToast } from '../../../components/feedback/toast';
import { ChipList } from '../../../components/forms/chip-list';
import { DateTime } from '../../../components/text/date-time';
import { admin } from '../../../content/membership/admin';
import {
  changeableIn,
  changeableLabel,
  changeableNames,
  changeRequests,
} from '../../../content/membership/change-requests';
import { useAct } from '../../../lib/hooks/use-single-flight';
import { detailKey, setOpenRequest } from '../review-cache';

const words = changeRequests.open;

/** Gets the focus after the request was made. */
export const OPEN_REQUEST = 'open-request';

type Props = {
  applicationId: string;
  request: ChangeRequest;
  finalFocus: () => HTMLElement | null;
};

export function OpenRequest({ applicationId, request, finalFocus }: Props) {
  const cache = useQueryClient();
  const [asking, setAsking] = useState(false);
  const end = (title: string, variant?: 'success') => {
    showToast({ title, variant });
    setAsking(false);
    void cache.invalidateQueries({ queryKey: detailKey(applicationId) });
  };
  const { busy, outcome, setOutcome, act } = useAct((cause) => {
    const problem = toProblem(cause);
    if (problem.status !== 404) return problem.message;
    end(words.closed);
    return null;
  });
  const { id, message, created_at, requested_by } = request;
  const fields = changeableIn(request.fields);

  const takeBack = async () => {
    await takeBackRequest(applicationId, id);
    setOpenRequest(cache, applicationId, null);
    end(words.done, 'success');
  };

  return (
    <section
      aria-labelledby={OPEN_REQUEST}
      className="rounded-md border border-gold bg-honey/20 px-4 py-3"
    >
      <h3 id={OPEN_REQUEST} tabIndex={-1} className="font-serif text-lg outline-none">
        {words.title}
      </h3>
      <p className="text-sm text-muted">
        {words.on} <DateTime at={created_at} withTime />{' '}
        {words.by(requested_by?.name ?? admin.deletedAccount)}
      </p>
      <p className="mt-2 max-w-[65ch] wrap-anywhere whitespace-pre-line">{message}</p>
      <div className="mt-3">
        {fields.length === changeableNames.length ? (
          <p>
            {words.fields}: {words.all}
          </p>
        ) : (
          <>
            <p className="mb-1.5 text-sm text-muted">{words.fields}</p>
            <ChipList label={words.fields} items={fields.map(changeableLabel)} />
          </>
        )}
      </div>
      <Button
        variant="secondary"
        size="small"
        className="mt-3 max-sm:min-h-11"
        onClick={() => setAsking(true)}
      >
        {words.takeBack}
      </Button>
      {asking && (
        <ConfirmDialog
          title={words.question}
          description={words.consequences}
          confirm={busy ? words.confirming : words.confirm}
          cancel={words.cancel}
          destructive
          busy={busy}
          failure={outcome}
          onConfirm={() => void act(takeBack)}
          onCancel={() => {
            setAsking(false);
            setOutcome(null);
          }}
          finalFocus={() => document.getElementById(OPEN_REQUEST) ?? finalFocus()}
        />
      )}
    </section>
  );
}
