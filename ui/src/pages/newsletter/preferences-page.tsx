/** /newsletter/preferences: what a subscriber can change with the token of a mail. */
import { useEffect, useEffectEvent, useState } from 'react';
import * as z from 'zod/mini';
import { messageOf, toProblem } from '../../api/errors';
import {
  changePreferences,
  readPreferences,
  type SubscriptionPreferences,
  unsubscribe,
} from '../../api/newsletter';
import { Button, LinkButton } from '../../components/controls/button';
import { Alert, RetryAlert } from '../../components/feedback/alert';
import { Skeleton } from '../../components/feedback/skeleton';
import { CheckboxField, TextField } from '../../components/forms/fields';
import { Form } from '../../components/forms/form';
import { CardPage } from '../../components/layout/card-page';
import { newsletterLinks } from '../../content/marketing/newsletter-links';
import { paths } from '../../content/site/pages';
import { useRequestForm } from '../../features/auth/use-request-form';
import { useLinkToken } from '../../features/auth/verification/mail-link';
import { useAct } from '../../lib/hooks/use-single-flight';

const words = newsletterLinks.preferences;

export function NewsletterPreferencesPage() {
  const { token } = useLinkToken();
  return (
    <CardPage title={words.title}>
      {token === '' ? (
        <p className="text-muted">{newsletterLinks.confirm.withoutLink}</p>
      ) : (
        <Preferences key={token} token={token} />
      )}
    </CardPage>
  );
}

function Preferences({ token }: { token: string }) {
  const [stored, setStored] = useState<SubscriptionPreferences>();
  const loading = useAct(toProblem);
  const leaving = useAct((cause) => messageOf(toProblem(cause), newsletterLinks.limited));
  const load = () => loading.act(async () => setStored(await readPreferences(token)));
  const loadOnce = useEffectEvent(() => void load());
  useEffect(() => loadOnce(), []);

  if (loading.outcome?.code === 'token_invalid')
    return <Alert variant="destructive">{loading.outcome.message}</Alert>;
  if (loading.outcome !== null) {
    return (
      <RetryAlert retry={newsletterLinks.retry} onRetry={() => void load()}>
        {words.failed}
      </RetryAlert>
    );
  }
  if (stored === undefined) return <Skeleton label={words.loading} lines={4} />;
  if (stored.state !== 'subscribed') {
    return (
      <>
        <Alert takesFocus>{words.unsubscribed}</Alert>
        <LinkButton to={`${paths.home}#newsletter`} variant="secondary" className="w-full">
          {newsletterLinks.confirm.again}
        </LinkButton>
      </>
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
        {leaving.outcome !== null && <Alert variant="destructive">{leaving.outcome}</Alert>}
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
    limited: newsletterLinks.limited,
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
