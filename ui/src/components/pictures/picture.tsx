import type { ComponentProps } from 'react';

export interface PictureProps extends Omit<ComponentProps<'img'>, 'src' | 'alt'> {
  src: string;
  /** Empty for decoration. */
  alt: string;
  /** The size of the SVG. */
  width: number;
  height: number;
  /** For a picture at the head of a page, above the fold. */
  eager?: boolean;
}

export function Picture({ eager = false, alt, ...rest }: PictureProps) {
  return (
    <img
      alt={alt}
      decoding="async"
      {...(eager ? { fetchPriority: 'high' as const } : { loading: 'lazy' as const })}
      {...rest}
    />
  );
}
