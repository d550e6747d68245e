/** The line of everyone but a plain visitor. */
import { useLocation } from 'react-router-dom';
import { paths } from '../../content/site/pages';
import { Line, type LineProps } from './line';
import { useOwnStep } from './use-own-step';

export default function OwnNextStep(place: Omit<LineProps, 'step'>) {
  const step = useOwnStep();
  const { pathname } = useLocation();
  // A page that is the next step does not point to itself, nor do the pages of the accounts to each other.
  const isHere =
    pathname === paths.apply ||
    step?.to === pathname ||
    (step?.to.startsWith(paths.auth) && pathname.startsWith(paths.auth));
  return place.inFooter && isHere ? null : <Line {...place} step={step} />;
}
