import chalkboard from '../../pictures/collections/chalkboard.svg';
import doorway from '../../pictures/collections/doorway.svg';
import firstBell from '../../pictures/collections/first-bell.svg';
import redPen from '../../pictures/collections/red-pen.svg';
import enamelPin from '../../pictures/products/enamel-pin.svg';
import journal from '../../pictures/products/journal.svg';
import mug from '../../pictures/products/mug.svg';
import sponsorAShirt from '../../pictures/products/sponsor-a-shirt.svg';
import tee from '../../pictures/products/tee.svg';
import tote from '../../pictures/products/tote.svg';
import scene from '../../pictures/scenes/store.svg';
import { mailboxes } from '../site/organisation';

export interface Product {
  name: string;
  /** The name in the coming-soon dialog. */
  feature: string;
  price: string;
  image: string;
  alt: string;
  note: string;
  action: string;
}

const addToCart = 'Add to Cart';

export const store = {
  hero: {
    eyebrow: 'Gifts and gear',
    title: 'The Educators Forum Store',
    lead: 'Good things for people who teach, and for people who remember a teacher. What you buy here helps the next teacher get to a forum.',
    picture: scene,
  },

  /** Shown as long as nothing can be ordered here. */
  today: {
    text: `To order today, write to ${mailboxes.merchandise}.`,
    action: 'Write to the Store',
    email: mailboxes.merchandise,
  },

  /** With the feature `shop`. */
  withoutScript: `The buttons on this page need JavaScript. Without it, write to ${mailboxes.merchandise} to order.`,

  collections: {
    title: 'Signature Collections',
    lead: 'Four small families of goods, each named for something every teacher knows.',
    action: 'View Collection',
    items: [
      {
        name: 'The Chalkboard Collection',
        text: 'Slate grays and chalk whites, lettered by hand.',
        image: chalkboard,
        alt: 'A chalkboard',
      },
      {
        name: 'The Doorway Collection',
        text: 'The arch of our emblem, for everyone who stands at the door and says good morning.',
        image: doorway,
        alt: 'An arched doorway',
      },
      {
        name: 'The Red Pen Collection',
        text: 'For those who write “see me” in the margin and mean it kindly.',
        image: redPen,
        alt: 'A red pen',
      },
      {
        name: 'The First Bell Collection',
        text: 'Made for the quiet quarter of an hour before the hallway fills.',
        image: firstBell,
        alt: 'A school bell',
      },
    ],
  },

  products: {
    title: 'Featured Products',
    lead: 'Six things made for a teacher’s day.',
    items: [
      {
        name: 'Educators Forum Tee',
        feature: 'The Educators Forum Tee',
        price: '$22',
        image: tee,
        alt: 'The Educators Forum tee with a small doorway on it',
        note: 'Soft combed cotton, cut for everyone, sizes XS to XXL.',
        action: addToCart,
      },
      {
        name: 'Margin Notes Journal',
        feature: 'The Margin Notes Journal',
        price: '$16',
        image: journal,
        alt: 'The Margin Notes journal',
        note: 'Lined pages with a wide margin for the second thought.',
        action: addToCart,
      },
      {
        name: 'Doorway Enamel Pin',
        feature: 'The Doorway Enamel Pin',
        price: '$5',
        image: enamelPin,
        alt: 'The Doorway enamel pin',
        note: 'For a lanyard, a lapel or the strap of a heavy bag.',
        action: addToCart,
      },
      {
        name: 'First Bell Mug (15 oz)',
        feature: 'The First Bell Mug',
        price: '$12',
        image: mug,
        alt: 'The First Bell mug',
        note: 'Big enough to last until second period. Dishwasher safe.',
        action: addToCart,
      },
      {
        name: 'Carry-It-Home Tote',
        feature: 'The Carry-It-Home Tote',
        price: '$18',
        image: tote,
        alt: 'The Carry-It-Home tote',
        note: 'Heavy canvas that holds thirty essays and a lunch.',
        action: addToCart,
      },
      {
        name: 'Sponsor-a-Shirt',
        feature: 'Sponsor-a-Shirt',
        price: '$22',
        image: sponsorAShirt,
        alt: 'A folded Educators Forum shirt with a heart on its tag',
        note: 'A gift: the forum tee of a teacher you may never meet, waiting when they arrive.',
        action: 'Sponsor a Shirt',
      },
    ] satisfies Product[],
    all: { label: 'Shop All Products', feature: 'The full store' },
  },

  money: {
    title: 'Where the Money Goes',
    lead: 'The cost of making and mailing your order comes first. Everything that remains goes to the forums.',
    uses: [
      {
        id: 'travel',
        title: 'A teacher’s way there',
        text: 'Bus, train and plane tickets, and mileage for those who drive.',
      },
      {
        id: 'weekend',
        title: 'The weekend itself',
        text: 'Meals, lodging and a stipend for two days’ work at a partner university.',
      },
      {
        id: 'report',
        title: 'The report afterward',
        text: 'Editing, printing and mailing it to school boards and lawmakers.',
      },
    ],
    note: 'A purchase is not a charitable gift, so no tax receipt comes with it. Sponsor-a-Shirt is a gift, and we email a receipt.',
  },

  bulk: {
    title: 'Bulk & Custom Orders',
    lead: 'Back-to-school week, a staff retreat, a retirement after thirty-one years: we print for a whole building as gladly as for one.',
    points: [
      'From 24 pieces of one design, in mixed sizes',
      'Your school’s or campus’s name beneath our doorway, with a proof before anything is printed',
      'Delivered in about three weeks; school purchase orders welcome',
    ],
    action: 'Request a Bulk Order',
    feature: 'Bulk & Custom Orders',
  },

  ambassador: {
    title: 'Wear it where you teach',
    text: 'Brand ambassadors show the collections at their school, their conference or their alumni weekend. We send a box of samples, you tell us what people say.',
    action: 'Become a Brand Ambassador',
    page: 'contact',
  },
} as const;
