import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { LinkButton } from '../../components/controls/button';
import { textLinkClasses } from '../../components/text/mail-text';
import { nextStepTitle, type Step, visitorStep } from '../../content/membership/visitor-step';
import { classNames } from '../../lib/class-names';

export interface NextStepLineProps {
  /** Null until known; an invisible line then reserves the space. */
  step: Step | null;
  inFooter?: boolean | undefined;
  /** The link is a filled button below the line. */
  asButton?: boolean | undefined;
  className?: string | undefined;
}

export function NextStepLine({
  step,
  inFooter,
  asButton,
  className,
}: NextStepLineProps): ReactNode {
  const { before, link, after, to } = step ?? visitorStep;
  if (asButton) {
    return (
      <div className={classNames(step === null && 'invisible')}>
        <p>{before + link + after}</p>
        <LinkButton to={to} className="mt-4 w-full" data-autofocus>
          {link.charAt(0).toUpperCase() + link.slice(1)}
        </LinkButton>
      </div>
    );
  }
  const line = (
    <p
      className={classNames(
        'max-sm:min-h-[2lh]',
        step === null && 'invisible',
        inFooter && 'mx-auto w-full max-w-7xl px-5 py-5 sm:px-8',
        className,
      )}
    >
      {before}
      <Link
        to={to}
        className={inFooter ? 'text-gold underline underline-offset-4' : textLinkClasses}
      >
        {link}
      </Link>
      {after}
    </p>
  );
  if (!inFooter) return line;
  return (
    <aside aria-label={nextStepTitle} className="border-b border-white/20">
      {line}
    </aside>
  );
}
