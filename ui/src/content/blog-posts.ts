/** The stories of News & Updates, newest first. */
import aGymFullOfQuiet from '../pictures/posts/a-gym-full-of-quiet.svg';
import firstNightInTheDiningHall from '../pictures/posts/first-night-in-the-dining-hall.svg';
import howAPolicyBriefIsMade from '../pictures/posts/how-a-policy-brief-is-made.svg';
import reading300Responses from '../pictures/posts/reading-300-responses.svg';
import sixBriefsSixDesks from '../pictures/posts/six-briefs-six-desks.svg';
import theBellBeforeTheBell from '../pictures/posts/the-bell-before-the-bell.svg';
import theQuestionThatRanLong from '../pictures/posts/the-question-that-ran-long.svg';
import twoDaysInTheValley from '../pictures/posts/two-days-in-the-valley.svg';
import what150TeachersToldUs from '../pictures/posts/what-150-teachers-told-us.svg';
import whatChangedInCommittee from '../pictures/posts/what-changed-in-committee.svg';
import type { BlogCategory } from './blog';
import { people } from './people';

export interface BlogPost {
  id: string;
  title: string;
  /** The whole teaser: a post has no page of its own. */
  excerpt: string;
  image: string;
  imageAlt: string;
  /** Year, month and day. */
  date: string;
  author: string;
  category: BlogCategory;
  readTime: string;
}

/** Writes for the office and is nowhere pictured. */
const communications = 'Naomi Petersen';

export const featuredPost: BlogPost = {
  id: 'what-150-teachers-told-us',
  title: 'What 150 Teachers Told Us',
  excerpt:
    'More than 150 educators from 12 states sat down at our tables and answered one question: what do you wish lawmakers knew? Their answers fill “What Teachers Wish Lawmakers Knew,” a report in five reform areas. The talk of many tables became its pages, and one sentence came up, unprompted, at almost every table: give us time to teach.',
  image: what150TeachersToldUs,
  imageAlt: 'Rows upon rows of small doorways, and one large one with a teacher in it',
  date: '2025-06-12',
  author: people.hannahLindqvist.name,
  category: 'Research Reports',
  readTime: '8 min read',
};

export const blogPosts: readonly BlogPost[] = [
  {
    id: 'what-changed-in-committee',
    title: 'What Changed in Committee',
    excerpt:
      'A committee on planning time asked for evidence, and a page written by teachers was read aloud. We followed who asked about it, which figure was questioned, and the two sentences that were quoted back.',
    image: whatChangedInCommittee,
    imageAlt: 'A page with one line struck out and mended, between two microphones and a gavel',
    date: '2025-05-22',
    author: people.jamesWhitehorse.name,
    category: 'Policy Updates',
    readTime: '5 min read',
  },
  {
    id: 'a-gym-full-of-quiet',
    title: 'A Gym Full of Quiet',
    excerpt:
      'Joseph Begay teaches physical education to middle schoolers in Arizona, and every lesson of his begins with ninety seconds of silence in a circle of chairs. He brought the idea to a forum table half as a joke. Eleven colleagues took it home.',
    image: aGymFullOfQuiet,
    imageAlt: 'Five empty chairs and a ball on the center circle of a quiet gym',
    date: '2025-05-06',
    author: communications,
    category: 'Teacher Spotlights',
    readTime: '4 min read',
  },
  {
    id: 'the-question-that-ran-long',
    title: 'The Question That Ran Long',
    excerpt:
      'Forty minutes were set aside for “When did you last feel heard at work?” Two hours later the coffee was cold, nobody had left, and the facilitator had stopped looking at the clock. That dialogue has changed how we plan every Saturday since.',
    image: theQuestionThatRanLong,
    imageAlt: 'A question mark with a very long tail that winds around a clock',
    date: '2025-04-14',
    author: people.rosaDelgado.name,
    category: 'Forum Highlights',
    readTime: '6 min read',
  },
  {
    id: 'six-briefs-six-desks',
    title: 'Six Briefs, Six Desks',
    excerpt:
      'Six policy briefs are published, and each one now lies on a desk where it can be of use: with a district office, a school board, a legislative aide. We asked all six readers the same thing. What did a teacher tell you that a spreadsheet had not?',
    image: sixBriefsSixDesks,
    imageAlt: 'Six desks in two rows, each with a lamp and one brief on it',
    date: '2025-03-20',
    author: people.priyaRaman.name,
    category: 'Policy Updates',
    readTime: '5 min read',
  },
  {
    id: 'reading-300-responses',
    title: 'Reading 300 Responses by Hand',
    excerpt:
      'Over 300 forum responses came back on paper, and four readers went through every one of them twice. Each answer is sorted, counted and quoted as it was written. Where two readers disagree, a third decides, and the margins are often the best part.',
    image: reading300Responses,
    imageAlt: 'A tall stack of sheets beside a desk lamp, a pair of glasses and three books',
    date: '2025-02-18',
    author: people.marcusBell.name,
    category: 'Research Reports',
    readTime: '7 min read',
  },
  {
    id: 'the-bell-before-the-bell',
    title: 'The Bell Before the Bell',
    excerpt:
      'At twenty past seven, before the buses, Samuel Ortiz unlocks his Florida classroom and puts the fractions board on the rug. A dozen children come for the game and the toast. He says those forty minutes are when he learns what the day’s lesson should be.',
    image: theBellBeforeTheBell,
    imageAlt: 'A small schoolhouse with a bell in its tower and the sun rising behind it',
    date: '2025-01-23',
    author: communications,
    category: 'Teacher Spotlights',
    readTime: '4 min read',
  },
  {
    id: 'two-days-in-the-valley',
    title: 'Two Days in the Valley',
    excerpt:
      'Between Friday’s supper and Sunday’s farewell lie two days of talk under the cedars of our partner campus in Ohio. A rural kindergarten teacher and a city physics teacher shared a van, a table and, by the end, a page of recommendations. On Sunday morning they read it aloud to the room.',
    image: twoDaysInTheValley,
    imageAlt: 'A house among tall trees in a valley, with the sun over the hills',
    date: '2024-11-19',
    author: people.thomasOkafor.name,
    category: 'Forum Highlights',
    readTime: '5 min read',
  },
  {
    id: 'how-a-policy-brief-is-made',
    title: 'How a Policy Brief Is Made',
    excerpt:
      'A brief has four pages, and it takes us eleven weeks. It begins on the flip charts of a Curriculum & Policy Lab and ends with a last check by the teachers who are quoted. That check takes longest, and we never hurry it.',
    image: howAPolicyBriefIsMade,
    imageAlt: 'Three doorways in a row: something said, a page being written, a printed brief',
    date: '2024-10-08',
    author: people.hannahLindqvist.name,
    category: 'Research Reports',
    readTime: '6 min read',
  },
  {
    id: 'first-night-in-the-dining-hall',
    title: 'First Night in the Dining Hall',
    excerpt:
      'Before there was a schedule to print, there was a table where nobody knew anybody. Then the soup came, and somebody asked who else had bought their own pencils that week. By dessert the long table had become one conversation. Our founder remembers the first evening of the first forum, and the sentence she wrote on her napkin.',
    image: firstNightInTheDiningHall,
    imageAlt: 'A long table laid for supper beneath lamps and arched windows at night',
    date: '2024-08-27',
    author: people.eleanorWhitfield.name,
    category: 'Forum Highlights',
    readTime: '4 min read',
  },
];
