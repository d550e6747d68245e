import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { textLinkClasses } from '../../components/text/mail-text';
import { nextStepTitle, type Step, visitorStep } from '../../content/membership/visitor-step';
import { classNames } from '../../lib/class-names';

export interface NextStepLineProps {
  /** Null until known; an invisible line then reserves the space. */
  step: Step | null;
  inFooter?: boolean | undefined;
  className?: string | undefined;
}

export function NextStepLine({ step, inFooter, className }: NextStepLineProps): ReactNode {
  const { before, link, after, to } = step ?? visitorStep;
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
