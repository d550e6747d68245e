/** Home. */
import { paths } from '../../app/paths';
import { Button, LinkButton } from '../../components/button';
import { PageHero } from '../../components/page-hero';
import { Quote } from '../../components/quote';
import { Section, SectionHeading } from '../../components/section';
import { home } from '../../content/home';
import { useComingSoon } from '../../features/coming-soon/use-coming-soon';
import { HomeNewsletter } from '../../features/newsletter/home-newsletter';
import { FiguresSection } from './figures-section';
import { StepsSection } from './steps-section';
import { TakePartSection } from './take-part-section';
import { WhySection } from './why-section';

export function HomePage() {
  const { announce, dialog } = useComingSoon();
  const { hero, quote, newsletter } = home;
  return (
    <>
      <PageHero
        size="large"
        eyebrow={hero.eyebrow}
        title={hero.title}
        lead={hero.lead}
        picture={hero.picture}
        actions={
          <>
            <Button size="large" onClick={() => announce(hero.apply.feature)}>
              {hero.apply.label}
            </Button>
            <LinkButton size="large" variant="secondary" to={paths[hero.donate.page]}>
              {hero.donate.label}
            </LinkButton>
          </>
        }
      />
      <WhySection />
      <StepsSection announce={announce} />
      <Section tone="white" aria-label={quote.label} className="max-w-4xl">
        <Quote
          size="large"
          tint="honey"
          text={quote.text}
          name={quote.name}
          role={quote.role}
          image={quote.image}
        />
      </Section>
      <FiguresSection />
      <TakePartSection announce={announce} />
      <Section
        tone="sand"
        labelledBy="newsletter"
        className="grid gap-x-16 gap-y-8 lg:grid-cols-[1fr_1.2fr]"
      >
        <SectionHeading id="newsletter" lead={newsletter.lead}>
          {newsletter.title}
        </SectionHeading>
        <HomeNewsletter labelledBy="newsletter" />
      </Section>
      {dialog}
    </>
  );
}
