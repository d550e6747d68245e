/** The tab Messages of the dashboard, with the feature `contact`. */
import { grouped } from './application';

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

export const messages = {
  states: { new: 'New', answered: 'Answered', spam: 'Spam' },
  state: 'State',
  list: {
    caption: 'Messages of the contact form',
    columns: { from: 'From', subject: 'Subject', age: 'Age', owner: 'Owner', actions: 'Actions' },
    search: 'Search messages',
    searchHint: 'Name, email, message',
    subject: 'Subject',
    anySubject: 'All subjects',
    loading: 'Loading messages',
    failed: 'We couldn’t load the messages.',
    empty: {
      new: 'No message waits for an answer.',
      answered: 'No message has been answered yet.',
      spam: 'There is no spam.',
    },
    noneFound: 'No message matches this search.',
    shown: (rows: number, total: number) =>
      `Showing ${rows} of ${grouped(total)} ${total === 1 ? 'message' : 'messages'}`,
    pages: 'Pages of messages',
  },
  ages: {
    now: 'less than a minute',
    minutes: (count: number) => counted(count, 'minute'),
    hours: (count: number) => counted(count, 'hour'),
    days: (count: number) => counted(count, 'day'),
  },
  /** For a new media request that is older than a day. */
  overdue: 'Press is waiting',
  nobody: 'Nobody',
  you: 'You',
  read: 'Read',
  readOf: (name: string) => `Read the message from ${name}`,
  sheet: {
    title: (name: string) => `Message from ${name}`,
    label: 'Message',
    email: 'Email',
    phone: 'Phone',
    received: 'Received',
    teacher: 'Teacher',
    isTeacher: 'Current or former classroom teacher',
    unstated: 'Not stated',
    owner: 'Owner',
    handled: {
      new: 'Reopened by',
      answered: 'Answered by',
      spam: 'Marked as spam by',
    },
    none: 'Not provided',
    reply: 'Reply',
    replySubject: (subject: string) => `Re: ${subject}`,
    replyHint: 'Reply opens your mail program.',
    acts: {
      take: 'Take',
      answer: 'Mark as answered',
      spam: 'Spam',
      reopen: 'Reopen',
    },
    notSpam: 'Not spam',
    done: {
      take: 'You took this message',
      answer: 'Marked as answered',
      spam: 'Marked as spam',
      reopen: 'The message is new again',
    },
  },
} as const;
