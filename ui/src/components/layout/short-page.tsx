import type { ReactNode } from 'react';
import { PageHeading } from './page-heading';
import { Picture } from '../pictures/picture';

export function ShortPage(props: {
  /** The URL of a decorative picture, 480 by 360 px. */
  picture: string;
  title: string;
  children: ReactNode;
}) {
  const { picture, title, children } = props;
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col items-center px-5 py-14 text-center sm:px-8 sm:py-20">
      <Picture
        src={picture}
        alt=""
        width={480}
        height={360}
        eager
        data-print="hide"
        className="mb-10 h-auto w-full max-w-sm"
      />
      <PageHeading>{title}</PageHeading>
      {children}
    </div>
  );
}
