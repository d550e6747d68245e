/**
 * The head of a public page: its h1 and actions at the left, a scene at the right that stands on the band's
 * lower edge. From 768 px the scene moves a little slower than the page (styles/base.css, `.parallax`).
 */
import type { ReactNode } from 'react';
import { classNames } from '../lib/class-names';
import { PageHeading } from './page-heading';
import { Picture } from './picture';

export interface PageHeroProps {
  title: string;
  eyebrow?: string;
  /** One or two sentences below the title. */
  lead?: ReactNode;
  /** Address of the scene; decoration. */
  picture: string;
  /** Buttons, in a row that wraps. */
  actions?: ReactNode;
  /** The home page's is larger. */
  size?: 'medium' | 'large';
}

export function PageHero({
  title,
  eyebrow,
  lead,
  picture,
  actions,
  size = 'medium',
}: PageHeroProps) {
  const large = size === 'large';
  const [width, height] = large ? [640, 520] : [480, 360];
  return (
    <div className="overflow-clip border-b-8 border-ink">
      <div
        className={classNames(
          'mx-auto grid w-full max-w-7xl items-end gap-x-12 gap-y-10 px-5 pt-10 sm:px-8 print:block',
          large ? 'md:grid-cols-[1.05fr_1fr] md:pt-14' : 'md:grid-cols-[1.25fr_1fr] md:pt-14',
        )}
      >
        <div className={classNames('md:self-center', large ? 'md:pb-20' : 'md:pb-16')}>
          <PageHeading
            {...(eyebrow === undefined ? {} : { eyebrow })}
            {...(lead === undefined ? {} : { lead })}
            large={large}
          >
            {title}
          </PageHeading>
          {actions && <div className="mt-8 flex flex-wrap gap-3">{actions}</div>}
        </div>
        <Picture
          src={picture}
          alt=""
          width={width}
          height={height}
          eager
          data-print="hide"
          className={classNames(
            'parallax mx-auto h-auto w-full md:mx-0 md:justify-self-end',
            large ? 'max-w-xl' : 'max-w-md',
          )}
        />
      </div>
    </div>
  );
}
