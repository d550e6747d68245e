/** A drawn picture with its size reserved before it arrives. */
import type { ComponentProps } from 'react';

export interface PictureProps extends Omit<ComponentProps<'img'>, 'src' | 'alt'> {
  src: string;
  /** Empty where the words beside the picture say all of it. */
  alt: string;
  /** Of the drawing, in its own units. */
  width: number;
  height: number;
  /** For the picture at the head of a page, which is in view at once. */
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
