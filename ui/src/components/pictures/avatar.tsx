/**
 * A person's photo, or the initials if there is none or it does not load. The initials repeat the name beside them, so they are
 * hidden from assistive tech.
 */
import { useState } from 'react';

export interface AvatarProps {
  src: string | null;
  alt: string;
  firstName: string;
  lastName: string;
}

/** Whole code points: a name may begin with a letter outside the basic plane. */
const initial = (name: string): string => [...name.trim()][0]?.toLocaleUpperCase() ?? '';

const frame = 'size-16 shrink-0 rounded-lg border border-sand-deep md:size-18 print:size-28';

export function Avatar({ src, alt, firstName, lastName }: AvatarProps) {
  const [broken, setBroken] = useState<string>();
  if (src !== null && src !== broken) {
    return (
      <img src={src} alt={alt} onError={() => setBroken(src)} className={`${frame} object-cover`} />
    );
  }
  return (
    <span
      aria-hidden="true"
      className={`${frame} flex items-center justify-center bg-mint font-serif text-2xl text-evergreen`}
    >
      {initial(firstName)}
      {initial(lastName)}
    </span>
  );
}
