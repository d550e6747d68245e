import {
  DoorOpen,
  Landmark,
  type LucideIcon,
  MessagesSquare,
  PencilRuler,
  ScrollText,
  Utensils,
} from 'lucide-react';
import { Button } from '../../components/controls/button';
import { tintGrounds, tintAt } from '../../components/pictures/arched-portrait';
import { TitledSection } from '../../components/layout/section';
import { home } from '../../content/marketing/home';
import { classNames } from '../../lib/class-names';

type Step = (typeof home.steps.items)[number];

const icons: Record<Step['icon'], LucideIcon> = {
  arrival: DoorOpen,
  dialogues: MessagesSquare,
  labs: PencilRuler,
  meals: Utensils,
  report: ScrollText,
  data: Landmark,
};

export function StepsSection({ announce }: { announce: (feature: string) => void }) {
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
