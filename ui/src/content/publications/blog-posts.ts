/** Newest first. */
import aGymFullOfQuiet from '../../pictures/posts/a-gym-full-of-quiet.svg';
import firstNightInTheDiningHall from '../../pictures/posts/first-night-in-the-dining-hall.svg';
import howAPolicyBriefIsMade from '../../pictures/posts/how-a-policy-brief-is-made.svg';
import reading300Responses from '../../pictures/posts/reading-300-responses.svg';
import sixBriefsSixDesks from '../../pictures/posts/six-briefs-six-desks.svg';
import theBellBeforeTheBell from '../../pictures/posts/the-bell-before-the-bell.svg';
import theQuestionThatRanLong from '../../pictures/posts/the-question-that-ran-long.svg';
import twoDaysInTheValley from '../../pictures/posts/two-days-in-the-valley.svg';
import what150TeachersToldUs from '../../pictures/posts/what-150-teachers-told-us.svg';
import whatChangedInCommittee from '../../pictures/posts/what-changed-in-committee.svg';
import { postTitles, type PostId } from './article-titles';
import type { BlogCategory } from './blog';
import { people } from '../marketing/people';

export interface BlogPost {
  id: PostId;
  title: string;
  excerpt: string;
  image: string;
  imageAlt: string;
  /** YYYY-MM-DD. */
  date: string;
  author: string;
  category: BlogCategory;
  /** At 200 words a minute. */
  readTime: string;
}

/** The director of communications has no portrait. */
const communications = 'Naomi Petersen';

export const featuredPost: BlogPost = {
  id: 'what-150-teachers-told-us',
  title: postTitles['what-150-teachers-told-us'],
  excerpt:
    'More than 150 educators from 12 states answered one question: what do you wish lawmakers knew? How 153 sheets of paper became a report in five reform areas, and what surprised the four people who read every one.',
  image: what150TeachersToldUs,
  imageAlt: 'Rows upon rows of small doorways, and one large one with a teacher in it',
  date: '2026-10-08',
  author: people.hannahLindqvist.name,
  category: 'Research Reports',
  readTime: '2 min read',
};

export const blogPosts: readonly BlogPost[] = [
  {
    id: 'what-changed-in-committee',
    title: postTitles['what-changed-in-committee'],
    excerpt:
      'A committee on planning time asked for evidence, and a page written by teachers was read into the record. Who asked about it, which figure was wrong, and the two sentences that came back.',
    image: whatChangedInCommittee,
    imageAlt: 'A page with one line struck out and mended, between two microphones and a gavel',
    date: '2026-08-20',
    author: people.jamesWhitehorse.name,
    category: 'Policy Updates',
    readTime: '2 min read',
  },
  {
    id: 'a-gym-full-of-quiet',
    title: postTitles['a-gym-full-of-quiet'],
    excerpt:
      'Joseph Begay teaches physical education to middle schoolers in Arizona, and he begins every lesson with ninety seconds of silence in a circle of chairs. He brought the idea to a forum table half as a joke. Eleven colleagues said they would try it.',
    image: aGymFullOfQuiet,
    imageAlt: 'Five empty chairs and a ball on the center circle of a quiet gym',
    date: '2026-07-09',
    author: communications,
    category: 'Teacher Spotlights',
    readTime: '2 min read',
  },
  {
    id: 'the-question-that-ran-long',
    title: postTitles['the-question-that-ran-long'],
    excerpt:
      'Forty minutes were set aside for “When did you last feel heard at work?” Two hours later the coffee was cold and the lab had not been missed. That dialogue has changed how we plan every Saturday since.',
    image: theQuestionThatRanLong,
    imageAlt: 'A question mark with a very long tail that winds around a clock',
    date: '2026-05-21',
    author: people.rosaDelgado.name,
    category: 'Forum Highlights',
    readTime: '2 min read',
  },
  {
    id: 'six-briefs-six-desks',
    title: postTitles['six-briefs-six-desks'],
    excerpt:
      'Where do our six policy briefs end up? I went to see, and asked each reader the same thing: what did a teacher tell you that a spreadsheet had not? Two had not read theirs.',
    image: sixBriefsSixDesks,
    imageAlt: 'Six desks in two rows, each with a lamp and one brief on it',
    date: '2026-03-19',
    author: people.priyaRaman.name,
    category: 'Policy Updates',
    readTime: '2 min read',
  },
  {
    id: 'reading-300-responses',
    title: postTitles['reading-300-responses'],
    excerpt:
      'Over 300 forum responses came back on paper, and four of us have read every one of them twice. Why we do it slowly, where two readers disagree, and what teachers write in the margins.',
    image: reading300Responses,
    imageAlt: 'A tall stack of sheets beside a desk lamp, a pair of glasses and three books',
    date: '2026-02-05',
    author: people.marcusBell.name,
    category: 'Research Reports',
    readTime: '2 min read',
  },
  {
    id: 'the-bell-before-the-bell',
    title: postTitles['the-bell-before-the-bell'],
    excerpt:
      'At 7:20, before the buses, Samuel Ortiz unlocks his Florida classroom and puts the fractions board on the rug. A dozen children come for the game and the toast, and show him what the day’s lesson should be.',
    image: theBellBeforeTheBell,
    imageAlt: 'A small schoolhouse with a bell in its tower and the sun rising behind it',
    date: '2025-12-11',
    author: communications,
    category: 'Teacher Spotlights',
    readTime: '2 min read',
  },
  {
    id: 'two-days-in-the-valley',
    title: postTitles['two-days-in-the-valley'],
    excerpt:
      'A kindergarten teacher and a physics teacher shared a van to our partner campus in Ohio, then a table and, by Sunday, a page of recommendations. Our treasurer was there to count heads.',
    image: twoDaysInTheValley,
    imageAlt: 'A house among tall trees in a valley, with the sun over the hills',
    date: '2025-11-06',
    author: people.thomasOkafor.name,
    category: 'Forum Highlights',
    readTime: '2 min read',
  },
  {
    id: 'how-a-policy-brief-is-made',
    title: postTitles['how-a-policy-brief-is-made'],
    excerpt:
      'A brief has four pages and takes us eleven weeks. It begins on the third sheet of a flip chart; the check by the teachers who are quoted takes longest, and it is the one step we will not shorten.',
    image: howAPolicyBriefIsMade,
    imageAlt: 'Three doorways in a row: something said, a page being written, a printed brief',
    date: '2025-09-25',
    author: people.hannahLindqvist.name,
    category: 'Research Reports',
    readTime: '2 min read',
  },
  {
    id: 'first-night-in-the-dining-hall',
    title: postTitles['first-night-in-the-dining-hall'],
    excerpt:
      'I had written to thirty teachers and hoped for ten. Nineteen came to that first pilot weekend, and sat with a chair between each. Then the soup arrived, in bowls too full to carry, and someone asked who else had bought their own pencils that week.',
    image: firstNightInTheDiningHall,
    imageAlt: 'A long table set for dinner beneath lamps and arched windows at night',
    date: '2025-08-28',
    author: people.eleanorWhitfield.name,
    category: 'Forum Highlights',
    readTime: '2 min read',
  },
];
