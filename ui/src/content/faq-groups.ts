/**
 * The questions people ask and their answers, in groups. An `id` is part of an address (/faq#who-may-apply) that others
 * may have written down: once published it stays.
 */
import { mailboxes } from './mailboxes';

export const faqGroups = [
  {
    id: 'general-questions',
    title: 'General Questions',
    items: [
      {
        id: 'what-is-the-educators-forum',
        question: 'What is the Educators Forum?',
        answer: [
          'We are a nonprofit that gathers the insights of K–12 teachers. We bring teachers together for funded weekend forums at partner universities, listen closely to what they have learned in their classrooms, and turn it into reports, policy briefs and reform tools.',
          'The people who make decisions about schools seldom hear from those who teach in them every day. We exist to close that distance.',
        ],
      },
      {
        id: 'who-is-behind-it',
        question: 'Who runs the organization?',
        answer: [
          'A small staff in Florida, guided by a volunteer board, with university partners who open their campuses to the forums. Our founder, our board and some of our partners are introduced on the About page.',
        ],
      },
      {
        id: 'political-position',
        question: 'Do you take political positions?',
        answer: [
          'No. We support no party and no candidate, and nobody is invited for their opinions. Teachers of every persuasion sit at the same table, and our reports say what they told us, including where they disagree.',
        ],
      },
      {
        id: 'what-happens-with-insights',
        question: 'What becomes of what teachers tell you?',
        answer: [
          'Every forum ends with a final report written together with those who were there. Reports from many forums are read side by side, and what keeps recurring becomes a policy brief or a tool that schools can use.',
          'Reports are shared with school districts, lawmakers, universities and the public. A teacher is quoted by name only with their consent.',
        ],
      },
      {
        id: 'how-to-get-involved',
        question: 'I am not a teacher. How can I take part?',
        answer: [
          'You can support a teacher’s place at a forum, host a forum at your university or school, buy something from the store, or share our reports with people who shape schools where you live.',
        ],
      },
    ],
  },
  {
    id: 'the-educators-forum',
    title: 'The Educators Forum',
    items: [
      {
        id: 'who-may-apply',
        question: 'Who may apply to attend a forum?',
        answer: [
          'Only current K–12 teachers may apply. It does not matter whether your school is public or private, and all grades and subjects are welcome.',
          'If you used to teach, lead a school or are about to begin, you are welcome to follow our reports and to ask us about other ways to take part.',
        ],
      },
      {
        id: 'what-does-it-cost',
        question: 'What does it cost to attend?',
        answer: [
          'Nothing. Forums are free to attend, with stipends, meals and lodging, and with help on the way there; the generosity of our donors pays for it. There is one condition: only current K–12 teachers may apply.',
        ],
      },
      {
        id: 'how-to-apply',
        question: 'How do I apply?',
        answer: [
          'Create an account, confirm your e-mail address and fill in the membership application. It has three steps: your professional information, your personal information, and a few practical details. Most people need about fifteen minutes.',
          'A person reads every application. You will receive an e-mail when yours has arrived, and another as soon as a decision is made.',
        ],
      },
      {
        id: 'how-are-teachers-selected',
        question: 'How are teachers selected?',
        answer: [
          'We look for diversity of experience and geography: new and seasoned teachers, cities, suburbs and small towns, many subjects and grades. Selection is no judgment of anyone’s teaching, and those who were not selected may apply again.',
        ],
      },
      {
        id: 'what-happens-at-a-forum',
        question: 'What happens during the weekend?',
        answer: [
          'Day 1 is for arrival and orientation. Day 2 is given to the forum sessions: guided group dialogues, and labs on curriculum and policy. On Day 3 the groups write their final reports.',
          'There is no political agenda and there are no presentations to sit through. The time belongs to the teachers in the room.',
        ],
      },
      {
        id: 'host-a-forum',
        question: 'Can our university or school host a forum?',
        answer: [
          `We would love to hear from you. A host needs rooms for small groups, somewhere to share meals, and lodging on or near the campus; we bring the program, the facilitators and the funding. Write to ${mailboxes.forums} and tell us about your campus.`,
        ],
      },
    ],
  },
  {
    id: 'donations-and-support',
    title: 'Donations & Support',
    items: [
      {
        id: 'where-donations-go',
        question: 'Where does my donation go?',
        answer: [
          '100% of donations fund program costs: 54% teacher travel and lodging, 32% forum operations, and 14% research and reporting.',
        ],
      },
      {
        id: 'sponsor-a-teacher',
        question: 'What does it mean to sponsor a teacher?',
        answer: [
          '$350 brings one teacher to a forum: it covers travel, the stipend and materials. Those who would like to do more can sponsor a full forum, which costs between $7,000 and $12,000 depending on location.',
        ],
      },
      {
        id: 'ways-to-give',
        question: 'What ways are there to give?',
        answer: [
          'A one-time gift, a monthly gift, the sponsorship of a teacher or of a full forum, planned giving, and an employer’s match. The Donate page describes each of them.',
          `If you would rather talk to someone first, write to ${mailboxes.giving}.`,
        ],
      },
      {
        id: 'tax-deductible',
        question: 'Is my gift tax-deductible?',
        answer: [
          'We are a nonprofit organization, and gifts are deductible to the extent the law allows. Please keep your receipt, and ask a tax advisor what applies to you.',
        ],
      },
      {
        id: 'store-proceeds',
        question: 'Where does the money from the store go?',
        answer: [
          'What remains after making and mailing an item goes the same way as a gift: it helps teachers come to a forum. With Sponsor a Shirt, $22 pays for the shirt a teacher wears there.',
        ],
      },
    ],
  },
  {
    id: 'technical-and-privacy',
    title: 'Technical & Privacy',
    items: [
      {
        id: 'what-you-keep-about-me',
        question: 'What do you know about me when I only read?',
        answer: [
          'Next to nothing. The public pages need no account. We set no cookies, use no trackers and show no advertising; nothing on this site is loaded from another company.',
        ],
      },
      {
        id: 'who-sees-my-application',
        question: 'Who sees my application?',
        answer: [
          'Only the administrators who review applications read it. Your date of birth, address and phone number never appear on a public page. The Privacy Policy lists everything we keep, why, for how long, how your photo is stored, and which companies work for us.',
        ],
      },
      {
        id: 'am-i-listed',
        question: 'Will I be listed in the Teacher Directory?',
        answer: [
          'Only if you want to be. The directory shows only teachers who opted into public listing, and you can change your mind at any time: a short message is enough.',
        ],
      },
      {
        id: 'no-confirmation-mail',
        question: 'My confirmation e-mail has not arrived. What now?',
        answer: [
          'Please check your spam folder first. The link in the e-mail works for 24 hours. Try to sign in with your new account: if your address is not confirmed yet, the page offers to send a new e-mail.',
        ],
      },
      {
        id: 'photo-requirements',
        question: 'Which photos can I upload with my application?',
        answer: [
          'A JPEG, PNG or WebP image of up to 5 MB. The photo is optional. What your camera wrote into the file, such as the place where it was taken, is removed before we store it.',
        ],
      },
      {
        id: 'delete-my-data',
        question: 'How can I see, correct or delete my data?',
        answer: [
          `Write to ${mailboxes.privacy} from the address of your account. We answer within 30 days, and asking costs nothing.`,
        ],
      },
    ],
  },
] as const;
