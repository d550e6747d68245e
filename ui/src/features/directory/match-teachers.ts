/** The search ignores case and matches name, state and subject. Grade and year match parts of the text. */
import type { Teacher } from '../../content/marketing/teachers';

export interface TeacherFilters {
  q: string;
  state: string;
  grade: string;
  subject: string;
  year: string;
}

type Searched = Pick<Teacher, 'name' | 'state' | 'grade' | 'subject' | 'forum'>;

export function matchTeachers<Item extends Searched>(
  teachers: readonly Item[],
  { q, state, grade, subject, year }: TeacherFilters,
): Item[] {
  const wanted = q.trim().toLowerCase();
  return teachers.filter(
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
