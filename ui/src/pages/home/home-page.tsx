import { paths } from '../../content/site/pages';
import { Button, LinkButton } from '../../components/controls/button';
import { NextStep } from '../../features/next-step/next-step';
import { PageHero } from '../../components/layout/page-hero';
import { Section, SectionHeading } from '../../components/layout/section';
import { addressConfirmed } from '../../content/membership/visitor-step';
import { home } from '../../content/marketing/home';
import { useComingSoon } from '../../features/coming-soon/use-coming-soon';
import { HomeNewsletter } from '../../features/newsletter/home-newsletter';
import { confirmedAddress, signUpProgress } from '../../lib/sign-up-progress';
import { useSession } from '../../session/use-session';
import { FiguresSection } from './figures-section';
import { StepsSection } from './steps-section';
import { TakePartSection } from './take-part-section';
import { Picture } from '../../components/pictures/picture';
import { ArchedPortrait } from '../../components/pictures/arched-portrait';

export function HomePage() {
  const { announce, dialog } = useComingSoon(<NextStep asButton />);
  const { hero, newsletter } = home;
  return (
    <>
      <AddressConfirmed />
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

/** After an address is confirmed, until its user signs in. */
function AddressConfirmed() {
  const isVisitor = useSession().status === 'signed-out';
  if (!isVisitor || signUpProgress() !== 'confirmed') return null;
  return (
    <div data-print="hide" className="border-b border-success bg-success-tint">
      <div className="mx-auto flex w-full max-w-7xl flex-wrap items-center justify-between gap-x-6 gap-y-3 px-5 py-4 sm:px-8">
        <p className="font-semibold text-success">{addressConfirmed.text}</p>
        <LinkButton to={paths.auth} state={confirmedAddress()} size="small">
          {addressConfirmed.action}
        </LinkButton>
      </div>
    </div>
  );
}

function WhySection() {
  const { title, statement, paragraphs, picture } = home.why;
  return (
    <Section
      tone="sand"
      labelledBy="why"
      className="grid gap-x-16 gap-y-6 pb-0 sm:pb-0 print:block lg:grid-cols-[1fr_1.1fr] lg:grid-rows-[auto_1fr] lg:gap-y-10"
    >
      <Picture
        src={picture}
        alt=""
        width={480}
        height={360}
        data-print="hide"
        className="order-last mx-auto mt-4 h-auto w-full max-w-md self-end lg:col-start-1 lg:row-start-2 lg:mx-0 lg:mt-0"
      />
      <div>
        <h2 id="why" className="text-[1.75rem] sm:text-4xl">
          {title}
        </h2>
        <p className="mt-5 font-serif text-2xl leading-snug text-clay sm:text-[1.75rem]">
          {statement}
        </p>
      </div>
      <div className="max-w-prose space-y-4 self-center text-lg lg:row-span-2 lg:pb-20">
        {paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
    </Section>
  );
}

function QuoteSection() {
  const { label, text, person, role } = home.quote;
  return (
    <Section tone="white" aria-label={label} className="pb-0 sm:pb-0">
      <div className="mx-auto grid max-w-5xl gap-x-16 gap-y-10 md:grid-cols-[auto_1fr]">
        <ArchedPortrait
          person={person}
          tint="honey"
          size="large"
          className="order-last mx-auto -mb-px self-end md:order-first"
        />
        <figure className="self-center md:pb-20">
          <blockquote className="border-l-4 border-gold pl-5 font-serif text-2xl/snug text-pretty sm:pl-7 sm:text-3xl/snug lg:text-4xl/snug">
            <p>“{text}”</p>
          </blockquote>
          <figcaption className="mt-6 pl-6 sm:pl-8">
            <span className="block font-semibold">{person.name}</span>
            <span className="block text-[0.95rem] text-muted">{role}</span>
          </figcaption>
        </figure>
      </div>
    </Section>
  );
}
