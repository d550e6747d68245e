/** The words of the controls themselves, the same wherever they stand. All others come to a component as props. */
export const controls = {
  close: 'Close',
  dismiss: 'Dismiss',
  notifications: 'Notifications',
  loading: 'Loading',
  remove: (item: string) => `Remove ${item}`,
  faults: 'There is a problem',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
} as const;
