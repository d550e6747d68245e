/** The phone number, the office and social media. The social links have no target yet. */
import { MapPin, Phone, Share2 } from 'lucide-react';
import { IconCard } from '../../components/layout/icon-card';
import { InertButton } from '../../components/controls/inert-button';
import { TitledSection } from '../../components/layout/section';
import { reachUs } from '../../content/marketing/contact';

const { phone, office, social } = reachUs;

export function OtherWays() {
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
