import { useLocation } from 'react-router-dom';
import { paths } from '../../content/site/pages';
import { NextStepLine, type NextStepLineProps } from './next-step-line';
import { useOwnStep } from './use-own-step';

export default function OwnNextStep(place: Omit<NextStepLineProps, 'step'>) {
  const step = useOwnStep();
  const { pathname } = useLocation();
  // A page does not link to itself, nor do the account pages to each other.
  const isHere =
    pathname === paths.apply ||
    step?.to === pathname ||
    (step?.to.startsWith(paths.auth) && pathname.startsWith(paths.auth));
  return place.inFooter && isHere ? null : <NextStepLine {...place} step={step} />;
}
