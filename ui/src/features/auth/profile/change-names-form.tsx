/** Changes the user's names, also in the headers of all tabs. */
import { useState } from 'react';
import * as z from 'zod/mini';
import { changeNames, type CurrentUser } from '../../../api/users';
import { Button } from '../../../components/controls/button';
import { Alert } from '../../../components/feedback/alert';
import { TextField } from '../../../components/forms/fields';
import { Form, requiredText, useCheckedForm } from '../../../components/forms/form';
import { account } from '../../../content/account/account';
import { problems } from '../../../content/site/problems';
import { profileChanged } from '../../../session/session-actions';
import { showProblem } from '../form-problem';
import { resetUntouched } from '../reset-untouched';

const words = account.details;
const schema = z.object({
  first_name: requiredText(words.missingFirst),
  last_name: requiredText(words.missingLast),
});

type Outcome = { is: 'saved' } | { is: 'failed'; message: string };

export function ChangeNamesForm({ profile }: { profile: CurrentUser }) {
  const { first_name, last_name } = profile;
  const { form, busy, field, onSubmit } = useCheckedForm(schema, {
    // Fields without edits show changes from another tab.
    values: { first_name, last_name },
    resetOptions: { keepDirtyValues: true },
  });
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const { dirtyFields } = form.formState;

  const submit = onSubmit(async (names) => {
    setOutcome(null);
    const sent = form.getValues();
    try {
      // A field without edits is not sent, because it could undo a change from another tab.
      const stored = await changeNames({
        ...(dirtyFields.first_name === true && { first_name: names.first_name }),
        ...(dirtyFields.last_name === true && { last_name: names.last_name }),
      });
      resetUntouched(form, sent, { first_name: stored.first_name, last_name: stored.last_name });
      setOutcome({ is: 'saved' });
      void profileChanged();
    } catch (cause) {
      const fields = ['first_name', 'last_name'] as const;
      const { message } = showProblem(form, fields, cause, problems.limited);
      setOutcome({ is: 'failed', message });
    }
  });

  return (
    <Form onSubmit={submit}>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label={words.firstName}
          autoComplete="given-name"
          required
          {...field('first_name')}
        />
        <TextField
          label={words.lastName}
          autoComplete="family-name"
          required
          {...field('last_name')}
        />
      </div>
      <Button type="submit" busy={busy}>
        {busy ? words.saving : words.save}
      </Button>
      {outcome?.is === 'saved' && <Alert variant="success">{words.saved}</Alert>}
      {outcome?.is === 'failed' && <Alert variant="destructive">{outcome.message}</Alert>}
    </Form>
  );
}
