/** All posts at once, for the tests; the pages load one each (text-of.ts). */
import type { Article } from './article';
import { article as aGymFullOfQuiet } from './posts/a-gym-full-of-quiet';
import { article as firstNightInTheDiningHall } from './posts/first-night-in-the-dining-hall';
import { article as howAPolicyBriefIsMade } from './posts/how-a-policy-brief-is-made';
import { article as reading300Responses } from './posts/reading-300-responses';
import { article as sixBriefsSixDesks } from './posts/six-briefs-six-desks';
import { article as theBellBeforeTheBell } from './posts/the-bell-before-the-bell';
import { article as theQuestionThatRanLong } from './posts/the-question-that-ran-long';
import { article as twoDaysInTheValley } from './posts/two-days-in-the-valley';
import { article as what150TeachersToldUs } from './posts/what-150-teachers-told-us';
import { article as whatChangedInCommittee } from './posts/what-changed-in-committee';

export const postArticles: Readonly<Record<string, Article>> = {
  'a-gym-full-of-quiet': aGymFullOfQuiet,
  'first-night-in-the-dining-hall': firstNightInTheDiningHall,
  'how-a-policy-brief-is-made': howAPolicyBriefIsMade,
  'reading-300-responses': reading300Responses,
  'six-briefs-six-desks': sixBriefsSixDesks,
  'the-bell-before-the-bell': theBellBeforeTheBell,
  'the-question-that-ran-long': theQuestionThatRanLong,
  'two-days-in-the-valley': twoDaysInTheValley,
  'what-150-teachers-told-us': what150TeachersToldUs,
  'what-changed-in-committee': whatChangedInCommittee,
};
