import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

export function FactLine({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <li className="flex items-start gap-2.5">
      <Icon aria-hidden="true" className="mt-1 size-4.5 shrink-0 text-clay" />
      {/* The text is balanced, so that the year of a forum is not alone on a line. */}
      <span className="text-balance">{children}</span>
    </li>
  );
}
