import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { InertButton } from '../../components/controls/inert-button';
import { MailText, textLinkClasses } from '../../components/text/mail-text';
import { StatusNote } from '../../components/feedback/status-note';
import { donate } from '../../content/marketing/donate';

const { today } = donate.plans;

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
      <StatusNote className="mt-4">
        {today.before}
        <Link to={`#${donate.tax.addressId}`} className={textLinkClasses}>
          {today.link}
        </Link>
        <MailText>{today.after}</MailText>
      </StatusNote>
      {children}
      <InertButton size="large" className="mt-5 sm:w-full">
        {action}
      </InertButton>
      <p className="mt-4 text-[0.98rem] text-muted sm:hidden">{text}</p>
    </>
  );
}
