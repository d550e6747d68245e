/** About the organisation: who stands behind it and what they hold to. */
import { PageHero } from '../../components/page-hero';
import { about } from '../../content/marketing/about';
import { Board } from './board';
import { FounderLetter } from './founder-letter';
import { Mission } from './mission';
import { Partners } from './partners';
import { ReportsInvitation } from './reports-invitation';
import { Values } from './values';

export function AboutPage() {
  return (
    <>
      <PageHero {...about.hero} />
      <Mission />
      <FounderLetter />
      <Values />
      <Board />
      <Partners />
      <ReportsInvitation />
    </>
  );
}
