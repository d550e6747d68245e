/**
 * The head of a public page: heading and actions on the left, a picture on the right. From 768 px up the picture scrolls a
 * little more slowly than the page (styles/base.css, `.parallax`).
 */
import type { ReactNode } from 'react';
import { classNames } from '../../lib/class-names';
import { PageHeading } from './page-heading';
import { Picture } from '../pictures/picture';

export function PageHero(props: {
  title: string;
  eyebrow?: string;
  lead?: string;
  picture: string;
  actions?: ReactNode;
  note?: ReactNode;
  /** `large` for the home page, `compact` for a search page, to keep its results in view. */
  size?: 'compact' | 'medium' | 'large';
}) {
  const { title, eyebrow, lead, picture, actions, note, size = 'medium' } = props;
  const large = size === 'large';
  const compact = size === 'compact';
  const [width, height] = large ? [640, 520] : [480, 360];
  return (
    <div className="overflow-clip border-b-8 border-ink">
      <div
        className={classNames(
          'mx-auto grid w-full max-w-7xl items-end gap-x-12 gap-y-7 px-5 pt-7 sm:gap-y-10 sm:pt-10 sm:px-8 print:block',
          large
            ? 'md:pt-14 lg:grid-cols-[1fr_1fr] lg:pt-8 xl:grid-cols-[1.05fr_1fr] xl:pt-14'
            : 'md:grid-cols-[1.35fr_1fr] md:gap-x-8 lg:grid-cols-[1.25fr_1fr] lg:gap-x-12',
          !large && (compact ? 'md:pt-6' : 'md:pt-14'),
        )}
      >
        <div
          className={classNames(
            large ? 'lg:self-center lg:pb-12 xl:pb-20' : 'md:self-center',
            !large && (compact ? 'md:pb-8' : 'md:pb-16'),
          )}
        >
          <PageHeading eyebrow={eyebrow} lead={lead} size={large ? 'large' : 'medium'}>
            {title}
          </PageHeading>
          {actions && (
            <div className="mt-8 flex w-fit max-w-full flex-wrap gap-3 *:grow">{actions}</div>
          )}
          {note && <div className="mt-5 text-[0.95rem] text-muted">{note}</div>}
        </div>
        <Picture
          src={picture}
          alt=""
          width={width}
          height={height}
          eager
          data-print="hide"
          className={classNames(
            'parallax mx-auto h-auto w-full max-sm:max-w-[17rem]',
            large
              ? 'max-w-lg lg:mx-0 lg:max-w-xl lg:justify-self-end'
              : 'md:mx-0 md:justify-self-end',
            !large && (compact ? 'max-w-md md:max-w-60' : 'max-w-md'),
          )}
        />
      </div>
    </div>
  );
}
