// What an operator can switch on, and a stack with it.
import { ownStack, type Running } from './stack.js';

export const GIVE = 'https://give.example.org';
export const SHOP = 'https://shop.example.org';

/** The settings of each feature. */
const settings = {
  contact: {},
  newsletter: {},
  users: {},
  email_templates: {},
  giving: {
    FORUM__GIVING__ONE_TIME_URL: `${GIVE}/once?amount={amount}`,
    FORUM__GIVING__MONTHLY_URL: `${GIVE}/monthly?amount={amount}`,
    FORUM__GIVING__SPONSOR_TEACHER_URL: `${GIVE}/teacher?amount={amount}`,
    FORUM__GIVING__SPONSOR_FORUM_URL: `${GIVE}/forum?amount={amount}`,
  },
  shop: { FORUM__SHOP__URL: SHOP },
  apply: { FORUM__SEASON__CLOSES_ON: '2099-03-31', FORUM__SEASON__DECIDES_BY: '2099-05-15' },
  private_photos: {},
} satisfies Record<string, Readonly<Record<string, string>>>;

export type Feature = keyof typeof settings;
export const features = Object.keys(settings) as Feature[];

/** Starts a stack with these features and one administrator. */
export const stackWith = (...on: readonly Feature[]): Promise<Running> =>
  ownStack(1, {
    FORUM__FEATURES: on.join(),
    ...Object.assign({}, ...on.map((feature) => settings[feature])),
  });
