/** Title and subject of the six policy briefs of the first year. */
export const briefs = [
  ['Time That Is Kept', 'planning periods and what takes them away'],
  ['Help Within Minutes', 'trained support when a lesson stops'],
  ['The Lighter Third Year', 'keeping teachers past the hardest one'],
  ['Try Before You Sign', 'classroom trials before a purchase'],
  ['From the Vote to the Classroom', 'budgets that can be followed'],
  ['The Late Bus', 'who can stay after school, and who cannot'],
] as const;
