/** The page of the three policies in legal/ and their effective date. */
import legalScene from '../../pictures/scenes/legal.svg';
import { cookiePolicy } from './cookie-policy';
import { privacyPolicy } from './privacy-policy';
import { termsOfUse } from './terms-of-use';

export const legalPage = {
  title: 'Privacy & Terms',
  eyebrow: 'The fine print, in plain words',
  lead: 'Our Privacy Policy, Terms of Use and Cookie Policy, on one page. Read them in ten minutes.',
  picture: legalScene,
  contents: 'On this page',
  effective: 'Effective',
  effectiveDate: '2025-01-15',
  effectiveDatePrinted: 'January 15, 2025',
} as const;

export const policies = [privacyPolicy, termsOfUse, cookiePolicy] as const;
