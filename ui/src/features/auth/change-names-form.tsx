/** Changing one's names. The headers of all tabs are updated. */
import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { changeNames, type CurrentUser } from '../../api/users';
import { Alert } from '../../components/alert';
import { Button } from '../../components/button';
import { TextField } from '../../components/fields';
import { cleanInput } from '../../lib/clean-text';
import { account } from '../../content/account/account';
import { problems } from '../../content/site/problems';
import { useLatch } from '../../lib/use-latch';
import { profileChanged } from '../../session/read-profile';
import { showProblem } from './form-problem';
import { resetUntouched } from './reset-untouched';

const words = account.details;
const schema = z.object({
  first_name: z.string().check(z.trim(), z.minLength(1, words.missingFirst)),
  last_name: z.string().check(z.trim(), z.minLength(1, words.missingLast)),
});

type Outcome = { is: 'saved' } | { is: 'failed'; message: string };

export function ChangeNamesForm({ profile }: { profile: CurrentUser }) {
  const { first_name, last_name } = profile;
  const form = useForm({
    resolver: zodResolver(schema),
    // Another tab may change them: what is not being edited here follows.
    values: { first_name, last_name },
    resetOptions: { keepDirtyValues: true },
  });
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const { busy, run } = useLatch();
  const { errors, dirtyFields } = form.formState;

  const submit = form.handleSubmit(async (names) => {
    setOutcome(null);
    const sent = form.getValues();
    try {
      // A field that was left alone is not sent: it would undo a change made elsewhere.
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
    <form
      method="post"
      onInputCapture={cleanInput}
      noValidate
      onSubmit={(event) => void run(() => submit(event))}
      className="space-y-5"
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label={words.firstName}
          autoComplete="given-name"
          required
          error={errors.first_name?.message}
          {...form.register('first_name')}
        />
        <TextField
          label={words.lastName}
          autoComplete="family-name"
          required
          error={errors.last_name?.message}
          {...form.register('last_name')}
        />
      </div>
      <Button type="submit" busy={busy}>
        {busy ? words.saving : words.save}
      </Button>
      {outcome?.is === 'saved' && <Alert variant="success">{words.saved}</Alert>}
      {outcome?.is === 'failed' && <Alert variant="destructive">{outcome.message}</Alert>}
    </form>
  );
}
