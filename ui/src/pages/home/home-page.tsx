/** The start page, one section a file. The coming-soon dialog is asked for here, because several sections open it. */
import { paths } from '../../content/site/pages';
import { Button, LinkButton } from '../../components/button';
import { NextStep } from '../../features/next-step/next-step';
import { PageHero } from '../../components/page-hero';
import { Section, SectionHeading } from '../../components/section';
import { home } from '../../content/marketing/home';
import { useComingSoon } from '../../features/coming-soon/use-coming-soon';
import { HomeNewsletter } from '../../features/newsletter/home-newsletter';
import { FiguresSection } from './figures-section';
import { QuoteSection } from './quote-section';
import { StepsSection } from './steps-section';
import { TakePartSection } from './take-part-section';
import { WhySection } from './why-section';

export function HomePage() {
  const { announce, dialog } = useComingSoon(<NextStep />);
  const { hero, newsletter } = home;
  return (
    <>
      <PageHero
        size="large"
        eyebrow={hero.eyebrow}
        title={hero.title}
        lead={hero.lead}
        picture={hero.picture}
        note={<NextStep />}
        actions={
          <>
            <Button onClick={() => announce(hero.apply.feature)}>{hero.apply.label}</Button>
            <LinkButton variant="secondary" to={paths[hero.donate.page]}>
              {hero.donate.label}
            </LinkButton>
          </>
        }
      />
      <WhySection />
      <StepsSection announce={announce} />
      <QuoteSection />
      <FiguresSection />
      <TakePartSection announce={announce} />
      <Section
        tone="sand"
        labelledBy="newsletter"
        data-print="hide"
        className="grid gap-x-16 gap-y-8 lg:grid-cols-[1fr_1.2fr]"
      >
        <div>
          <SectionHeading id="newsletter" lead={newsletter.lead}>
            {newsletter.title}
          </SectionHeading>
        </div>
        <HomeNewsletter labelledBy="newsletter" />
      </Section>
      {dialog}
    </>
  );
}
