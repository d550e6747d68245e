/**
 * Titles of posts and reports by id. The id is part of the address. The texts are in other files, because the first visit
 * to any page loads the route table, which imports this list.
 */
export const postTitles = {
  'what-150-teachers-told-us': 'What 150 Teachers Told Us',
  'what-changed-in-committee': 'What Changed in Committee',
  'a-gym-full-of-quiet': 'A Gym Full of Quiet',
  'the-question-that-ran-long': 'The Question That Ran Long',
  'six-briefs-six-desks': 'Six Briefs, Six Desks',
  'reading-300-responses': 'Reading 300 Responses by Hand',
  'the-bell-before-the-bell': 'The Bell Before the Bell',
  'two-days-in-the-valley': 'Two Days in the Valley',
  'how-a-policy-brief-is-made': 'How a Policy Brief Is Made',
  'first-night-in-the-dining-hall': 'First Night in the Dining Hall',
} as const;

export const reportTitles = {
  'what-teachers-wish-lawmakers-knew': 'What Teachers Wish Lawmakers Knew',
  'calm-classrooms': 'Calm Classrooms',
  'doors-that-open-for-all': 'Doors That Open for All',
  'screens-with-a-purpose': 'Screens with a Purpose',
  'why-good-teachers-stay': 'Why Good Teachers Stay',
  'the-message-home': 'The Message Home',
  'where-the-dollar-lands': 'Where the Dollar Lands',
  'one-device-many-needs': 'One Device, Many Needs',
  'before-the-referral': 'Before the Referral',
  'the-long-bus-ride': 'The Long Bus Ride',
  'the-third-year': 'The Third Year',
} as const;

export type PostId = keyof typeof postTitles;
export type ReportId = keyof typeof reportTitles;

export const postPath = (id: string) => `/blog/${id}`;
export const reportPath = (id: string) => `/reports/${id}`;
