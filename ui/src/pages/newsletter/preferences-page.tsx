/** /newsletter/preferences: what a subscriber can change with the token of a mail. */
import { useEffect, useEffectEvent, useState } from 'react';
import * as z from 'zod/mini';
import { toProblem } from '../../api/errors';
import {
  changePreferences,
  readPreferences,
  type SubscriptionPreferences,
  unsubscribe,
} from '../../api/newsletter';
import { Button } from '../../components/controls/button';
import { Alert, RetryAlert } from '../../components/feedback/alert';
import { Skeleton } from '../../components/feedback/skeleton';
import { CheckboxField, TextField } from '../../components/forms/fields';
import { Form } from '../../components/forms/form';
import { newsletterLinks } from '../../content/marketing/newsletter-links';
import { problems, retry } from '../../content/site/problems';
import { useRequestForm } from '../../features/auth/use-request-form';
import { useAct } from '../../lib/hooks/use-single-flight';
import { LinkPage, WayBack } from './link-page';

const words = newsletterLinks.preferences;

export function NewsletterPreferencesPage() {
  return (
    <LinkPage title={words.title}>{(token) => <Preferences key={token} token={token} />}</LinkPage>
  );
}

function Preferences({ token }: { token: string }) {
  const [stored, setStored] = useState<SubscriptionPreferences>();
  const { outcome: problem, act } = useAct(toProblem);
  const leaving = useAct(toProblem);
  const load = () => act(async () => setStored(await readPreferences(token)));
  const loadOnce = useEffectEvent(() => void load());
  useEffect(() => loadOnce(), []);

  if (problem?.code === 'token_invalid') {
    return (
      <WayBack>
        <Alert variant="destructive">{problem.message}</Alert>
      </WayBack>
    );
  }
  if (problem !== null) {
    return (
      <RetryAlert retry={retry} onRetry={() => void load()}>
        {words.failed}
      </RetryAlert>
    );
  }
  if (stored === undefined) return <Skeleton label={words.loading} lines={4} />;
  if (stored.state !== 'subscribed') {
    return (
      <WayBack>
        <Alert takesFocus>{words.unsubscribed}</Alert>
      </WayBack>
    );
  }
  const leave = () =>
    leaving.act(async () => {
      const { state } = await unsubscribe(token);
      setStored({ ...stored, state });
    });
  return (
    <>
      <PreferencesForm token={token} stored={stored} />
      <section className="space-y-3 border-t border-sand pt-5">
        <p>{words.leaving}</p>
        <Button variant="secondary" busy={leaving.busy} onClick={() => void leave()}>
          {leaving.busy ? words.unsubscribing : words.unsubscribe}
        </Button>
        {leaving.outcome !== null && <Alert variant="destructive">{leaving.outcome.message}</Alert>}
      </section>
    </>
  );
}

const schema = z.object({ first_name: z.string(), is_educator: z.boolean() });

function PreferencesForm(props: { token: string; stored: SubscriptionPreferences }) {
  const { token, stored } = props;
  const [saved, setSaved] = useState(false);
  const { busy, field, failure, onSubmit } = useRequestForm(schema, {
    defaultValues: { first_name: stored.first_name ?? '', is_educator: stored.is_educator },
    fields: ['first_name'],
    limited: problems.limited,
  });
  const submit = onSubmit(async (preferences) => {
    setSaved(false);
    await changePreferences({ token, ...preferences });
    setSaved(true);
  });
  return (
    <Form onSubmit={submit}>
      <TextField label={words.firstName} autoComplete="given-name" {...field('first_name')} />
      <CheckboxField label={words.isEducator} {...field('is_educator')} />
      <Button type="submit" busy={busy}>
        {busy ? words.saving : words.save}
      </Button>
      {saved && <Alert variant="success">{words.saved}</Alert>}
      {failure !== null && !failure.atField && (
        <Alert variant="destructive">{failure.message}</Alert>
      )}
    </Form>
  );
}
