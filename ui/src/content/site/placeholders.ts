/** Until a placeholder page is written, this part of its section's page has the answer. */
import type { PageName } from './pages';

export const partsOfSections: Partial<Record<PageName, `#${string}`>> = {
  missionVision: '#mission',
  coreValues: '#values',
  foundersMessage: '#founder',
  boardLeadership: '#board',
  universityPartners: '#partners',
  howItWorks: '#program',
  applyToAttend: '#eligibility',
  hostForum: '#partnerships',
  featuredReports: '#featured',
  reportsArchive: '#library',
  infographics: '#trends',
  impact: '#distribution',
  searchTeachers: '#find',
  spotlights: '#spotlight',
  joinDirectory: '#listing',
  signatureCollections: '#collections',
  allProducts: '#products',
  sponsorShirt: '#products',
  bulkOrders: '#bulk',
};
