import { Button } from '../../components/controls/button';
import { TextField } from '../../components/forms/fields';
import { blog } from '../../content/publications/blog';
import { newsletter } from '../../content/marketing/newsletter';
import { NewsletterForm } from './newsletter-form';

export function BlogNewsletter() {
  const words = blog.newsletter;
  return (
    <NewsletterForm>
      <p className="text-[0.95rem] text-muted">{newsletter.starred}</p>
      <TextField label={words.email} name="email" type="email" autoComplete="email" required />
      <TextField label={words.firstName} name="firstName" autoComplete="given-name" />
      <Button type="submit" size="large" className="justify-self-start">
        {words.submit}
      </Button>
    </NewsletterForm>
  );
}
