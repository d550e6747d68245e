/** Invites administrators, and lists and withdraws open invitations. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import * as z from 'zod/mini';
import { failed } from '../../api/errors';
import {
  type Invitation,
  listInvitations,
  sendInvitation,
  withdrawInvitation,
} from '../../api/invitations';
import { Button } from '../../components/controls/button';
import { ActOutcome, Alert } from '../../components/feedback/alert';
import { showToast } from '../../components/feedback/toast';
import { TextField } from '../../components/forms/fields';
import { Form, requiredText } from '../../components/forms/form';
import { ListStates } from '../../components/lists/list-states';
import { DateTime } from '../../components/text/date-time';
import { invitations as words } from '../../content/account/invitations';
import { useAct } from '../../lib/hooks/use-single-flight';
import { Reauthentication, useReauthentication } from '../../features/account/use-reauthentication';
import { useRequestForm } from '../../features/auth/use-request-form';

const OPEN = ['invitations'] as const;
const schema = z.object({ email: requiredText(words.missing) });

type Outcome = { is: 'done' | 'failed'; message: string };

export function Invitations() {
  const queries = useQueryClient();
  const list = useQuery({ queryKey: OPEN, queryFn: ({ signal }) => listInvitations(signal) });
  const reread = () => queries.invalidateQueries({ queryKey: OPEN });
  const items = list.data?.items ?? [];

  const { busy, outcome, act } = useAct<Outcome>((cause) => {
    // Another administrator may have withdrawn it.
    void reread();
    return failed(cause);
  });
  const rows = useRef<HTMLDivElement>(null);
  const withdraw = ({ id, email }: Invitation) =>
    void act(async () => {
      await withdrawInvitation(id);
      await reread();
      // The row with the pressed button has been removed.
      rows.current?.focus({ preventScroll: true });
      return { is: 'done', message: words.withdrawn(email) };
    });

  return (
    <section aria-labelledby="invitations" className="space-y-5">
      <div>
        <h2 id="invitations" className="text-xl">
          {words.title}
        </h2>
        <p className="mt-1 text-muted">{words.text}</p>
      </div>
      <InvitationForm onSent={reread} />
      <ListStates
        words={{ ...words, empty: words.none }}
        state={list.isFetching ? 'loading' : list.isError ? 'failed' : 'ready'}
        count={list.data?.items.length}
        onRetry={() => void list.refetch()}
        ref={rows}
      >
        <h3 className="font-semibold">{words.list(items.length)}</h3>
        <ul className="divide-y divide-sand-deep">
          {items.map((one) => (
            <li key={one.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2">
              <p className="min-w-0 grow">
                <span className="font-semibold wrap-anywhere">{one.email}</span>{' '}
                <span className="text-sm text-muted">
                  {words.about(one.inviter_name)} <DateTime at={one.expires_at} />
                </span>
              </p>
              <Button
                variant="secondary"
                size="small"
                className="max-sm:min-h-11"
                aria-label={words.withdrawOf(one.email)}
                busy={busy}
                onClick={() => withdraw(one)}
              >
                {words.withdraw}
              </Button>
            </li>
          ))}
        </ul>
      </ListStates>
      <ActOutcome outcome={outcome} />
    </section>
  );
}

function InvitationForm({ onSent }: { onSent(): Promise<void> }) {
  const { form, busy, field, failure, onSubmit } = useRequestForm(schema, {
    defaultValues: { email: '' },
    fields: ['email'],
    limited: words.limited,
  });
  const button = useRef<HTMLButtonElement>(null);
  const { attempt, asked } = useReauthentication();

  const submit = onSubmit(async ({ email }) => {
    await attempt(async () => {
      await sendInvitation(email);
      form.reset();
      showToast({ title: words.sent(email), variant: 'success' });
      await onSent();
    });
  });

  return (
    <>
      <Form onSubmit={submit}>
        <div className="flex flex-wrap items-end gap-3">
          <TextField
            className="grow sm:max-w-md"
            label={words.email}
            type="email"
            autoComplete="off"
            required
            {...field('email')}
          />
          <Button ref={button} type="submit" busy={busy}>
            {busy ? words.sending : words.send}
          </Button>
        </div>
        {failure !== null && <Alert variant="destructive">{failure.message}</Alert>}
      </Form>
      {/* Not inside of the form, which would get its submit event. */}
      <Reauthentication asked={asked} finalFocus={() => button.current} />
    </>
  );
}
