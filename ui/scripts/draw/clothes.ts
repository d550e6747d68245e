/**
 * What the people wear, drawn around the neck of an Open Peeps head (its 704 by 704 space). All torsos share one
 * outline; the cut decides neckline, collar and front.
 */
import { line, palette, white } from './palette';
import { circle, path } from './shapes';

export interface Clothes {
  cut: 'crew' | 'vneck' | 'shirt' | 'blazer' | 'cardigan' | 'rollneck' | 'covered';
  colour: string;
  /** Collar, blouse or shirt below. */
  inner?: string;
  /** The small doorway every member gets. */
  pin?: boolean;
  beads?: string;
  /** A cord with a stone, worn in the Southwest for a tie. */
  bolo?: boolean;
}

const FLOOR = 840;
const NECK =
  'M322 470V522C314 562 288 592 246 601L402 800L522 603C494 592 480 560 478 520L470 470z';
const LEFT = 'C160 611 96 660 56 716C28 756 16 792 10 ';
const SHOULDERS_LEFT = `M246 598C168 606 100 655 57 714C30 752 16 792 8 ${FLOOR}`;
const SHOULDERS_RIGHT = `M520 600C592 622 642 682 670 752C680 778 686 802 692 ${FLOOR}`;

const necklines = {
  crew: 'C494 664 450 704 391 704C336 704 284 668 246 600',
  vneck: 'C500 632 452 690 402 752C350 694 290 650 246 600',
  covered: 'C494 640 450 660 391 660C336 660 284 640 246 600',
} as const;

const torso = (neckline: string) =>
  `M246 600${LEFT}${FLOOR}H692C686 802 680 778 670 752C642 682 592 622 520 600${neckline}z`;

const ink = (width = 12) => ({ stroke: line, width });

function front({ cut, colour, inner = white }: Clothes): string {
  const look = { fill: colour };
  switch (cut) {
    case 'crew':
      return (
        path(torso(necklines.crew), look) +
        path('M240 604C280 680 336 712 391 712C454 712 504 672 528 604', ink(13))
      );
    case 'vneck':
      return (
        path(torso(necklines.vneck), look) +
        path('M244 600C288 652 350 696 402 754C452 692 500 634 524 602', ink(13))
      );
    case 'rollneck':
      return (
        path(torso(necklines.covered), look) +
        path(
          'M312 560C296 590 284 604 262 616C300 662 346 680 391 680C446 680 490 656 512 616C494 600 486 582 482 556C440 600 356 604 312 560z',
          { fill: colour, ...ink() },
        ) +
        path('M296 622C340 656 430 660 486 628', ink(8))
      );
    case 'covered':
      return path(torso(necklines.covered), look);
    case 'shirt':
      return [
        path(torso(necklines.crew), look),
        path('M246 592C276 656 326 702 394 714L334 784C282 738 238 684 222 622z', {
          fill: inner,
          ...ink(),
        }),
        path('M520 590C504 656 462 702 394 714L452 780C504 736 536 682 546 622z', {
          fill: inner,
          ...ink(),
        }),
        path(`M394 716V${FLOOR}`, ink(9)),
        circle(412, 806, 7, { fill: line }),
      ].join('');
    case 'blazer':
      return (
        path(torso(necklines.vneck), { fill: inner }) +
        path('M246 600C290 652 350 696 402 754C452 692 498 634 522 602', ink(10)) +
        path(`M246 598${LEFT}${FLOOR}H372C340 770 280 700 246 598z`, { fill: colour, ...ink() }) +
        path(
          `M520 600C592 622 642 682 670 752C680 778 686 802 692 ${FLOOR}H424C470 780 516 700 520 600z`,
          { fill: colour, ...ink() },
        ) +
        path('M246 598L212 668L262 690L246 720C288 770 330 800 366 836', ink(9)) +
        path('M520 600L556 670L514 690L532 718C500 764 462 804 430 836', ink(9))
      );
    case 'cardigan':
      return (
        path(torso(necklines.crew), { fill: inner }) +
        path('M240 604C280 680 336 712 391 712C454 712 504 672 528 604', ink(11)) +
        path(`M246 598${LEFT}${FLOOR}H330C290 770 252 690 246 598z`, { fill: colour, ...ink() }) +
        path(
          `M520 600C592 622 642 682 670 752C680 778 686 802 692 ${FLOOR}H462C506 770 528 690 520 600z`,
          { fill: colour, ...ink() },
        )
      );
  }
}

function extras({ pin, beads, bolo }: Clothes): string {
  return [
    beads &&
      path('M276 640C306 690 346 716 391 716C440 716 478 690 502 640', {
        stroke: beads,
        width: 15,
        opacity: 1,
      }),
    bolo &&
      path('M386 730L378 838M402 730L412 838', { stroke: line, width: 8 }) +
        path('M394 706L420 732L394 768L368 732z', { fill: palette.mint, stroke: line, width: 9 }),
    pin &&
      path('M562 776V744a15 15 0 0 1 30 0V776z', { fill: palette.gold, stroke: line, width: 8 }),
  ]
    .filter(Boolean)
    .join('');
}

/** `drop` as of the whole person: far down, of the folds of the sleeves only specks would be seen. */
export function torsoOf(clothes: Clothes, skinTone: string, drop: number): string {
  return [
    path(NECK, { fill: skinTone }),
    // The shadow of the chin and the two lines of the neck.
    path('M330 528C320 566 292 592 250 600M478 530C482 566 496 590 520 600', ink()),
    front(clothes),
    path(SHOULDERS_LEFT, ink(13)),
    path(SHOULDERS_RIGHT, ink(13)),
    drop > 30
      ? ''
      : path('M150 838C152 806 158 776 168 750M598 838C598 808 594 780 586 754', ink(9)),
    extras(clothes),
  ].join('');
}
