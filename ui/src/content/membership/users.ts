/** Texts of the Users tab: the list, one user, and the acts of administrators on accounts. */
import { grouped } from './application';

const roleNames = {
  admin: 'Administrator',
  moderator: 'Moderator',
  partner: 'Partner',
  member: 'Member',
  applicant: 'Applicant',
} as const;

const role = (name: keyof typeof roleNames) => roleNames[name];

const accounts = (count: string) => `${count} ${count === '1' ? 'account' : 'accounts'}`;

export const users = {
  roles: roleNames,
  states: { active: 'Active', unverified: 'Not confirmed', disabled: 'Disabled' },
  factors: { totp: 'Authenticator app', passkey: 'Passkey' },
  list: {
    caption: 'Accounts',
    columns: {
      name: 'Name',
      email: 'Email',
      roles: 'Roles',
      state: 'State',
      signedIn: 'Last sign-in',
      joined: 'Joined',
      actions: 'Actions',
    },
    search: 'Name or email',
    role: 'Role',
    anyRole: 'Any role',
    state: 'State',
    allStates: 'Active and disabled',
    orders: {
      'created_at-desc': 'Newest first',
      'created_at-asc': 'Oldest first',
      'name-asc': 'Name, A to Z',
      'name-desc': 'Name, Z to A',
      'email-asc': 'Email, A to Z',
      'email-desc': 'Email, Z to A',
    },
    loading: 'Loading accounts',
    failed: 'We couldn’t load the accounts.',
    empty: 'There are no accounts yet.',
    noneFound: 'No account matches.',
    found: (total: string) => `${accounts(total)} found`,
    never: 'Never',
    none: 'None',
    view: 'View',
    viewOf: (name: string) => `View the account of ${name}`,
    application: 'Application',
    applicationOf: (name: string) => `Application of ${name}`,
    pages: 'Pages of accounts',
  },
  sheet: {
    untitled: 'Account',
    content: 'Account and acts',
    loading: 'Loading the account',
    failed: 'We couldn’t load this account.',
    missing: 'This account doesn’t exist anymore.',
    joined: 'Joined',
    signedUp: 'Signed up',
    disabledSince: 'Disabled since',
    signedIn: 'Last sign-in',
    sessions: 'Signed in on',
    devices: (count: number) => `${grouped(count)} ${count === 1 ? 'device' : 'devices'}`,
    factors: 'Second step',
    applications: 'Applications',
    rolesTitle: 'Roles',
    accountTitle: 'Account',
    hasRole: 'Has this role',
    ownRoles: 'You can’t change your own roles. Another administrator can.',
    ownAccount:
      'This is your own account. Your sessions and your second step are under Your Account, and only another administrator can disable it.',
    toOwnAccount: 'Your Account',
    unverified:
      'Nobody has confirmed this address yet. The account begins with the confirmation, and sign-ups without it are deleted after some days.',
    history: 'History',
    /** Links to the audit log. */
    allAbout: 'All about this account',
    allDone: 'All done by this account',
  },
  again: 'The account has been loaded again. Please check it before you try once more.',
  resend: {
    button: 'Send the confirmation email again',
    done: (name: string) => `The confirmation email to ${name} is on its way.`,
  },
  reason: {
    label: 'Reason',
    optional: 'Optional. Kept in the audit log; the person never sees it.',
    required: 'Kept in the audit log; the person never sees it.',
    missing: 'Please enter a reason.',
  },
  /** Replaces the text of the act for the role of administrator. */
  grantAdmin:
    'Administrators can read all applications, decide on them, and change every account. An email tells the person.',
  cancel: 'Cancel',
  working: 'One moment…',
  limited: (wait: string) => `Too many attempts. Please try again ${wait}.`,
} as const;

type Role = keyof typeof roleNames;

/** The words of each act on the account of `name`. `what` names the act, and the question about it. */
export const userActs = {
  grant: {
    button: 'Grant',
    what: (name: string, of: Role) => `Grant ${name} the role ${role(of)}`,
    text: 'The role counts immediately. An email tells the person.',
    done: (name: string, of: Role) => `${name} has the role ${role(of)}.`,
  },
  revoke: {
    button: 'Take away',
    what: (name: string, of: Role) => `Take the role ${role(of)} from ${name}`,
    text: 'The role ends immediately. An email tells the person.',
    done: (name: string, of: Role) => `${name} no longer has the role ${role(of)}.`,
  },
  disable: {
    button: 'Disable the account',
    what: (name: string) => `Disable the account of ${name}`,
    text: 'All sessions end immediately, and sign-in is refused. An email tells the person.',
    done: (name: string) => `The account of ${name} is disabled.`,
  },
  enable: {
    button: 'Enable the account',
    what: (name: string) => `Enable the account of ${name}`,
    text: 'The person can sign in again. An email says so.',
    done: (name: string) => `The account of ${name} is enabled.`,
  },
  endSessions: {
    button: 'Sign out everywhere',
    what: (name: string) => `Sign ${name} out everywhere`,
    text: 'All sessions end immediately. The person can sign in again, and gets an email.',
    done: (name: string) => `${name} is signed out everywhere.`,
  },
  removeFactors: {
    button: 'Remove the second step',
    what: (name: string) => `Remove the second step of ${name}`,
    text: 'Do this only if you’re sure who is asking, for example after a call to a number that you know. The password alone is then enough to sign in. An email tells the person.',
    done: (name: string) => `${name} signs in without a second step.`,
  },
} as const;
