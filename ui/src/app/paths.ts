/**
 * Every path of the site, once. Data without imports: features and pages may read it, although nothing else
 * of app/ is open to them.
 */
export const paths = {
  home: '/',
  about: '/about',
  missionVision: '/about/mission-vision',
  coreValues: '/about/core-values',
  foundersMessage: '/about/founders-message',
  boardLeadership: '/about/board-leadership',
  universityPartners: '/about/university-partners',
  auth: '/auth',
  authConfirm: '/auth/confirm',
  apply: '/apply',
  admin: '/admin',
  forum: '/educators-forum',
  howItWorks: '/educators-forum/how-it-works',
  applyToAttend: '/educators-forum/apply',
  hostForum: '/educators-forum/host',
  reports: '/reports',
  featuredReports: '/reports/featured',
  reportsArchive: '/reports/archive',
  infographics: '/reports/infographics',
  impact: '/reports/impact',
  teachers: '/teachers',
  searchTeachers: '/teachers/search',
  spotlights: '/teachers/spotlights',
  joinDirectory: '/teachers/join',
  store: '/store',
  signatureCollections: '/store/signature',
  allProducts: '/store/all',
  sponsorShirt: '/store/sponsor',
  bulkOrders: '/store/bulk',
  contact: '/contact',
  donate: '/donate',
  faq: '/faq',
  blog: '/blog',
  privacy: '/privacy',
  terms: '/terms',
} as const;

export type PathName = keyof typeof paths;
