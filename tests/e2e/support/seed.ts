// Creates many applications through the API.
import { randomUUID } from 'node:crypto';
import { accessToken, type Applicant, newApplicant, register, submit } from './applicants.js';

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
  const ids: string[] = [];
  let next = 0;
  const work = async () => {
    while (next < count) {
      const number = next;
      next += 1;
      const applicant = applicantWithNames(number);
      await register(applicant);
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
