/** The frame of each tab: what is given, its button, and how to give until the button has an action. */
import type { ReactNode } from 'react';
import { InertButton } from '../../components/inert-button';
import { StandingLine } from '../../components/standing-line';
import { donate } from '../../content/donate';

export interface PlanProps {
  title: string;
  text: string;
  action: string;
}

export function Plan({ title, text, action, children }: PlanProps & { children: ReactNode }) {
  return (
    <>
      <h3 className="text-xl sm:text-2xl">{title}</h3>
      <p className="mt-2 max-w-prose text-[0.98rem] text-muted max-sm:hidden">{text}</p>
      {children}
      <InertButton size="large" className="mt-5 sm:w-full">
        {action}
      </InertButton>
      <StandingLine className="mt-4">{donate.plans.today}</StandingLine>
      <p className="mt-4 text-[0.98rem] text-muted sm:hidden">{text}</p>
    </>
  );
}
