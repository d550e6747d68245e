import { TitledSection } from '../../components/layout/section';
import { donate } from '../../content/marketing/donate';
import { Picture } from '../../components/pictures/picture';
import { type Tint, tintGrounds } from '../../components/pictures/arched-portrait';
import { classNames } from '../../lib/class-names';

export function GiftEffects() {
  const { oneTime, monthly, teacher, forum } = donate.plans;
  return (
    <TitledSection id="gift-effects" tone="white" title={donate.effects.title}>
      <ul className="grid gap-6 sm:grid-cols-2 lg:grid-cols-4">
        {[oneTime, monthly, teacher, forum].map(({ aside }) => (
          <li key={aside.title}>
            <DoorwayNote {...aside} />
          </li>
        ))}
      </ul>
    </TitledSection>
  );
}

interface DoorwayNoteProps {
  title: string;
  text: string;
  /** The URL of a decorative picture. */
  image: string;
  tint: Tint;
}

function DoorwayNote({ title, text, image, tint }: DoorwayNoteProps) {
  return (
    <div className="flex h-full flex-col">
      <div
        className={classNames(
          'mx-auto flex w-40 items-end overflow-hidden rounded-doorway border-b-4 border-ink px-2 pt-10 print:hidden forced-colors:border',
          tintGrounds[tint],
        )}
      >
        <Picture src={image} alt="" width={320} height={240} className="h-auto w-full" />
      </div>
      <h3 className="mt-5 text-xl">{title}</h3>
      <p className="mt-2 text-muted">{text}</p>
    </div>
  );
}
