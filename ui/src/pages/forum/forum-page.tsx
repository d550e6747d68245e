/** The Educators Forum: what happens there, in which order, and who may come. */
import { NextStep } from '../../features/next-step/next-step';
import { InertButton } from '../../components/inert-button';
import { PageHero } from '../../components/page-hero';
import { forum } from '../../content/marketing/forum';
import { Eligibility } from './eligibility';
import { Partnerships } from './partnerships';
import { Program } from './program';
import { Purposes } from './purposes';
import { Testimonials } from './testimonials';

export function ForumPage() {
  const { apply, host, ...hero } = forum.hero;
  return (
    <>
      <PageHero
        {...hero}
        note={<NextStep />}
        actions={
          <>
            <InertButton>{apply}</InertButton>
            <InertButton variant="secondary">{host}</InertButton>
          </>
        }
      />
      <Purposes />
      <Program />
      <Testimonials />
      <Eligibility />
      <Partnerships />
    </>
  );
}
