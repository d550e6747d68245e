/** A panel for giving one known sum: the sum, large, and what it covers. */
import type { LucideIcon } from 'lucide-react';
import { IconDoor } from '../../components/icon-card';
import { InertButton } from '../../components/inert-button';
import { tints } from '../../components/portrait-door';
import { PlanText } from './plan-text';

export interface SponsorshipPlanProps {
  title: string;
  text: string;
  amount: string;
  amountNote: string;
  coversLabel: string;
  covers: readonly { title: string; text: string; icon: LucideIcon }[];
  action: string;
}

export function SponsorshipPlan(plan: SponsorshipPlanProps) {
  return (
    <div className="grid gap-x-14 gap-y-10 lg:grid-cols-[1.5fr_1fr]">
      <div>
        <PlanText title={plan.title} text={plan.text} />
        <p className="mt-7 border-l-4 border-gold pl-5">
          <strong className="block font-serif text-4xl leading-tight font-semibold sm:text-5xl">
            {plan.amount}
          </strong>{' '}
          <span className="text-muted">{plan.amountNote}</span>
        </p>
        <InertButton size="large" className="mt-7 w-full sm:w-auto">
          {plan.action}
        </InertButton>
      </div>
      <div className="rounded-t-md border-b-4 border-ink bg-paper p-6 sm:p-8">
        <h4 className="text-xl">{plan.coversLabel}</h4>
        <ul className="mt-5 space-y-5">
          {plan.covers.map(({ title, text, icon }, index) => (
            <li key={title} className="grid grid-cols-[3rem_1fr] gap-4">
              <IconDoor icon={icon} tint={tints[index % tints.length]} />
              <span>
                <strong className="block font-semibold">{title}</strong>{' '}
                <span className="text-muted">{text}</span>
              </span>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
