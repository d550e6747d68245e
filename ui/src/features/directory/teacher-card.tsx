/** On a phone, the card is collapsed to its first line. */
import { useId, useState } from 'react';
import { CalendarDays, GraduationCap, MapPin } from 'lucide-react';
import { classNames } from '../../lib/class-names';
import { InertButton } from '../../components/controls/inert-button';
import { DisclosureButton } from '../../components/controls/disclosure-button';
import { ArchedPortrait, type Tint } from '../../components/pictures/arched-portrait';
import { directory } from '../../content/marketing/directory';
import type { Teacher } from '../../content/marketing/teachers';
import { FactLine } from './fact-line';

export function TeacherCard({ teacher, tint }: { teacher: Teacher; tint: Tint }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const folded = open ? '' : 'max-md:hidden noscript:flex print:flex';
  return (
    <article className="flex h-full flex-col rounded-lg border border-sand-deep bg-white p-4 sm:p-6">
      <div className="flex items-end gap-4 @max-[17rem]:flex-wrap">
        <ArchedPortrait
          person={teacher}
          alt={directory.portraitOf(teacher.name)}
          tint={tint}
          className="max-md:h-20 max-md:w-17"
        />
        <div className="min-w-0 grow pb-1">
          <h3 className="text-xl">{teacher.name}</h3>
          <p className="mt-1 leading-snug font-semibold text-clay">{teacher.subject}</p>
          <p className="text-muted md:hidden noscript:hidden">{teacher.state}</p>
        </div>
        <DisclosureButton
          label={directory.more(teacher.name)}
          controls={id}
          open={open}
          onToggle={() => setOpen(!open)}
          className="-mr-2 size-11 self-center md:hidden noscript:hidden"
        />
      </div>
      <div id={id} className={classNames('flex grow flex-col', folded)}>
        <ul className="mt-5 grid gap-1.5 text-muted">
          <FactLine icon={MapPin}>
            {teacher.state} · {directory.yearsTeaching(teacher.yearsTeaching)}
          </FactLine>
          <FactLine icon={GraduationCap}>{teacher.grade}</FactLine>
          <FactLine icon={CalendarDays}>{teacher.forum}</FactLine>
        </ul>
        <blockquote className="mt-5 mb-6 border-l-4 border-gold pl-4 font-serif text-lg leading-relaxed">
          <p>“{teacher.quote}”</p>
        </blockquote>
        <InertButton
          variant="secondary"
          aria-label={teacher.linkedin}
          className="mt-auto self-start"
        >
          {directory.linkedin}
        </InertButton>
      </div>
    </article>
  );
}
