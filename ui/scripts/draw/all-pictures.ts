/** Every picture of `src/pictures`, by its name there, drawn and made small. */
import { collections } from './collections';
import { covers } from './covers';
import { moreCovers } from './covers-more';
import { crests } from './crests';
import { gifts } from './gifts';
import { map } from './map';
import { people } from './people';
import { posts } from './posts';
import { workPosts } from './posts-work';
import { products } from './products';
import { scenes } from './scenes';
import { small } from './small';

const drawings: Record<string, string> = {
  ...people,
  ...scenes,
  ...gifts,
  ...map,
  ...products,
  ...covers,
  ...moreCovers,
  ...collections,
  ...posts,
  ...workPosts,
  ...crests,
};

export function drawAll(): Map<string, string> {
  return new Map(
    Object.entries(drawings).map(([name, svg]) => [`${name}.svg`, `${small(svg)}\n`] as const),
  );
}
