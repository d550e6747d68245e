import type { LucideIcon } from 'lucide-react';
import { ArchedIcon } from '../../components/layout/icon-card';
import { tintAt } from '../../components/pictures/arched-portrait';
import { Plan, type PlanProps } from './plan';

export interface SponsorshipPlanProps extends PlanProps {
  amount: string;
  amountNote: string;
  coversLabel: string;
  covers: readonly { title: string; text: string; icon: LucideIcon }[];
}

export function SponsorshipPlan({
  amount,
  amountNote,
  coversLabel,
  covers,
  title,
  text,
  action,
}: SponsorshipPlanProps) {
  return (
    <Plan title={title} text={text} action={action}>
      <p className="mt-5 border-l-4 border-gold pl-5">
        <strong className="block font-serif text-2xl leading-tight font-semibold min-[22.5rem]:text-[1.75rem] sm:text-4xl">
          {amount}
        </strong>{' '}
        <span className="text-muted">{amountNote}</span>
      </p>
      <h4 className="mt-5 text-lg">{coversLabel}</h4>
      <ul className="mt-3 space-y-3">
        {covers.map((cover, index) => (
          <li key={cover.title} className="grid grid-cols-[3rem_1fr] gap-4">
            <ArchedIcon icon={cover.icon} tint={tintAt(index)} />
            <span>
              <strong className="block font-semibold">{cover.title}</strong>{' '}
              <span className="text-muted">{cover.text}</span>
            </span>
          </li>
        ))}
      </ul>
    </Plan>
  );
}
