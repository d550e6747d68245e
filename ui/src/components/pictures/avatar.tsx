/** A photo, or the initials if the photo is missing or fails to load. The initials are hidden from assistive technology. */
import { useState } from 'react';

/** A name may begin with a code point that takes two UTF-16 units. */
const initial = (name: string): string => [...name.trim()][0]?.toLocaleUpperCase() ?? '';

const frame = 'size-16 shrink-0 rounded-lg border border-sand-deep md:size-18 print:size-28';

export function Avatar(props: {
  src: string | null;
  alt: string;
  firstName: string;
  lastName: string;
}) {
  const { src, alt, firstName, lastName } = props;
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
