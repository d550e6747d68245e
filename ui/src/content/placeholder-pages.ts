/** The pages whose content is still to come: the name of their path, their title and what they will hold. */
export const placeholderPages = [
  {
    page: 'missionVision',
    title: 'Mission & Vision',
    description:
      'What the Educators Forum is for, and where we hope it leads, will be set out here; the page is still being written.',
  },
  {
    page: 'coreValues',
    title: 'Core Values',
    description:
      'What each of our five values asks of us in daily work will be told here; the page is still being written.',
  },
  {
    page: 'foundersMessage',
    title: "Founder's Message",
    description:
      'Our founder will tell at length here why the Educators Forum began; the page is still being written.',
  },
  {
    page: 'boardLeadership',
    title: 'Board & Leadership',
    description:
      'The people who govern and run the Educators Forum will be introduced here; the page is still to come.',
  },
  {
    page: 'universityPartners',
    title: 'University Partners',
    description:
      'Each university that opens its campus to our forums will be introduced here; the page is still to come.',
  },
  {
    page: 'howItWorks',
    title: 'How It Works',
    description:
      'The way from an application to a published report will be explained here step by step; the page is still to come.',
  },
  {
    page: 'applyToAttend',
    title: 'Apply to Attend',
    description:
      'How a teacher asks for a place at a coming forum will be explained here; the page is still being prepared.',
  },
  {
    page: 'hostForum',
    title: 'Host a Forum',
    description:
      'What it takes to host a forum weekend on a campus will be explained here; the page is still being prepared.',
  },
  {
    page: 'featuredReports',
    title: 'Featured Reports',
    description:
      'The reports we most want read will be gathered here with their findings; the collection is still to come.',
  },
  {
    page: 'reportsArchive',
    title: 'Reports Archive',
    description:
      'Every report we have published will be listed here by year and topic; the archive is still to come.',
  },
  {
    page: 'infographics',
    title: 'Infographic Gallery',
    description:
      'Findings of our forums will be shown here as charts to print and share; the gallery is still to come.',
  },
  {
    page: 'impact',
    title: 'Distribution & Impact',
    description:
      'Who receives our reports, and what came of them, will be shown here; the page is still to come.',
  },
  {
    page: 'searchTeachers',
    title: 'Search Teacher Profiles',
    description:
      'A search through whole profiles of teachers who took part in a forum will stand here; it is still to come.',
  },
  {
    page: 'spotlights',
    title: 'Teacher Spotlights',
    description:
      'Portraits of single teachers and their classrooms will be gathered here; the first are still to come.',
  },
  {
    page: 'joinDirectory',
    title: 'Join the Directory',
    description:
      'How a teacher who took part in a forum comes to be listed will be explained here; the page is still being prepared.',
  },
  {
    page: 'signatureCollections',
    title: 'Signature Collections',
    description:
      'The collections of our store will be shown here piece by piece; the page is still to come.',
  },
  {
    page: 'allProducts',
    title: 'Shop All Products',
    description:
      'Everything that our store sells will be shown here in one place; the page is still to come.',
  },
  {
    page: 'sponsorShirt',
    title: 'Sponsor a Shirt',
    description:
      'How to give a shirt to a teacher will be explained here; the page is still being prepared.',
  },
  {
    page: 'bulkOrders',
    title: 'Bulk & Custom Orders',
    description:
      'How a school or district orders in quantity or with its own design will be explained here; the page is still to come.',
  },
] as const;

export const placeholderText = 'Content coming soon';
