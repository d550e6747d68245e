import { expect, test } from 'vitest';
import { type TeacherFilters, matchTeachers } from './teacher-directory';

const teachers = [
  {
    name: 'Ann Reed',
    state: 'Texas',
    grade: 'Elementary, Grade 4',
    subject: 'Spanish',
    forum: 'South Regional Forum 2024',
  },
  {
    name: 'Ben Texas',
    state: 'Ohio',
    grade: 'High School, Grade 9',
    subject: 'Science',
    forum: 'Lakes Regional Forum 2025',
  },
  {
    name: 'Cy Reed',
    state: 'Texas',
    grade: 'Middle School, Grade 7',
    subject: 'Physical Education',
    forum: 'South Regional Forum 2025',
  },
] as const;

const any: TeacherFilters = { q: '', state: 'all', grade: 'all', subject: 'all', year: 'all' };

test.each<[string, Partial<TeacherFilters>, string[]]>([
  ['no filter', {}, ['Ann Reed', 'Ben Texas', 'Cy Reed']],
  ['a name', { q: 'ann' }, ['Ann Reed']],
  ['upper case', { q: 'REED' }, ['Ann Reed', 'Cy Reed']],
  ['surrounding spaces', { q: '  reed ' }, ['Ann Reed', 'Cy Reed']],
  ['a name or a state', { q: 'texas' }, ['Ann Reed', 'Ben Texas', 'Cy Reed']],
  ['a subject', { q: 'education' }, ['Cy Reed']],
  ['the grade is not searched', { q: 'grade 4' }, []],
  ['the forum is not searched', { q: 'lakes' }, []],
  ['a state by equality', { state: 'Texas' }, ['Ann Reed', 'Cy Reed']],
  ['part of a state', { state: 'Tex' }, []],
  ['part of a grade', { grade: 'High School' }, ['Ben Texas']],
  ['a subject by equality', { subject: 'Physical Education' }, ['Cy Reed']],
  ['part of a subject', { subject: 'Education' }, []],
  ['a year within the forum', { year: '2025' }, ['Ben Texas', 'Cy Reed']],
  ['all filters', { q: 'reed', state: 'Texas', grade: 'Middle School', year: '2025' }, ['Cy Reed']],
  [
    'one filter without a match',
    { q: 'reed', state: 'Texas', year: '2025', subject: 'Spanish' },
    [],
  ],
])('%s', (_, filters, names) => {
  const found = matchTeachers(teachers, { ...any, ...filters });
  expect(found.map(({ name }) => name)).toEqual(names);
});
