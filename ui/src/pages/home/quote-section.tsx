/** What a participant says of the weekend; she stands in her doorway on the band's lower edge. */
import { PortraitDoor } from '../../components/portrait-door';
import { Section } from '../../components/section';
import { home } from '../../content/home';

export function QuoteSection() {
  const { label, text, name, role, image } = home.quote;
  return (
    <Section tone="white" aria-label={label} className="pb-0 sm:pb-0">
      <figure className="mx-auto grid max-w-5xl gap-x-16 md:grid-cols-[auto_1fr] md:grid-rows-[1fr_auto_auto_1fr]">
        <PortraitDoor
          image={image}
          tint="honey"
          size="large"
          className="order-last mx-auto mt-10 -mb-px self-end md:order-none md:col-start-1 md:row-span-4 md:row-start-1 md:mt-0"
        />
        <blockquote className="border-l-4 border-gold pl-5 font-serif text-2xl/snug text-pretty sm:pl-7 sm:text-3xl/snug md:col-start-2 md:row-start-2 lg:text-4xl/snug">
          <p>“{text}”</p>
        </blockquote>
        <figcaption className="mt-6 pl-6 sm:pl-8 md:col-start-2 md:row-start-3 md:pb-20">
          <span className="block font-semibold">{name}</span>
          <span className="block text-[0.95rem] text-muted">{role}</span>
        </figcaption>
      </figure>
    </Section>
  );
}
