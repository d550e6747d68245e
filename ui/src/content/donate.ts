/** Every word and figure of /donate. Its plans are for reading only: nothing here takes money yet. */
import forumPicture from '../pictures/gifts/forum.svg';
import monthlyPicture from '../pictures/gifts/monthly.svg';
import oneTimePicture from '../pictures/gifts/one-time.svg';
import teacherPicture from '../pictures/gifts/teacher.svg';
import scene from '../pictures/scenes/donate.svg';

export const donate = {
  hero: {
    eyebrow: 'Donate',
    title: 'Donate to Support a Teacher',
    lead: 'A weekend away from the classroom, a seat at a table, someone taking notes. Your gift pays for the journey that turns one teacher’s experience into advice a state can use.',
    picture: scene,
  },

  plans: {
    title: 'Choose How You Give',
    lead: 'Four ways in, each of them enough.',
    listLabel: 'Ways to give',
    oneTime: {
      tab: 'One-Time Gift',
      title: 'A gift today',
      text: 'Give once, in any amount. We put it to work at the next forum on the calendar.',
      legend: 'Choose an amount',
      presets: [
        { amount: '$25', note: 'Materials for one teacher’s weekend' },
        { amount: '$50', note: 'Meals for a forum day' },
        { amount: '$100', note: 'A night’s lodging near campus' },
        { amount: '$250', note: 'Most of the way to a sponsored teacher' },
      ],
      custom: { label: 'Custom amount', unit: 'US dollars' },
      action: 'Donate Now',
      aside: {
        title: 'What a single gift begins',
        image: oneTimePicture,
        tint: 'mint',
        text: 'Someone who has taught for nineteen years gets on a bus on Friday afternoon. On Sunday there is a page in a report with a better idea on it than any of us had.',
      },
    },
    monthly: {
      tab: 'Monthly Supporter',
      title: 'A little every month',
      text: 'Steady gifts let us promise a forum before we know who will come. A short message is enough to change or end yours.',
      legend: 'Choose a monthly amount',
      perMonth: 'per month',
      presets: [
        { amount: '$10', note: 'Keeps our reports free to read' },
        { amount: '$25', note: 'Keeps a place set at the table' },
        { amount: '$50', note: 'Sponsors a teacher every seven months' },
      ],
      action: 'Become a Monthly Supporter',
      aside: {
        title: 'What steady giving changes',
        image: monthlyPicture,
        tint: 'honey',
        text: 'Host campuses are booked a season ahead. Monthly supporters are the reason we can say yes to a dean in March and to a teacher in May.',
      },
    },
    teacher: {
      tab: 'Sponsor a Teacher',
      title: 'One teacher, one whole weekend',
      text: 'You pay one K-12 teacher’s way: the trip, the stipend and the materials. Other gifts cover the room and the meals. If you wish, your teacher will write and tell you what they took home.',
      amount: '$350',
      amountNote: 'for one teacher',
      coversLabel: 'Your sponsorship covers',
      covers: [
        { id: 'travel', title: 'Travel', text: 'The ticket or the mileage, there and back.' },
        { id: 'stipend', title: 'Stipend', text: 'Pay for a weekend of professional work.' },
        {
          id: 'materials',
          title: 'Materials',
          text: 'The workbook, the readings and the printed report.',
        },
      ],
      action: 'Sponsor a Teacher',
      aside: {
        title: 'What one sponsorship carries',
        image: teacherPicture,
        tint: 'blush',
        text: 'One packed bag, one lesson plan left for a colleague, and a question nobody at home had time for. It comes back with thirty answers.',
      },
    },
    forum: {
      tab: 'Sponsor a Full Forum',
      title: 'A forum from first bell to last page',
      text: 'Underwrite a whole weekend at a partner university. The cost depends on location: how far teachers travel, and what rooms and meals cost there.',
      amount: '$7,000 to $12,000',
      amountNote: 'depending on location',
      coversLabel: 'Your sponsorship covers',
      covers: [
        {
          id: 'teachers',
          title: 'Everyone’s place',
          text: 'Travel, lodging, meals and stipends for all who attend.',
        },
        {
          id: 'campus',
          title: 'The campus',
          text: 'Rooms, trained facilitators and note-takers for the weekend.',
        },
        {
          id: 'report',
          title: 'The report',
          text: 'Published in full, with your name in it or without.',
        },
      ],
      action: 'Sponsor a Full Forum',
      aside: {
        title: 'What a whole forum leaves behind',
        image: forumPicture,
        tint: 'mint',
        text: 'Three days around the same tables, teachers who go on writing to each other, and a report that anyone may read for free.',
      },
    },
  },

  uses: {
    title: 'Where Your Gift Goes',
    claim: '100% of donations fund program costs.',
    text: 'The three uses below are the whole of it: bringing teachers to a forum, holding the forum, and writing down what they said.',
    figureLabel:
      'A pencil in three parts: 54% teacher travel and lodging, 32% forum operations, 14% research and reporting',
    shares: [
      {
        percent: 54,
        label: 'Teacher travel and lodging',
        text: 'Tickets, mileage and rooms, from wherever a teacher starts.',
      },
      {
        percent: 32,
        label: 'Forum operations',
        text: 'Campus rooms, meals, facilitators, stipends and materials.',
      },
      {
        percent: 14,
        label: 'Research and reporting',
        text: 'Transcripts, analysis, editing and printing.',
      },
    ],
  },

  tax: {
    title: 'Nonprofit and Tax Information',
    lead: 'The particulars that you, your accountant or your employer may ask for.',
    facts: [
      {
        term: 'Status',
        text: 'Educators Forum is a nonprofit organization, exempt from federal income tax under section 501(c)(3) of the Internal Revenue Code.',
      },
      { term: 'Tax ID (EIN)', text: '00-0142310' },
      {
        term: 'Deductibility',
        text: 'Gifts are tax-deductible to the full extent allowed by law. No goods or services are given in return.',
      },
      {
        term: 'Receipts',
        text: 'Every gift is receipted by e-mail. Monthly supporters may ask for one summary of the year.',
      },
      {
        term: 'By check',
        text: 'Make it payable to Educators Forum, write “gift” on the memo line, or “in honor of” and a name, and mail it to the address below.',
      },
    ],
    addressTerm: 'Mailing address',
    note: 'This is general information and not tax advice. Please ask your own advisor how a gift bears on your taxes.',
  },

  other: {
    title: 'Other Ways to Give',
    ways: [
      {
        id: 'planned',
        title: 'Planned Giving',
        text: 'A line in a will, a share of a retirement account or a life-insurance policy can seat teachers at this table for decades. We are glad to supply the wording, and it need not be a large sum to matter.',
      },
      {
        id: 'match',
        title: 'Employer Match',
        text: 'Many employers match what their people give, and some match a retiree’s gift as well. Your human-resources office will ask for our legal name and tax ID; both are above.',
      },
    ],
  },
} as const;
