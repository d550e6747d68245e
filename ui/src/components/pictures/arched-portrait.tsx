import { classNames } from '../../lib/class-names';
import { Picture } from './picture';

export type Tint = 'mint' | 'honey' | 'blush';

export const tintAt = (index: number): Tint =>
  (['mint', 'honey', 'blush'] as const)[index % 3] ?? 'mint';

export const tintGrounds: Record<Tint, string> = {
  mint: 'bg-mint',
  honey: 'bg-honey',
  blush: 'bg-blush',
};

const sizes = { small: 'h-20 w-16', medium: 'h-32 w-28', large: 'h-72 w-60' } as const;

export function ArchedPortrait(props: {
  person: {
    /** A drawing. */
    readonly image: string;
    /** Replaces the drawing. */
    readonly photo?: { readonly src: string; readonly alt: string } | undefined;
  };
  /** Of the drawing; empty if the name is next to it. A photo has its own. */
  alt?: string;
  tint?: Tint;
  size?: keyof typeof sizes;
  className?: string;
}) {
  const {
    person: { image, photo },
    alt = '',
    tint = 'mint',
    size = 'medium',
    className,
  } = props;
  return (
    <span
      className={classNames(
        'flex shrink-0 items-end justify-center overflow-hidden rounded-doorway border-b-4 border-ink',
        tintGrounds[tint],
        sizes[size],
        className,
      )}
    >
      <Picture
        {...(photo ?? { src: image, alt })}
        width={400}
        height={400}
        className={photo ? 'size-full object-cover' : 'w-full max-w-none'}
      />
    </span>
  );
}
