// `node measure.mjs URL` prints Lighthouse's scores and transfer sizes of the main public pages on an emulated phone with a
// slow connection, as the median of three runs. Fails if accessibility, best practices or SEO are below 100. Performance has no
// limit, because it depends on the machine. The last column is Lighthouse's benchmark index. Below 1500 the emulated phone is too
// slow.
import lighthouse from 'lighthouse';
import { launch } from 'chrome-launcher';
import { chromium } from '../browser.mjs';

const pages = ['/', '/about', '/reports', '/teachers', '/store', '/donate', '/blog'];
const required = ['accessibility', 'best-practices', 'seo'];
const categories = ['performance', ...required];

const origin = process.argv[2];
if (!origin) {
  console.error('usage: node measure.mjs http://127.0.0.1:8080');
  process.exit(2);
}

const chromePath = chromium();
const chrome = await launch({
  ...(chromePath ? { chromePath } : {}),
  chromeFlags: ['--headless=new', '--no-sandbox'],
});

const RUNS = 3;
const bySpeed = (one, other) =>
  one.categories.performance.score - other.categories.performance.score;

const kB = (bytes) => (bytes / 1000).toFixed(1);
const failures = [];
try {
  console.log(
    ['page', ...categories, 'LCP s', 'TBT ms', 'CLS', 'script kB', 'pictures kB', 'machine'].join(
      '\t',
    ),
  );
  for (const page of pages) {
    const runs = [];
    for (let run = 0; run < RUNS; run += 1) {
      const { lhr } = await lighthouse(`${origin}${page}`, {
        port: chrome.port,
        onlyCategories: categories,
        output: 'json',
        logLevel: 'error',
      });
      // The browser occasionally loses a recording.
      if (lhr.runtimeError) console.error(`${page}: ${lhr.runtimeError.message}`);
      else runs.push(lhr);
    }
    if (runs.length === 0) throw new Error(`${page} could not be measured`);
    const median = runs.toSorted(bySpeed)[Math.floor((runs.length - 1) / 2)];
    const { audits, categories: found, environment } = median;
    const scores = categories.map((name) => Math.round(found[name].score * 100));
    const loaded = (type) =>
      audits['network-requests'].details.items
        .filter((item) => item.resourceType === type)
        .reduce((sum, item) => sum + item.transferSize, 0);
    const measured = (audit, digits, divisor = 1) =>
      (audits[audit].numericValue / divisor).toFixed(digits);
    console.log(
      [
        page,
        ...scores,
        measured('largest-contentful-paint', 1, 1000),
        measured('total-blocking-time', 0),
        measured('cumulative-layout-shift', 3),
        kB(loaded('Script')),
        kB(loaded('Image')),
        Math.round(environment.benchmarkIndex),
      ].join('\t'),
    );
    for (const name of required) {
      if (found[name].score === 1) continue;
      for (const { id, weight } of found[name].auditRefs)
        if (weight > 0 && audits[id].score !== null && audits[id].score < 1)
          failures.push(`${page}: ${name}: ${audits[id].title}`);
    }
  }
} finally {
  chrome.kill();
}
for (const failure of failures) console.error(failure);
process.exitCode = failures.length > 0 ? 1 : 0;
