import { Button } from '../../components/controls/button';
import { CheckboxField, TextField } from '../../components/forms/fields';
import { home } from '../../content/marketing/home';
import { newsletter } from '../../content/marketing/newsletter';
import { NewsletterForm } from './newsletter-form';

const subscriptionOf = (data: FormData) => ({
  name: data.get('name'),
  email: data.get('email'),
  isEducator: data.has('isEducator'),
});

export function HomeNewsletter({ labelledBy }: { labelledBy: string }) {
  const words = home.newsletter;
  return (
    <NewsletterForm labelledBy={labelledBy} subscriptionOf={subscriptionOf}>
      <p className="text-[0.95rem] text-muted">{newsletter.starred}</p>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField name="name" label={words.name} autoComplete="name" required />
        <TextField name="email" type="email" label={words.email} autoComplete="email" required />
      </div>
      <CheckboxField name="isEducator" label={words.isEducator} />
      <Button type="submit" size="large" className="justify-self-start">
        {words.submit}
      </Button>
    </NewsletterForm>
  );
}
