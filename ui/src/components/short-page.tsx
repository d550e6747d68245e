/** A page with one thing to say: a picture, the h1 and a line or a button beneath, in the middle of the column. */
import type { ReactNode } from 'react';
import { PageHeading } from './page-heading';

export interface ShortPageProps {
  /** Decoration; takes the width it is given. */
  picture: ReactNode;
  title: string;
  children: ReactNode;
}

export function ShortPage({ picture, title, children }: ShortPageProps) {
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col items-center px-5 py-14 text-center sm:px-8 sm:py-20">
      <div className="mb-10 w-full max-w-sm">{picture}</div>
      <PageHeading>{title}</PageHeading>
      {children}
    </div>
  );
}
