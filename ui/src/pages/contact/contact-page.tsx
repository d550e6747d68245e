import { Card } from '../../components/layout/card';
import { PageHero } from '../../components/layout/page-hero';
import { Section } from '../../components/layout/section';
import { contactForm, contactPage, departments } from '../../content/marketing/contact';
import { ContactForm } from '../../features/contact/contact-form';
import { OtherWays } from './other-ways';
import { MailLink } from '../../components/text/mail-text';

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

function DepartmentList() {
  return (
    <section aria-labelledby="departments" className="lg:pt-10">
      <h2 id="departments" className="text-[1.75rem] sm:text-3xl">
        {departments.title}
      </h2>
      <p className="mt-2 text-muted">{departments.lead}</p>
      <dl className="mt-7 divide-y divide-sand-deep border-y border-sand-deep">
        {departments.list.map(({ name, purpose, email }) => (
          <div key={name} className="pt-4.5 pb-3.5">
            <dt className="font-serif text-lg font-semibold">{name}</dt>
            <dd className="text-[0.95rem] text-muted">{purpose}</dd>
            <dd>
              <MailLink address={email} className="inline-block py-1" />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
