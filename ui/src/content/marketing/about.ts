import bayhead from '../../pictures/crests/bayhead.svg';
import cedarValley from '../../pictures/crests/cedar-valley.svg';
import sonoranValley from '../../pictures/crests/sonoran-valley.svg';
import tidewater from '../../pictures/crests/tidewater.svg';
import scene from '../../pictures/scenes/about.svg';
import { firstYear, pilots } from './facts';
import { people } from './people';

export const about = {
  hero: {
    eyebrow: 'Who we are',
    title: 'About the Educators Forum',
    lead: 'We are a nonprofit that listens to K-12 teachers, publishes what they say, and brings it to school boards, statehouses and universities.',
    picture: scene,
  },
  mission: {
    title: 'Our Mission',
    statement:
      'To gather the insights of K-12 teachers, and to turn them into reports, policy briefs and reform tools that do some good in a classroom.',
    paragraphs: [
      'Teachers see first what works and what does not. They rarely have the time, the travel money or the invitation to say so where it counts. We offer all three in one weekend at a partner university.',
      'Every forum ends in a written report. What we hear again and again, from one state to the next, becomes a policy brief that a school board or a legislature can act on.',
    ],
  },
  founder: {
    eyebrow: 'A letter',
    title: 'Founder’s Message',
    salutation: 'Dear friend of teachers,',
    letter: [
      'I taught fourth grade for twenty-six years, most of them in the same room at the end of the same hallway. In that time I was handed eleven new programs, four new report cards and one very expensive set of clickers. I can count on one hand the times anyone asked me beforehand what I thought would happen.',
      `It was never that people did not care. Those who write the rules for classrooms are busy, teachers are busy, and the two had no occasion to sit down together. So in ${pilots.years[0]} I borrowed a college dining hall. Nineteen teachers, seven of whom had already left the profession, drove there on a Friday evening, and by Sunday noon they had written nine pages that a superintendent read twice and then acted on.`,
      `That weekend, and those of the year after, were our trial runs; the forums you see on this site began in ${firstYear.year}. The pattern has not changed. We cover the trip, take careful notes and publish what was said. We do not tell teachers what to conclude, and we invite no speakers.`,
      'If you teach, there is a chair here for you. If you do not, thank you for helping us fill it.',
    ],
    closing: 'With respect and gratitude,',
    person: people.eleanorWhitfield,
    role: 'Founder',
  },
  values: {
    eyebrow: 'Core values',
    title: 'What We Hold To',
    lead: 'Five commitments that decide how we run a forum, what we print and whose help we accept.',
    list: [
      {
        title: 'Teacher-Centered',
        text: 'Teachers do the talking and read every draft before it is printed. We publish nothing about a classroom until someone who works in one has read it.',
      },
      {
        title: 'Data-Driven',
        text: 'Notes are taken in the same way at every table, so that one good story and a hundred quiet answers each get their due. We publish our methods with our findings.',
      },
      {
        title: 'Community-Focused',
        text: 'A school belongs to the streets around it. We ask about families and bus routes as well as lessons, and bring what we learn back to the districts it came from.',
      },
      {
        title: 'Constructive Patriotism',
        text: 'Helping schools improve is one way we love our country. We would rather offer one workable proposal than a list of complaints, to readers of any party.',
      },
      {
        title: 'Moral Integrity',
        text: 'We keep confidences, correct our mistakes in print and account for every dollar. No donor or partner sees a report before the teachers in it do.',
      },
    ],
  },
  board: {
    eyebrow: 'Board & leadership',
    title: 'Accountable for Our Work',
    lead: 'Our board serves without pay. Its members have taught in schools, led them, kept their books, studied them or read the laws that govern them. The staff of four is led by our executive director, Ruth Calloway.',
    members: [
      {
        person: people.marcusBell,
        role: 'Chair',
        biography:
          'Taught high school civics in Georgia, then led a district of forty schools as its superintendent. He opens every meeting by reading one teacher’s comment aloud.',
      },
      {
        person: people.rosaDelgado,
        role: 'Vice Chair',
        biography:
          'A bilingual kindergarten teacher for eighteen years, then principal of the Texas school she once attended. She oversees how teachers are invited and welcomed.',
      },
      {
        person: people.thomasOkafor,
        role: 'Treasurer',
        biography:
          'A certified public accountant who has kept the books of schools, libraries and one marching band. He signs every travel reimbursement, usually within the week.',
      },
      {
        person: people.hannahLindqvist,
        role: 'Secretary',
        biography:
          'Studies how questions are worded and what people mean by their answers. She oversees how notes are taken at our tables and wrote our rules on teacher privacy.',
      },
      {
        person: people.jamesWhitehorse,
        role: 'Board Member',
        biography:
          'Teaches mathematics and coaches track at a small high school in northern Arizona. He makes sure rural and tribal schools are at the table.',
      },
      {
        person: people.priyaRaman,
        role: 'Board Member',
        biography:
          'Spent ten years as a legislative analyst, explaining education bills to the people who had to vote on them. She reads every policy brief for plain language.',
      },
    ],
  },
  partners: {
    eyebrow: 'University partners',
    title: 'The Campuses That Open Their Doors',
    lead: 'Twelve universities lend us seminar rooms and student note-takers for a weekend, and provide beds and meals at cost. Here are four of them.',
    list: [
      {
        name: 'Bayhead University',
        state: 'Florida',
        text: 'Seats us in its old reading room, a short walk from the water.',
        crest: bayhead,
      },
      {
        name: 'Cedar Valley State University',
        state: 'Ohio',
        text: 'Lends its school of education and the best cafeteria pie we know.',
        crest: cedarValley,
      },
      {
        name: 'University of the Sonoran Valley',
        state: 'Arizona',
        text: 'Brings together desert towns four hours apart by road.',
        crest: sonoranValley,
      },
      {
        name: 'Tidewater Commonwealth University',
        state: 'Virginia',
        text: 'Keeps our archive of forum notes in its library.',
        crest: tidewater,
      },
    ],
    crestOf: (name: string) => `Crest of ${name}`,
  },
  reports: {
    title: 'Read What Teachers Told Us',
    text: 'Our reports are free to read on this site, and free to pass on.',
    link: { page: 'reports', label: 'See Our Reports & Insights' },
  },
} as const;
