import type { ReactNode } from 'react';
import { Card } from '../../components/layout/card';

export interface AccountSectionProps {
  /** The fragment of links to this section. */
  id: string;
  title: string;
  text?: string;
  children: ReactNode;
}

export function AccountSection({ id, title, text, children }: AccountSectionProps) {
  return (
    <section aria-labelledby={id}>
      <Card>
        <h2 id={id} tabIndex={-1} className="text-2xl">
          {title}
        </h2>
        {text !== undefined && <p className="mt-2 text-muted">{text}</p>}
        <div className="mt-5">{children}</div>
      </Card>
    </section>
  );
}
