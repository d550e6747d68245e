import { classNames } from '../../lib/class-names';
import { ArchedPortrait, type Tint } from '../pictures/arched-portrait';

export interface QuoteProps {
  text: string;
  name: string;
  role: string;
  image?: string;
  tint?: Tint;
  size?: 'medium' | 'large';
  className?: string;
}

export function Quote({ text, name, role, image, tint, size = 'medium', className }: QuoteProps) {
  return (
    <figure className={classNames('flex flex-col gap-6', className)}>
      <blockquote
        className={classNames(
          'border-l-4 border-gold pl-5 font-serif text-pretty sm:pl-7',
          size === 'large' ? 'text-2xl leading-snug sm:text-3xl' : 'text-xl leading-relaxed',
        )}
      >
        <p>“{text}”</p>
      </blockquote>
      <figcaption className="mt-auto flex items-end gap-4">
        {image && <ArchedPortrait image={image} tint={tint ?? 'mint'} size="small" />}
        <span className="pb-1">
          <span className="block font-semibold">{name}</span>
          <span className="block text-[0.95rem] opacity-80">{role}</span>
        </span>
      </figcaption>
    </figure>
  );
}
