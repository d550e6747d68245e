/** The pages whose content is still to come: the name of their path, and their title. */
export const placeholderPages = [
  { page: 'missionVision', title: 'Mission & Vision' },
  { page: 'coreValues', title: 'Core Values' },
  { page: 'foundersMessage', title: "Founder's Message" },
  { page: 'boardLeadership', title: 'Board & Leadership' },
  { page: 'universityPartners', title: 'University Partners' },
  { page: 'howItWorks', title: 'How It Works' },
  { page: 'applyToAttend', title: 'Apply to Attend' },
  { page: 'hostForum', title: 'Host a Forum' },
  { page: 'featuredReports', title: 'Featured Reports' },
  { page: 'reportsArchive', title: 'Reports Archive' },
  { page: 'infographics', title: 'Infographic Gallery' },
  { page: 'impact', title: 'Distribution & Impact' },
  { page: 'searchTeachers', title: 'Search Teacher Profiles' },
  { page: 'spotlights', title: 'Teacher Spotlights' },
  { page: 'joinDirectory', title: 'Join the Directory' },
  { page: 'signatureCollections', title: 'Signature Collections' },
  { page: 'allProducts', title: 'Shop All Products' },
  { page: 'sponsorShirt', title: 'Sponsor a Shirt' },
  { page: 'bulkOrders', title: 'Bulk & Custom Orders' },
] as const;

export const placeholderText = 'Content coming soon';
