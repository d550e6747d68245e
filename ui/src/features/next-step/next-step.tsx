/**
 * One plain line that says what to do next. Beside each button that has no action yet, and in the footer of every
 * screen.
 */
import { Link, useLocation } from 'react-router-dom';
import { textLinkClasses } from '../../components/mail-text';
import { paths } from '../../content/pages';
import { nextStepTitle, type Step, visitorStep } from '../../content/visitor-step';
import { classNames } from '../../lib/class-names';
import { useNextStep } from './use-next-step';

function Line({ step, link, className }: { step: Step | null; link: string; className?: string }) {
  const { before, link: words, after, to } = step ?? visitorStep;
  return (
    // Until the step is known an invisible line keeps its place.
    <p className={classNames('max-sm:min-h-[2lh]', step === null && 'invisible', className)}>
      {before}
      <Link to={to} className={link}>
        {words}
      </Link>
      {after}
    </p>
  );
}

export function NextStep({ className }: { className?: string }) {
  return <Line step={useNextStep()} link={textLinkClasses} {...(className && { className })} />;
}

/** A page that is the next step does not point to itself, nor do the pages of the accounts to a visitor's sign-up. */
function isHere(step: Step | null, pathname: string): boolean {
  if (pathname === paths.apply) return true;
  if (step === null) return false;
  const target = step.to.split('#')[0];
  return target === pathname || (target === paths.auth && pathname.startsWith(`${paths.auth}/`));
}

/** For the footer. */
export function NextStepRow() {
  const step = useNextStep();
  const { pathname } = useLocation();
  if (isHere(step, pathname)) return null;
  return (
    <aside aria-label={nextStepTitle} className="border-b border-white/20">
      <div className="mx-auto w-full max-w-7xl px-5 py-5 sm:px-8">
        <Line
          step={step}
          link="font-semibold text-gold underline underline-offset-4 hover:text-white"
        />
      </div>
    </aside>
  );
}
