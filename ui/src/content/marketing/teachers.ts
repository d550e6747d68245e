/** Ordered by last name. */
import type { forumYears, grades, states, subjects } from './directory';
import { people, type Person } from './people';

type Grade = (typeof grades)[number];
type ForumYear = (typeof forumYears)[number];

interface Listing {
  id: string;
  state: (typeof states)[number];
  grade: Grade | `${Grade}, ${string}`;
  subject: (typeof subjects)[number];
  yearsTeaching: number;
  forum: `${string} Regional Forum ${ForumYear}`;
  quote: string;
}

export interface Teacher extends Listing, Person {
  /** Name of the button. The profiles are not linked yet. */
  linkedin: string;
}

function listed(person: Person, listing: Listing): Teacher {
  return { ...person, ...listing, linkedin: `LinkedIn profile of ${person.name}` };
}

export const teachers: readonly Teacher[] = [
  listed(people.mariaAlvarez, {
    id: 'maria-alvarez',
    state: 'Texas',
    grade: 'Elementary, Grade 4',
    subject: 'Spanish',
    yearsTeaching: 11,
    forum: 'South Central Regional Forum 2024',
    quote:
      'My students carry two languages into the room. I came to say that both of them are an asset. It’s on page 14.',
  }),
  listed(people.josephBegay, {
    id: 'joseph-begay',
    state: 'Arizona',
    grade: 'Middle School, Grades 6–8',
    subject: 'Physical Education',
    yearsTeaching: 19,
    forum: 'Southwest Regional Forum 2024',
    quote:
      'First lap around the gym, I know who slept and who didn’t. It took a forum for anyone to ask.',
  }),
  listed(people.angelaBrooks, {
    id: 'angela-brooks',
    state: 'Florida',
    grade: 'High School, Grade 11',
    subject: 'English',
    yearsTeaching: 14,
    forum: 'Southeast Regional Forum 2024',
    quote: 'No slide deck! A question, a long table, and all of Saturday to argue about it.',
  }),
  listed(people.devonCarter, {
    id: 'devon-carter',
    state: 'Texas',
    grade: 'High School, Grades 9–12',
    subject: 'Physical Education',
    yearsTeaching: 8,
    forum: 'South Central Regional Forum 2025',
    quote: 'I coach, I teach health, I drive the van. That weekend, all of it counted as teaching.',
  }),
  listed(people.deniseFairfax, {
    id: 'denise-fairfax',
    state: 'Virginia',
    grade: 'Middle School, Grade 8',
    subject: 'Spanish',
    yearsTeaching: 22,
    forum: 'Mid-Atlantic Regional Forum 2025',
    quote:
      'I stopped filling in surveys years ago. A conversation that ends in a report is different.',
  }),
  listed(people.leilaHaddad, {
    id: 'leila-haddad',
    state: 'Arizona',
    grade: 'Elementary, Grade 2',
    subject: 'English',
    yearsTeaching: 6,
    forum: 'Southwest Regional Forum 2025',
    quote:
      'Second grade is where a child decides whether reading is for them. That was the whole of my speech, and it made the report.',
  }),
  listed(people.williamHayes, {
    id: 'william-hayes',
    state: 'Ohio',
    grade: 'High School, Grade 10',
    subject: 'Science',
    yearsTeaching: 27,
    forum: 'Great Lakes Regional Forum 2025',
    quote:
      'I came with a complaint about lab hours and left with three ways around it, from teachers who had tried them.',
  }),
  listed(people.luisHerrera, {
    id: 'luis-herrera',
    state: 'California',
    grade: 'High School, Grade 9',
    subject: 'Mathematics',
    yearsTeaching: 9,
    forum: 'Pacific Regional Forum 2024',
    quote:
      'Algebra is where many of my students expect to fail. We spent a whole lab on how the first week can change that.',
  }),
  listed(people.andrewKim, {
    id: 'andrew-kim',
    state: 'Virginia',
    grade: 'High School, Grade 12',
    subject: 'History',
    yearsTeaching: 13,
    forum: 'Mid-Atlantic Regional Forum 2024',
    quote:
      'I teach how a bill becomes a law. Last spring I got to show my seniors a bill with our table’s evidence in the file.',
  }),
  listed(people.graceNakamura, {
    id: 'grace-nakamura',
    state: 'California',
    grade: 'Middle School, Grade 7',
    subject: 'Science',
    yearsTeaching: 16,
    forum: 'Pacific Regional Forum 2025',
    quote:
      'The best idea I took home cost nothing: begin each unit with the question the class could not answer last spring.',
  }),
  listed(people.katherineNovak, {
    id: 'katherine-novak',
    state: 'Ohio',
    grade: 'Middle School, Grade 6',
    subject: 'History',
    yearsTeaching: 18,
    forum: 'Great Lakes Regional Forum 2024',
    quote:
      'We disagreed at our table, kindly and at length. The report kept both sides, and I trust it more for that.',
  }),
  listed(people.samuelOrtiz, {
    id: 'samuel-ortiz',
    state: 'Florida',
    grade: 'Elementary, Grade 5',
    subject: 'Mathematics',
    yearsTeaching: 5,
    forum: 'Southeast Regional Forum 2025',
    quote:
      'I was the youngest at the table and spoke last. By Sunday my note about homework was on the first page.',
  }),
];
