/** All reports at once, for the tests; the pages load one each (text-of.ts). */
import type { ReportArticle } from './article';
import { article as beforeTheReferral } from './reports/before-the-referral';
import { article as calmClassrooms } from './reports/calm-classrooms';
import { article as doorsThatOpenForAll } from './reports/doors-that-open-for-all';
import { article as oneDeviceManyNeeds } from './reports/one-device-many-needs';
import { article as screensWithAPurpose } from './reports/screens-with-a-purpose';
import { article as theLongBusRide } from './reports/the-long-bus-ride';
import { article as theMessageHome } from './reports/the-message-home';
import { article as theThirdYear } from './reports/the-third-year';
import { article as whatTeachersWishLawmakersKnew } from './reports/what-teachers-wish-lawmakers-knew';
import { article as whereTheDollarLands } from './reports/where-the-dollar-lands';
import { article as whyGoodTeachersStay } from './reports/why-good-teachers-stay';

export const reportArticles: Readonly<Record<string, ReportArticle>> = {
  'before-the-referral': beforeTheReferral,
  'calm-classrooms': calmClassrooms,
  'doors-that-open-for-all': doorsThatOpenForAll,
  'one-device-many-needs': oneDeviceManyNeeds,
  'screens-with-a-purpose': screensWithAPurpose,
  'the-long-bus-ride': theLongBusRide,
  'the-message-home': theMessageHome,
  'the-third-year': theThirdYear,
  'what-teachers-wish-lawmakers-knew': whatTeachersWishLawmakersKnew,
  'where-the-dollar-lands': whereTheDollarLands,
  'why-good-teachers-stay': whyGoodTeachersStay,
};
