/** Who runs the site and how to reach them. All of it is fictitious and stands here alone. */
export const organisation = {
  name: 'Educators Forum',
  contactEmail: 'hello@educatorsforum.example',
  infoEmail: 'info@educatorsforum.example',
  phone: '(407) 555-0142',
  phoneHref: 'tel:+14075550142',
  address: ['1200 Lakeside Avenue, Suite 310', 'Orange Grove, Florida 32899'],
  copyright: '© 2024 Educators Forum. All rights reserved.',
  mission:
    'Gathering the insights of K-12 teachers and turning them into reports, policy briefs and reform tools.',
} as const;
