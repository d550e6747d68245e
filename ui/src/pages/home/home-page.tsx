import { paths, signInToApply } from '../../content/site/pages';
import { Button, LinkButton } from '../../components/controls/button';
import { ApplyLink } from '../../features/next-step/apply-link';
import { NextStep } from '../../features/next-step/next-step';
import { PageHero } from '../../components/layout/page-hero';
import { Section, SectionHeading, TitledSection } from '../../components/layout/section';
import { addressConfirmed } from '../../content/membership/visitor-step';
import { home } from '../../content/marketing/home';
import { useComingSoon } from '../../features/coming-soon/use-coming-soon';
import { newsletter as formWords } from '../../content/marketing/newsletter';
import { NewsletterForm } from '../../features/public-forms/newsletter-form';
import { CheckboxField, TextField } from '../../components/forms/fields';
import { hasFeature } from '../../lib/browser/site';
import { classNames } from '../../lib/class-names';
import { confirmedAddress, signUpProgress } from '../../lib/sign-up-progress';
import { useSession } from '../../session/session-state';
import { FiguresSection } from './figures-section';
import { Picture } from '../../components/pictures/picture';
import {
  ArchedPortrait,
  type Tint,
  tintAt,
  tintGrounds,
} from '../../components/pictures/arched-portrait';
import {
  DoorOpen,
  HandHeart,
  Landmark,
  type LucideIcon,
  MessagesSquare,
  NotebookPen,
  PencilRuler,
  School,
  ScrollText,
  Utensils,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { ArchedIcon } from '../../components/layout/icon-card';

const subscriptionOf = (data: FormData) => ({
  name: data.get('name'),
  email: data.get('email'),
  isEducator: data.has('isEducator'),
});

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
            <ApplyLink
              off={<Button onClick={() => announce(hero.apply.feature)}>{hero.apply.label}</Button>}
            >
              {hero.apply.label}
            </ApplyLink>
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
        <NewsletterForm
          form="home"
          nameField="name"
          labelledBy="newsletter"
          subscriptionOf={subscriptionOf}
        >
          {({ busy, errorOf }) => (
            <>
              <p className="text-[0.95rem] text-muted">{formWords.starred}</p>
              <div className="grid gap-5 sm:grid-cols-2">
                <TextField
                  name="name"
                  label={newsletter.name}
                  autoComplete="name"
                  required
                  error={errorOf('name')}
                />
                <TextField
                  name="email"
                  type="email"
                  label={newsletter.email}
                  autoComplete="email"
                  required
                  error={errorOf('email')}
                />
              </div>
              <CheckboxField name="isEducator" label={newsletter.isEducator} />
              <Button type="submit" size="large" busy={busy} className="justify-self-start">
                {newsletter.submit}
              </Button>
            </>
          )}
        </NewsletterForm>
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
        <LinkButton
          to={hasFeature('apply') ? signInToApply : paths.auth}
          state={confirmedAddress()}
          size="small"
        >
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

type Step = (typeof home.steps.items)[number];

const icons: Record<Step['icon'], LucideIcon> = {
  arrival: DoorOpen,
  dialogues: MessagesSquare,
  labs: PencilRuler,
  meals: Utensils,
  report: ScrollText,
  data: Landmark,
};

function StepsSection({ announce }: { announce: (feature: string) => void }) {
  const { eyebrow, title, lead, items, dates } = home.steps;
  return (
    <TitledSection id="steps" eyebrow={eyebrow} lead={lead} title={title}>
      <ol className="grid gap-y-7 sm:gap-y-12 sm:grid-cols-2 lg:grid-cols-3">
        {items.map((step, index) => (
          <StepDoor key={step.icon} step={step} index={index} />
        ))}
      </ol>
      <Button
        size="large"
        variant="secondary"
        className="mt-8 sm:mt-12"
        onClick={() => announce(dates.feature)}
      >
        {dates.label}
      </Button>
    </TitledSection>
  );
}

function StepDoor({ step, index }: { step: Step; index: number }) {
  const Icon = icons[step.icon];
  const tint = tintAt(index);
  return (
    <li className="grid grid-cols-[auto_1fr] items-start gap-x-4 sm:block">
      <div className="row-span-2 flex items-end gap-4 border-b-4 border-ink">
        <span
          aria-hidden="true"
          className={classNames(
            'flex h-20 w-16 items-center justify-center rounded-doorway pt-3 sm:h-28 sm:w-20',
            tintGrounds[tint],
          )}
        >
          <Icon className="size-7 sm:size-8" />
        </span>
        <StepNumber index={index} className="pb-1 text-5xl leading-none max-sm:hidden" />
      </div>
      <div className="flex items-baseline gap-2 text-xl sm:mt-5 sm:pr-8">
        <StepNumber index={index} className="sm:hidden" />
        <h3>{step.title}</h3>
      </div>
      <p className="mt-1 text-muted sm:mt-2 sm:pr-8">{step.text}</p>
    </li>
  );
}

function StepNumber({ index, className }: { index: number; className: string }) {
  return (
    <span aria-hidden="true" className={classNames('font-serif text-clay', className)}>
      {index + 1}
    </span>
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

function TakePartSection({ announce }: { announce: (feature: string) => void }) {
  const { title, teacher, supporter, school } = home.takePart;
  return (
    <TitledSection id="take-part" title={title}>
      <ul className="grid gap-6 lg:grid-cols-3">
        <Way icon={NotebookPen} tint="mint" {...teacher}>
          <NextStep className="mb-4 text-[0.95rem] text-muted" />
          <ApplyLink
            off={<Button onClick={() => announce(teacher.feature)}>{teacher.label}</Button>}
          >
            {teacher.label}
          </ApplyLink>
        </Way>
        <Way icon={HandHeart} tint="honey" {...supporter}>
          <LinkButton to={paths[supporter.page]}>{supporter.label}</LinkButton>
        </Way>
        <Way icon={School} tint="blush" {...school}>
          <LinkButton to={paths[school.page]}>{school.label}</LinkButton>
        </Way>
      </ul>
    </TitledSection>
  );
}

function Way(props: {
  icon: LucideIcon;
  tint: Tint;
  title: string;
  text: string;
  children: ReactNode;
}) {
  const { icon, tint, title, text, children } = props;
  return (
    <li className="grid grid-cols-[auto_1fr] items-center gap-x-4 rounded-lg border border-sand-deep bg-white p-5 sm:flex sm:items-start sm:gap-7 sm:p-8 lg:flex-col lg:gap-5">
      <ArchedIcon icon={icon} tint={tint} />
      <div className="contents flex-1 flex-col items-start sm:flex">
        <h3 className="text-2xl">{title}</h3>
        <p className="col-span-2 mt-3 mb-5 text-muted sm:mt-2 sm:mb-6">{text}</p>
        <div className="col-span-2 mt-auto">{children}</div>
      </div>
    </li>
  );
}
