import { NoMatches } from '../../components/lists/filter-bar';
import { type Tint, tintAt } from '../../components/pictures/arched-portrait';
import { directory } from '../../content/marketing/directory';
import { teachers } from '../../content/marketing/teachers';
import { matchTeachers } from './match-teachers';
import { TeacherCard } from './teacher-card';
import { TeacherFilters, useTeacherFilters } from './teacher-filters';

/**
 * The tint depends on the index in the whole list, so that filters do not change it. Each row of three is shifted, so
 * that no column has a single tint.
 */
function shiftedTint(index: number): Tint {
  return tintAt(index + Math.floor(index / 3));
}

export function TeacherDirectory() {
  const state = useTeacherFilters();
  const shown = matchTeachers(teachers, { ...state.filters, q: state.search.typed });
  const counted = matchTeachers(teachers, state.filters);
  return (
    <>
      <TeacherFilters state={state} status={directory.showing(counted.length, teachers.length)} />
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
