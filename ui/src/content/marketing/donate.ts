/** Without the feature `giving`, the plans are only displayed. */
import forumPicture from '../../pictures/gifts/forum.svg';
import monthlyPicture from '../../pictures/gifts/monthly.svg';
import oneTimePicture from '../../pictures/gifts/one-time.svg';
import teacherPicture from '../../pictures/gifts/teacher.svg';
import scene from '../../pictures/scenes/donate.svg';
import { dollars, forumSize, inWords, sponsorship, wholeWeekend, weekend } from './facts';
import { mailboxes, organisation } from '../site/organisation';

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

export const registration = `Registered with the State of Florida, number ${organisation.charityRegistration}. A copy of the official registration and financial information may be obtained from the Division of Consumer Services. Registration does not imply endorsement, approval, or recommendation by the State.`;

export const donate = {
  hero: {
    eyebrow: 'Your gift',
    title: 'Donate to Support a Teacher',
    lead: `A teacher’s whole weekend costs about ${dollars(wholeWeekend)}: the trip, a bed, meals, materials and a stipend. Your gift pays for part of one, or for many.`,
    picture: scene,
  },

  plans: {
    title: 'Choose How You Give',
    lead: 'Four ways to help; every one counts.',
    listLabel: 'Ways to give',
    /** Shown as long as the buttons of the plans have no action. */
    today: {
      before: 'Online giving opens soon. To give today, mail a check to ',
      link: 'our address',
      after: ` or write to ${mailboxes.giving}.`,
    },
    giving: {
      hosted: 'This opens our payment provider’s page. We never see your card.',
      hostedForum: `This opens our payment provider’s page with ${dollars(sponsorship.forum.least)}, the least that a forum costs. We never see your card.`,
      withoutScript: 'Giving online needs JavaScript. Without it, mail a check to ',
    },
    printCheck: 'Print a form for your check',
    oneTime: {
      tab: 'One-Time Gift',
      title: 'A gift today',
      text: 'Give once, in any amount. We put it to work at the next forum on the calendar.',
      legend: 'Choose an amount',
      presets: [
        { amount: '$25', note: 'Materials for one teacher’s weekend' },
        { amount: '$50', note: 'One teacher’s meals for the weekend' },
        {
          amount: '$100',
          note: `${capital(inWords[weekend.nights])} nights in a dormitory for one teacher`,
        },
        { amount: '$250', note: 'One teacher’s trip and materials' },
      ],
      custom: {
        label: 'Custom amount',
        unit: 'US dollars',
        invalid: 'Enter an amount in dollars up to 1,000,000, like 75 or 75.50',
      },
      action: 'Donate Now',
      actionOf: (amount: string) => `Donate ${amount}`,
      aside: {
        title: 'What a single gift begins',
        image: oneTimePicture,
        tint: 'mint',
        text: 'A gym teacher from a desert town gets on a bus on Friday afternoon. On Sunday his idea is in a report that a school board will read.',
      },
    },
    monthly: {
      tab: 'Monthly Supporter',
      title: 'A little every month',
      text: 'Steady gifts let us book a campus early, when it costs least. Change or cancel any time by writing to us.',
      legend: 'Choose a monthly amount',
      perMonth: 'per month',
      presets: [
        { amount: '$10', note: 'A year of it covers a teacher’s stipend' },
        { amount: '$25', note: 'A year of it covers a teacher’s trip and meals' },
        { amount: '$50', note: 'Sponsors a teacher every seven months' },
      ],
      actionOf: (amount: string) => `Give ${amount} a Month`,
      aside: {
        title: 'What steady giving changes',
        image: monthlyPicture,
        tint: 'honey',
        text: 'Campuses are booked a season ahead. With monthly gifts we can say yes to a dean in March and invite the teachers in May.',
      },
    },
    teacher: {
      tab: 'Sponsor a Teacher',
      title: 'One teacher’s travel, stipend and materials',
      text: `You cover one K-12 teacher’s trip, stipend and materials. Other gifts pay for the bed and the meals, about ${dollars(weekend.lodging + weekend.meals)} more. If you wish, your teacher will write and tell you what they took home.`,
      amount: dollars(sponsorship.teacher),
      amountNote: 'for one teacher',
      coversLabel: 'Your sponsorship covers',
      covers: [
        {
          id: 'travel',
          title: 'Travel',
          text: `The ticket or the mileage, there and back: ${dollars(weekend.trip)} on average.`,
        },
        {
          id: 'stipend',
          title: 'Stipend',
          text: `${dollars(weekend.stipend)} for a weekend of professional work.`,
        },
        {
          id: 'materials',
          title: 'Materials',
          text: `The workbook, the readings and the printed report: ${dollars(weekend.materials)}.`,
        },
      ],
      action: 'Sponsor a Teacher',
      aside: {
        title: 'What one sponsorship carries',
        image: teacherPicture,
        tint: 'blush',
        text: `One packed bag, and a lesson plan left for the substitute. The teacher comes home with the ideas of ${inWords[19]} colleagues.`,
      },
    },
    forum: {
      tab: 'Sponsor a Full Forum',
      title: 'A forum from first bell to last page',
      text: `Underwrite a weekend for ${inWords[forumSize.teachers]} teachers. Most cost about ${dollars(forumSize.teachers * wholeWeekend)}; how far teachers travel, and what beds and meals cost on campus, makes the difference.`,
      least: dollars(sponsorship.forum.least),
      amount: `${dollars(sponsorship.forum.least)} to ${dollars(sponsorship.forum.most)}`,
      amountNote: 'depending on location',
      coversLabel: 'Your sponsorship covers',
      covers: [
        {
          id: 'teachers',
          title: 'Everyone’s place',
          text: `Travel, lodging, meals, materials and stipends for ${inWords[forumSize.teachers]} teachers.`,
        },
        {
          id: 'campus',
          title: 'The campus',
          text: 'Beds and meals at the university’s own cost. It lends the rooms and its student note-takers.',
        },
        {
          id: 'report',
          title: 'The report',
          text: 'Your name in it, or not, as you wish. You read it when everyone else does.',
        },
      ],
      action: 'Sponsor a Full Forum',
      aside: {
        title: 'What a whole forum leaves behind',
        image: forumPicture,
        tint: 'mint',
        text: 'Teachers from a dozen districts who keep in touch, and a report that anyone may read for free.',
      },
    },
  },

  effects: { title: 'What Your Gift Does' },

  uses: {
    title: 'Where Your Gift Goes',
    claim: '100% of donations fund program costs.',
    text: 'Every gift goes to the three uses below. Salaries and the office are paid from a separate fund that our founder and board provide.',
    figureLabel:
      'A pencil in three parts: 54% teacher travel and lodging, 32% forum operations, 14% research and reporting',
    shares: [
      {
        percent: 54,
        label: 'Teacher travel and lodging',
        text: 'Tickets, mileage and beds, wherever a teacher starts.',
      },
      {
        percent: 32,
        label: 'Forum operations',
        text: 'Meals, stipends, materials and trained facilitators.',
      },
      {
        percent: 14,
        label: 'Research and reporting',
        text: 'Analysis of the notes, editing and printing.',
      },
    ],
  },

  tax: {
    title: 'Nonprofit and Tax Information',
    lead: 'The details that you, your accountant or your employer may ask for.',
    facts: [
      {
        term: 'Status',
        text: 'Educators Forum is a nonprofit organization, exempt from federal income tax under section 501(c)(3) of the Internal Revenue Code.',
      },
      { term: 'Tax ID (EIN)', text: organisation.ein },
      {
        term: 'Deductibility',
        text: 'Gifts are tax-deductible to the full extent allowed by law. No goods or services are given in return.',
      },
      {
        term: 'Receipts',
        text: 'We email a receipt for every gift. Monthly supporters may ask for one summary of the year.',
      },
      {
        term: 'By check',
        text: 'Make it payable to Educators Forum, write “gift” on the memo line, or “in honor of” and a name, and mail it to the address below.',
      },
      {
        term: 'Annual report',
        text: `Our annual report and audited accounts are sent on request. Write to ${mailboxes.giving}.`,
      },
      {
        term: 'Registration',
        text: registration,
      },
    ],
    addressId: 'mailing-address',
    addressTerm: 'Mailing address',
    note: 'This is general information and not tax advice. Please ask your own advisor how a gift affects your taxes.',
  },

  other: {
    title: 'Other Ways to Give',
    ways: [
      {
        id: 'planned',
        title: 'Planned Giving',
        text: 'A line in a will, a share of a retirement account or a life-insurance policy can bring teachers together for decades. It need not be a large sum, and we can supply the wording.',
      },
      {
        id: 'match',
        title: 'Employer Match',
        text: 'Many employers match what their people give, and some match a retiree’s gift as well. Your human-resources office will ask for our legal name and tax ID; both are above.',
      },
    ],
  },
} as const;
