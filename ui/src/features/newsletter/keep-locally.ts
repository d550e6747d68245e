/** What a newsletter form does with a sign-up: it is logged in this browser and goes nowhere. */
export function keepLocally(subscription: Record<string, unknown>): void {
  console.info('Newsletter sign-up, kept in this browser only:', subscription);
}
