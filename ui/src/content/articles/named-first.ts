/** A chart that the report on the first year and its post share. */
import type { Chart } from './article';

export const namedFirst: Chart = {
  title: 'What teachers named first',
  unit: 'Teachers who named it as the first thing lawmakers should know',
  of: 153,
  source: 'Closing questionnaire, eight forums, 2024; one answer each',
  rows: [
    ['Time to teach', 52],
    ['Calm, safe classrooms', 38],
    ['A steady first five years', 29],
    ['Tools teachers choose', 19],
    ['Money for the room', 15],
  ],
};
