import { account, browserNames, systemNames } from '../../content/account/account';

const nameIn = (userAgent: string, names: readonly (readonly [string, string])[]) =>
  names.find(([part]) => userAgent.includes(part))?.[1];

export function deviceName(userAgent: string | null): string {
  const { on, unknownDevice } = account.sessions;
  const browser = nameIn(userAgent ?? '', browserNames);
  const system = nameIn(userAgent ?? '', systemNames);
  if (browser !== undefined && system !== undefined) return on(browser, system);
  return browser ?? system ?? unknownDevice;
}
