/** Changes the user's names, also in the headers of all tabs. */
import { useState } from 'react';
import * as z from 'zod/mini';
import { changeNames, type CurrentUser } from '../../../api/users';
import { Button } from '../../../components/controls/button';
import { Alert } from '../../../components/feedback/alert';
import { TextField } from '../../../components/forms/fields';
import { Form, requiredText } from '../../../components/forms/form';
import { account } from '../../../content/account/account';
import { problems } from '../../../content/site/problems';
import { profileChanged } from '../../../session/session-actions';
import { resetUntouched, useRequestForm } from '../use-request-form';

const words = account.details;
const schema = z.object({
  first_name: requiredText(words.missingFirst),
  last_name: requiredText(words.missingLast),
});

export function ChangeNamesForm({ profile }: { profile: CurrentUser }) {
  const { first_name, last_name } = profile;
  const { form, busy, field, failure, onSubmit } = useRequestForm(schema, {
    // Fields without edits show changes from another tab.
    values: { first_name, last_name },
    resetOptions: { keepDirtyValues: true },
    fields: ['first_name', 'last_name'],
    limited: problems.limited,
  });
  const [saved, setSaved] = useState(false);
  const { dirtyFields } = form.formState;

  const submit = onSubmit(async (names, sent) => {
    setSaved(false);
    // A field without edits is not sent, because it could undo a change from another tab.
    const stored = await changeNames({
      ...(dirtyFields.first_name === true && { first_name: names.first_name }),
      ...(dirtyFields.last_name === true && { last_name: names.last_name }),
    });
    resetUntouched(form, sent, { first_name: stored.first_name, last_name: stored.last_name });
    setSaved(true);
    void profileChanged();
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
      {saved && <Alert variant="success">{words.saved}</Alert>}
      {failure !== null && <Alert variant="destructive">{failure.message}</Alert>}
    </Form>
  );
}
