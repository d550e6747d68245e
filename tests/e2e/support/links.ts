// Every link of a page leads to a page and a fragment that exist.
import { expect, type APIRequestContext, type Page } from '@playwright/test';
import { stack } from './stack.js';

/** Less than the links of the header and the footer. */
const MIN_LINKS = 20;

/** Fragments that a script renders. scroll.spec.ts opens them. */
const BY_SCRIPT = new Set(['/auth#sign-up']);

/** The ids in the HTML of each address, or the status of a failed request. One request per worker and address. */
const answers = new Map<string, Promise<readonly string[] | number>>();

async function request(from: APIRequestContext, address: string) {
  const answer = await from.get(address);
  if (answer.status() !== 200) return answer.status();
  return [...(await answer.text()).matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id ?? '');
}

function idsAt(from: APIRequestContext, address: string) {
  const answer = answers.get(address) ?? request(from, address);
  answers.set(address, answer);
  return answer;
}

async function faultOf(from: APIRequestContext, address: string): Promise<string | null> {
  const url = new URL(address === '' ? 'nowhere:' : address);
  if (url.protocol === 'mailto:' && /^[^@]+@educatorsforum\.example$/.test(url.pathname))
    return null;
  if (url.protocol === 'tel:' && /555/.test(url.pathname)) return null;
  if (url.origin !== stack().url) return `${address} leads to another site`;
  const fragment = decodeURIComponent(url.hash.slice(1));
  const isByScript = BY_SCRIPT.has(url.pathname + url.hash);
  url.hash = '';
  const ids = await idsAt(from, url.href);
  if (typeof ids === 'number') return `${url.href} has status ${ids}`;
  if (fragment === '' || isByScript || ids.filter((id) => id === fragment).length === 1)
    return null;
  return `${url.href} has no single element #${fragment}`;
}

/** The document contains all links at any width, except those of the mobile menu. */
export async function expectLinksWork(page: Page): Promise<void> {
  const addresses = await page.evaluate(() => [
    ...new Set([...document.querySelectorAll('a')].map((link) => link.href)),
  ]);
  expect(addresses.length).toBeGreaterThan(MIN_LINKS);
  const faults: string[] = [];
  for (const address of addresses) {
    const fault = await faultOf(page.request, address);
    if (fault !== null) faults.push(fault);
  }
  expect(faults).toEqual([]);
}
