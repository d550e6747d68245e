import { FilterBar, FilterSelect, NoMatches } from '../../components/lists/filter-bar';
import { ArchedPortrait, type Tint, tintAt } from '../../components/pictures/arched-portrait';
import { directory, forumYears, grades, states, subjects } from '../../content/marketing/directory';
import { type Teacher, teachers } from '../../content/marketing/teachers';
import { CollapsibleFilters } from '../../components/lists/collapsible-filters';
import { SearchBox, useTypedText } from '../../components/forms/search-field';
import { useQueryFilters } from '../../lib/hooks/use-query-filters';
import { type ReactNode, useId, useState } from 'react';
import { CalendarDays, GraduationCap, type LucideIcon, MapPin } from 'lucide-react';
import { classNames } from '../../lib/class-names';
import { InertButton } from '../../components/controls/button';
import { DisclosureButton } from '../../components/controls/disclosure-button';

/**
 * The tint depends on the index in the whole list, so that filters do not change it. Each row of three is shifted, so
 * that no column has a single tint.
 */
function shiftedTint(index: number): Tint {
  return tintAt(index + Math.floor(index / 3));
}

const values = { state: states, grade: grades, subject: subjects, year: forumYears } as const;
const names = ['state', 'grade', 'subject', 'year'] as const;
const options = {
  q: 'text',
  state: ['all', ...states],
  grade: ['all', ...grades],
  subject: ['all', ...subjects],
  year: ['all', ...forumYears],
} as const;

export function TeacherDirectory() {
  const { filters, isFiltered, setFilter, clear } = useQueryFilters(options);
  // Each keystroke updates the list. A pause in typing updates the URL and the announced count.
  const search = useTypedText(filters.q, (q) => setFilter('q', q));
  const shown = matchTeachers(teachers, { ...filters, q: search.typed });
  const counted = matchTeachers(teachers, filters);
  return (
    <>
      <FilterBar
        label={directory.filters}
        status={directory.showing(counted.length, teachers.length)}
        wide
        clear={directory.clear}
        isFiltered={isFiltered}
        onClear={clear}
      >
        <div className="grid gap-4 lg:grid-cols-[1.6fr_4fr]">
          <SearchBox label={directory.search} placeholder={directory.searchHint} text={search} />
          <CollapsibleFilters
            count={names.filter((name) => filters[name] !== 'all').length}
            className="grid grid-cols-1 gap-4 min-[22rem]:grid-cols-2 md:grid-cols-4"
          >
            {names.map((name) => (
              <FilterSelect
                key={name}
                label={directory[name].label}
                all={directory[name].all}
                values={values[name]}
                value={filters[name]}
                onChoose={(value) => setFilter(name, value)}
              />
            ))}
          </CollapsibleFilters>
        </div>
      </FilterBar>
      <div className="mt-6">
        {shown.length === 0 ? (
          <NoMatches title={directory.empty.title}>{directory.empty.text}</NoMatches>
        ) : (
          <ul className="grid gap-3 sm:gap-6 md:grid-cols-2 lg:grid-cols-3">
            {shown.map((teacher) => (
              <li key={teacher.id}>
                <TeacherCard teacher={teacher} tint={shiftedTint(teachers.indexOf(teacher))} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </>
  );
}

export type TeacherFilters = Record<'q' | (typeof names)[number], string>;

type Searched = Pick<Teacher, 'name' | 'state' | 'grade' | 'subject' | 'forum'>;

/** The search ignores case and matches name, state and subject. Grade and year match parts of the text. */
export function matchTeachers<Item extends Searched>(
  items: readonly Item[],
  { q, state, grade, subject, year }: TeacherFilters,
): Item[] {
  const wanted = q.trim().toLowerCase();
  return items.filter(
    (teacher) =>
      [teacher.name, teacher.state, teacher.subject].some((text) =>
        text.toLowerCase().includes(wanted),
      ) &&
      (state === 'all' || teacher.state === state) &&
      (grade === 'all' || teacher.grade.includes(grade)) &&
      (subject === 'all' || teacher.subject === subject) &&
      (year === 'all' || teacher.forum.includes(year)),
  );
}

/** On a phone, the card is collapsed to its first line. */
function TeacherCard({ teacher, tint }: { teacher: Teacher; tint: Tint }) {
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

export function FactLine({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <li className="flex items-start gap-2.5">
      <Icon aria-hidden="true" className="mt-1 size-4.5 shrink-0 text-clay" />
      {/* The text is balanced, so that the year of a forum is not alone on a line. */}
      <span className="text-balance">{children}</span>
    </li>
  );
}
