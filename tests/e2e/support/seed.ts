// Creates many applications through the API.
import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { accessToken, type Applicant, newApplicant, register, submit } from './applicants.js';
import { stack } from './stack.js';

/** Limits the wait for password hashes. */
const CONCURRENCY = 6;
const FIRST = ['Nadia', 'Bartholomew', 'Ana', 'Siobhán', 'Christopher', 'Li', 'María José'];
const LAST = ['Okafor', 'Fitzgerald-Montgomery', 'Ng', 'O’Brien', 'Papadimitriou', 'Wu', 'Nuñez'];
const POSITIONS = [
  'Grade 4 teacher',
  'Department chair and teacher of Advanced Placement United States history',
  'Science teacher',
  'Special education coordinator, elementary',
];

/** Finds confirmation tokens by address. Reads each mail once, because there are many. */
function confirmations() {
  const tokens = new Map<string, string>();
  const read = new Set<string>();
  return async (email: string): Promise<string> => {
    for (;;) {
      const token = tokens.get(email);
      if (token !== undefined) return token;
      const folder = stack().mail_dir;
      for (const name of await readdir(folder)) {
        if (!name.endsWith('.eml') || read.has(name)) continue;
        read.add(name);
        const text = (await readFile(join(folder, name), 'utf8')).replaceAll(/=\r?\n/g, '');
        const to = /^To: .*?([\w.-]+@school\.example)/im.exec(text)?.[1];
        const found = /\/auth\/confirm#token=(?:3D)?([\w-]+)/.exec(text)?.[1];
        if (to !== undefined && found !== undefined) tokens.set(to, found);
      }
      await pause(50);
    }
  };
}

const applicantWithNames = (number: number): Applicant => ({
  ...newApplicant(),
  firstName: FIRST[number % FIRST.length] ?? '',
  lastName: LAST[Math.floor(number / FIRST.length) % LAST.length] ?? '',
});

/** Creates pending applications with a unique district, so that a search for it finds only them. */
export async function pendingApplications(
  count: number,
): Promise<{ district: string; ids: readonly string[] }> {
  const district = `District ${randomUUID()}`;
  const tokenFor = confirmations();
  const ids: string[] = [];
  let next = 0;
  const work = async () => {
    while (next < count) {
      const number = next;
      next += 1;
      const applicant = applicantWithNames(number);
      await register(applicant, tokenFor);
      const answers = {
        school_district: district,
        teaching_position: POSITIONS[number % POSITIONS.length] ?? '',
      };
      ids.push(await submit(await accessToken(applicant), answers));
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  return { district, ids };
}
