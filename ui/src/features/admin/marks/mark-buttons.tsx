import type { ApplicationMarks, ApplicationSummary, Mark } from '../../../api/review/applications';
import { Button } from '../../../components/controls/button';
import { marks as words } from '../../../content/membership/marks';
import { classNames } from '../../../lib/class-names';
import { useLetterKeys } from '../../../lib/hooks/use-letter-keys';
import { nameOf } from '../application';
import { canMark, useMark } from './use-mark';

const MARKS = ['yes', 'maybe', 'no'] as const satisfies readonly Mark[];

/** The mark that a letter key sets. */
export const markOfKey = (letter: string): Mark | undefined =>
  MARKS.find((mark) => words.keys[mark] === letter);

type Props = { application: ApplicationSummary; className?: string };

/** Renders nothing for applications that refuse marks. */
export function MarkButtons({ application, className }: Props) {
  const { toggle } = useMark();
  const letterKeys = useLetterKeys();
  if (!canMark(application)) return null;
  return (
    <div role="group" aria-label={words.group} className={classNames('flex', className)}>
      {MARKS.map((mark) => (
        <Button
          key={mark}
          variant="secondary"
          size="small"
          aria-label={words.markOf(words.names[mark], nameOf(application))}
          aria-pressed={application.marks?.mine === mark}
          aria-keyshortcuts={letterKeys.areOn ? words.keys[mark] : undefined}
          className="not-first:-ml-px not-first:rounded-l-none not-last:rounded-r-none focus-visible:z-1 aria-pressed:bg-ink! aria-pressed:text-white forced-colors:forced-color-adjust-none forced-colors:aria-pressed:bg-[Highlight]! forced-colors:aria-pressed:text-[HighlightText]"
          onClick={() => toggle(application, mark)}
        >
          {words.names[mark]}
        </Button>
      ))}
    </div>
  );
}

/** Whether the team has to talk about it: there are marks of yes and of no, and neither leads by two. */
const isDivided = ({ yes, no }: Pick<ApplicationMarks, 'yes' | 'no'>): boolean =>
  yes > 0 && no > 0 && Math.abs(yes - no) < 2;

/** Such as 'Divided' and '3 yes · 2 no'; empty without marks. */
export const sumLines = (marks: ApplicationMarks): string[] => {
  const counts = MARKS.filter((mark) => marks[mark] > 0);
  const sum = counts.map((mark) => words.sum(marks[mark], mark)).join(' · ');
  return [...(isDivided(marks) ? [words.divided] : []), ...(sum === '' ? [] : [sum])];
};
