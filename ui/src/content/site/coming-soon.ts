/** Texts of the dialog for unfinished features. */
export const comingSoon = {
  title: 'Feature Coming Soon',
  text: 'We are sorry but that feature is currently unavailable.',
  soon: (feature: string) => `${feature} will be available soon.`,
  goBack: 'Go Back',
  stay: 'Stay on this page',
} as const;
