/** The scenes that stand at the head of the pages. */
import { doors } from './scene-doors';
import { home } from './scene-home';
import { lost } from './scene-lost';
import { rooms } from './scene-rooms';
import { things } from './scene-things';

export const scenes: Record<string, string> = {
  'scenes/home': home,
  ...rooms,
  ...doors,
  ...lost,
  ...things,
};
