import { useLocation } from 'react-router-dom';
import { paths } from '../../content/site/pages';
import { NextStepLine, type NextStepLineProps } from './next-step-line';
import { useOwnStep } from './use-own-step';

export default function OwnNextStep(props: Omit<NextStepLineProps, 'step'>) {
  const step = useOwnStep();
  const { pathname } = useLocation();
  // A page does not link to itself, and the account pages do not link to each other.
  const isCurrent =
    pathname === paths.apply ||
    step?.to === pathname ||
    (step?.to.startsWith(paths.auth) && pathname.startsWith(paths.auth));
  return props.inFooter && isCurrent ? null : <NextStepLine {...props} step={step} />;
}
