import { ArchedPortrait, type ArchedPortraitProps, type Tint } from '../pictures/arched-portrait';

export interface QuoteProps {
  text: string;
  person: ArchedPortraitProps['person'] & { readonly name: string };
  role: string;
  tint: Tint;
}

export function Quote({ text, person, role, tint }: QuoteProps) {
  return (
    <figure className="flex flex-col gap-6">
      <blockquote className="border-l-4 border-gold pl-5 font-serif text-xl leading-relaxed text-pretty sm:pl-7">
        <p>“{text}”</p>
      </blockquote>
      <figcaption className="mt-auto flex items-end gap-4">
        <ArchedPortrait person={person} tint={tint} size="small" />
        <span className="pb-1">
          <span className="block font-semibold">{person.name}</span>
          <span className="block text-[0.95rem] opacity-80">{role}</span>
        </span>
      </figcaption>
    </figure>
  );
}
