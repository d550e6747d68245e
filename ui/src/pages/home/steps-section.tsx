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
      <ol className="grid gap-y-10 sm:gap-y-12 sm:grid-cols-2 lg:grid-cols-3">
        {items.map((step, index) => (
          <StepDoor key={step.icon} step={step} index={index} />
        ))}
      </ol>
      <Button
        size="large"
        variant="secondary"
        className="mt-12"
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
    <li>
      <div className="flex items-end gap-4 border-b-4 border-ink">
        <span
          aria-hidden="true"
          className={classNames(
            'flex h-20 w-16 items-center justify-center rounded-doorway pt-3 sm:h-28 sm:w-20',
            tintGrounds[tint],
          )}
        >
          <Icon className="size-7 sm:size-8" />
        </span>
        <span aria-hidden="true" className="pb-1 font-serif text-5xl leading-none text-clay">
          {index + 1}
        </span>
      </div>
      <h3 className="mt-5 pr-8 text-xl">{step.title}</h3>
      <p className="mt-2 pr-8 text-muted">{step.text}</p>
    </li>
  );
}
