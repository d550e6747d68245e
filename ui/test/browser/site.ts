import { afterEach, beforeEach } from 'vitest';

/** The settings of a site on which every feature is on, as the server writes them into the page. */
const provider = (kind: string) => `https://give.example/${kind}?amount={amount}`;

export const everything = {
  features: [
    'contact',
    'newsletter',
    'users',
    'email_templates',
    'giving',
    'shop',
    'apply',
    'private_photos',
  ],
  giving: {
    one_time: provider('once'),
    monthly: provider('monthly'),
    sponsor_teacher: provider('teacher'),
    sponsor_forum: provider('forum'),
  },
  shop_url: 'https://shop.example',
  season: { closes_on: '2027-03-31', decides_by: '2027-05-15' },
};

/** Before each test of the file, switches features on. */
export function withSite(site: Partial<typeof everything> = {}): void {
  const root = document.documentElement;
  beforeEach(() => {
    root.dataset['site'] = JSON.stringify({ ...everything, ...site });
  });
  afterEach(() => {
    delete root.dataset['site'];
  });
}
