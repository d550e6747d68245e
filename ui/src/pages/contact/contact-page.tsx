/** Contact: the general form, and the other ways to reach us. */
import { Card } from '../../components/card';
import { PageHero } from '../../components/page-hero';
import { Section } from '../../components/section';
import { contactForm, contactPage } from '../../content/marketing/contact';
import { ContactForm } from '../../features/contact/contact-form';
import { DepartmentList } from './department-list';
import { OtherWays } from './other-ways';

export function ContactPage() {
  return (
    <>
      <PageHero {...contactPage} />
      <Section className="grid gap-14 lg:grid-cols-[minmax(0,1.45fr)_minmax(0,1fr)] lg:gap-16">
        <section aria-labelledby="message-us" data-print="hide">
          <Card className="sm:p-10">
            <h2 id="message-us" className="text-[1.75rem] sm:text-3xl">
              {contactForm.title}
            </h2>
            <p className="mt-2 mb-7 text-muted">{contactForm.lead}</p>
            <ContactForm />
          </Card>
        </section>
        <DepartmentList />
      </Section>
      <OtherWays />
    </>
  );
}
