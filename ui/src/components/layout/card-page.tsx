import type { ReactNode } from 'react';
import { Card } from './card';
import { PageHeading } from './page-heading';

export function CardPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="mx-auto w-full max-w-lg px-5 py-12 sm:py-16">
      <Card>
        <PageHeading size="card">{title}</PageHeading>
        <div className="mt-4 space-y-5">{children}</div>
      </Card>
    </div>
  );
}
