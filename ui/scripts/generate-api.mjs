// Generates the API client from the server's own document: `npm run generate [-- openapi.json [output]]`.
// The result in src/api/generated is committed and never edited; the drift check runs this and compares.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { generate } from 'openapi-typescript-codegen';
import { answerShapes } from './answer-shapes.mjs';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const input = process.argv[2] ?? here('../../openapi.json');
const output = process.argv[3] ?? here('../src/api/generated');

rmSync(output, { recursive: true, force: true });
await generate({
  input,
  output,
  httpClient: 'fetch',
  useUnionTypes: true,
  useOptions: true,
});

// The generated transport has no timeout, no AbortSignal and no retry: our own takes its place.
writeFileSync(
  `${output}/core/request.ts`,
  "/* generated using scripts/generate-api.mjs -- do not edit */\nexport { request } from '../../transport/request';\n",
);
writeFileSync(`${output}/answers.ts`, answerShapes(JSON.parse(readFileSync(input, 'utf8'))));
