/** The scenes that stand at the head of the pages. */
import { home } from './scene-home';

export const scenes: Record<string, string> = { 'scenes/home': home };
