/** Texts that components show on every page. Components take all other texts as props. */
export const controls = {
  close: 'Close',
  dismiss: 'Dismiss',
  notifications: 'Notifications',
  loading: 'Loading',
  remove: (item: string) => `Remove ${item}`,
  filter: (count: number) => `Filter (${count})`,
  faults: 'There is a problem',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
} as const;
