// Generates the API client: `npm run generate [-- openapi.json [output]]`. The result in
// src/api/generated is committed and never edited. scripts/check-generated runs this script and compares the output.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { generate } from 'openapi-typescript-codegen';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const input = process.argv[2] ?? here('../../openapi.json');
const output = process.argv[3] ?? here('../src/api/generated');

const nameOf = (schema) => schema.$ref?.split('/').at(-1);

/** The document with shared parameters inlined, because the generator would write an unused model for each. */
function currentDocument(document) {
  const shared = document.components.parameters;
  delete document.components.parameters;
  for (const methods of Object.values(document.paths))
    for (const operation of Object.values(methods))
      operation.parameters = operation.parameters?.map(
        (parameter) => shared[nameOf(parameter)] ?? parameter,
      );
  const { schemas } = document.components;
  // A nullable object has its own schema, `XOrNull`. The generator knows only members that are nullable.
  for (const [name, schema] of Object.entries(schemas)) {
    if (schema.nullable !== true || schema.properties === undefined) continue;
    const { nullable: _, ...base } = schema;
    schemas[name.replace(/OrNull$/, '')] ??= base;
    delete schemas[name];
  }
  for (const schema of Object.values(schemas)) {
    for (const [member, { description, allOf, $ref = allOf?.[0].$ref }] of Object.entries(
      schema.properties ?? {},
    ))
      if ($ref?.endsWith('OrNull') && schemas[nameOf({ $ref })] === undefined)
        schema.properties[member] = {
          description,
          $ref: $ref.replace(/OrNull$/, ''),
          nullable: true,
        };
  }
  return document;
}

/** By schema name: the required members of an object schema, or the alternatives of a `oneOf`. */
function shapesOf({ schemas }) {
  const memberOf = (schema) => {
    const name = nameOf(schema);
    const member =
      name === undefined
        ? schema.type === 'array'
          ? `${memberOf(schema.items)}[]`
          : ({ integer: 'number', undefined: 'any' }[schema.type] ?? schema.type)
        : shapes[name] === undefined
          ? memberOf(schemas[name])
          : name;
    return schema.nullable === true && !member.endsWith('?') ? `${member}?` : member;
  };
  const shapes = {};
  const has = Object.entries(schemas).filter(([, each]) => each.oneOf ?? each.properties);
  for (const [name] of has) shapes[name] = {};
  for (const [name, { oneOf, required = [], properties }] of has)
    shapes[name] = oneOf
      ? oneOf.map(nameOf)
      : Object.fromEntries(required.map((member) => [member, memberOf(properties[member])]));
  return { shapes, memberOf };
}

/**
 * The module `answers.ts`, which api/transport/client.ts uses to check responses. It contains only shapes
 * that a response uses.
 */
function answerShapes({ paths, components }) {
  const { shapes, memberOf } = shapesOf(components);
  const answers = {};
  for (const [path, methods] of Object.entries(paths))
    for (const [method, { responses }] of Object.entries(methods)) {
      const good = Object.entries(responses ?? {}).filter(([status]) => status.startsWith('2'));
      if (good.length === 0) continue;
      answers[`${method.toUpperCase()} ${path}`] = Object.fromEntries(
        good.map(([status, response]) => {
          const { content = {} } = components.responses?.[nameOf(response)] ?? response;
          const [[type, { schema }] = ['', {}]] = Object.entries(content);
          return [status, type.includes('json') ? memberOf(schema) : type];
        }),
      );
    }
  const used = new Set();
  const use = (member) => {
    const name = member.replaceAll(/\[\]|\?/g, '');
    if (shapes[name] === undefined || used.has(name)) return;
    used.add(name);
    Object.values(shapes[name]).forEach(use);
  };
  Object.values(answers).flatMap(Object.values).forEach(use);
  const kept = Object.fromEntries(
    Object.keys(shapes)
      .filter((name) => used.has(name))
      .map((name) => [name, shapes[name]]),
  );
  return `/* generated using scripts/generate-api.mjs -- do not edit */
/** A type of JSON, or the name of a shape; \`[]\` for a list of them, \`?\` for one that may be null. */
export type Member = string;
/** The required members of each object, or which shapes it may have. */
export const shapes: Readonly<Record<string, Readonly<Record<string, Member>> | readonly Member[]>> = ${JSON.stringify(kept, null, 2)};
/** What each operation answers, by status: a member, a media type that is not JSON, or nothing. */
export const answers: Readonly<Record<string, Readonly<Record<number, Member>>>> = ${JSON.stringify(answers, null, 2)};
`;
}

const document = currentDocument(JSON.parse(readFileSync(input, 'utf8')));
rmSync(output, { recursive: true, force: true });
await generate({
  input: document,
  output,
  httpClient: 'fetch',
  useUnionTypes: true,
  useOptions: true,
});

// The generated transport has no timeout, no AbortSignal and no retry.
writeFileSync(
  `${output}/core/request.ts`,
  "/* generated using scripts/generate-api.mjs -- do not edit */\nexport { request } from '../../transport/client';\n",
);
writeFileSync(`${output}/answers.ts`, answerShapes(document));
