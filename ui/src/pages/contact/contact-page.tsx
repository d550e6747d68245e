import { Card } from '../../components/layout/card';
import { PageHero } from '../../components/layout/page-hero';
import { Section, TitledSection } from '../../components/layout/section';
import { contactForm, contactPage, departments, reachUs } from '../../content/marketing/contact';
import { ContactForm } from '../../features/public-forms/contact-form';
import { MailLink } from '../../components/text/mail-text';
import { MapPin, Phone, Share2 } from 'lucide-react';
import { IconCard } from '../../components/layout/icon-card';
import { InertButton } from '../../components/controls/button';

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

const { phone, office, social } = reachUs;

/** The phone number, the office and social media. The social links have no target yet. */
function OtherWays() {
  return (
    <TitledSection id="other-ways" tone="sand" lead={reachUs.lead} title={reachUs.title}>
      <div className="grid gap-6 lg:grid-cols-3">
        <IconCard icon={Phone} tint="honey" title={phone.title}>
          <a
            href={phone.href}
            className="inline-block py-0.5 text-lg font-semibold text-clay underline underline-offset-4"
          >
            {phone.number}
          </a>
          <p className="whitespace-nowrap">{phone.hours}</p>
        </IconCard>
        <IconCard icon={MapPin} tint="blush" title={office.title}>
          <address className="text-ink not-italic">
            {office.address.map((line) => (
              <span key={line} className="block">
                {line}
              </span>
            ))}
          </address>
          <p>{office.note}</p>
        </IconCard>
        <IconCard icon={Share2} tint="mint" title={social.title}>
          <ul className="mt-3 grid max-w-xs grid-cols-2 gap-2.5 @2xl:flex @2xl:max-w-none">
            {social.names.map((name) => (
              <li key={name}>
                <InertButton
                  plain
                  className="min-h-11 w-full rounded-full border border-edge px-4 font-medium text-ink hover:border-ink hover:bg-sand"
                >
                  {name}
                </InertButton>
              </li>
            ))}
          </ul>
        </IconCard>
      </div>
    </TitledSection>
  );
}
