/** What a participant says of the weekend; she stands in her doorway on the band's lower edge. */
import { PortraitDoor } from '../../components/portrait-door';
import { Section } from '../../components/section';
import { home } from '../../content/marketing/home';

export function QuoteSection() {
  const { label, text, name, role, image } = home.quote;
  return (
    <Section tone="white" aria-label={label} className="pb-0 sm:pb-0">
      <div className="mx-auto grid max-w-5xl gap-x-16 gap-y-10 md:grid-cols-[auto_1fr]">
        <PortraitDoor
          image={image}
          tint="honey"
          size="large"
          className="order-last mx-auto -mb-px self-end md:order-first"
        />
        <figure className="self-center md:pb-20">
          <blockquote className="border-l-4 border-gold pl-5 font-serif text-2xl/snug text-pretty sm:pl-7 sm:text-3xl/snug lg:text-4xl/snug">
            <p>“{text}”</p>
          </blockquote>
          <figcaption className="mt-6 pl-6 sm:pl-8">
            <span className="block font-semibold">{name}</span>
            <span className="block text-[0.95rem] text-muted">{role}</span>
          </figcaption>
        </figure>
      </div>
    </Section>
  );
}
