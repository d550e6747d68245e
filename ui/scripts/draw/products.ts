/** The products: each thing stands on a round ground of a light tint. */
import * as goods from './goods';
import { palette } from './palette';
import { circle, ellipse, picture } from './shapes';

const product = (thing: string, tint: string, shadow = 358) =>
  picture(
    400,
    400,
    circle(200, 204, 184, { fill: tint }),
    ellipse(200, shadow, 128, 12, { fill: palette.ink, opacity: 0.14 }),
    thing,
  );

export const products: Record<string, string> = {
  'products/tee': product(goods.tee, palette.mint),
  'products/journal': product(goods.journal, palette.honey),
  'products/enamel-pin': product(goods.enamelPin, palette.blush),
  'products/mug': product(goods.mug, palette.honey),
  'products/tote': product(goods.tote, palette.mint, 364),
  'products/sponsor-a-shirt': product(goods.sponsorAShirt, palette.blush),
};
