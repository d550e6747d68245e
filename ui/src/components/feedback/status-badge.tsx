/** A word on a tinted background. The tint only repeats the meaning of the word. */
import type { ReactNode } from 'react';

export type BadgeTone = 'waiting' | 'good' | 'bad';

const tones: Record<BadgeTone, string> = {
  waiting: 'border-gold bg-honey/40 text-ink-deep',
  good: 'border-success/40 bg-success-tint text-success',
  bad: 'border-error/40 bg-error-tint text-error-deep',
};

export function StatusBadge({ tone, children }: { tone: BadgeTone; children: ReactNode }) {
  return (
    <span
      className={`inline-block rounded-full border px-2.5 py-0.5 text-sm leading-snug font-semibold whitespace-nowrap ${tones[tone]}`}
    >
      {children}
    </span>
  );
}
