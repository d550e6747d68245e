import scene from '../../pictures/scenes/blog.svg';

/** `value` is a URL parameter. */
export const blogCategories = [
  { value: 'all', label: 'All Posts' },
  { value: 'forum-highlights', label: 'Forum Highlights' },
  { value: 'research-reports', label: 'Research Reports' },
  { value: 'teacher-spotlights', label: 'Teacher Spotlights' },
  { value: 'policy-updates', label: 'Policy Updates' },
] as const;

export type BlogCategory = Exclude<(typeof blogCategories)[number]['label'], 'All Posts'>;

export const blog = {
  title: 'News & Updates',
  eyebrow: 'Blog',
  lead: 'Stories from the forums, notes on our research, and news of where teachers’ ideas go next.',
  scene,
  featured: { title: 'Featured Story' },
  posts: {
    title: 'Latest Posts',
    filters: 'Filter the posts',
    filterLabel: 'Category',
    count: (shown: number, all: number) => `Showing ${shown} of ${all} posts`,
    clear: 'Clear filters',
    empty: {
      title: 'No posts in this category yet',
      text: 'Clear the filters to see every post.',
    },
    by: (author: string) => `By ${author}`,
  },
  tags: {
    title: 'Popular Tags',
    lead: 'What our stories are most often about.',
    labels: [
      'Teacher Voice',
      'Classroom Behavior',
      'Retention',
      'School Funding',
      'Planning Time',
      'Technology',
      'Equity',
      'Rural Schools',
      'Policy Briefs',
    ],
  },
  newsletter: {
    title: 'Never Miss a Story',
    lead: 'The newest posts and reports, a few times a year.',
    email: 'Email Address',
    firstName: 'First Name (optional)',
    submit: 'Subscribe',
  },
} as const;
