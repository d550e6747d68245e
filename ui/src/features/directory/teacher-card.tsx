/** One listed teacher: who, where, what, which forum, and what they said. */
import { CalendarDays, GraduationCap, MapPin } from 'lucide-react';
import { InertButton } from '../../components/inert-button';
import { PortraitDoor, type Tint } from '../../components/portrait-door';
import { directory } from '../../content/directory';
import type { Teacher } from '../../content/teachers';
import { FactLine } from './fact-line';

export function TeacherCard({ teacher, tint }: { teacher: Teacher; tint: Tint }) {
  return (
    <article className="flex h-full flex-col rounded-lg border border-sand-deep bg-white p-5 sm:p-6">
      <div className="flex items-end gap-4">
        <PortraitDoor image={teacher.image} alt={directory.portraitOf(teacher.name)} tint={tint} />
        <div className="min-w-0 pb-1">
          <h3 className="text-xl">{teacher.name}</h3>
          <p className="mt-1 leading-snug font-semibold text-clay">{teacher.subject}</p>
        </div>
      </div>
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
      <InertButton variant="secondary" aria-label={teacher.linkedin} className="mt-auto self-start">
        {directory.linkedin}
      </InertButton>
    </article>
  );
}
