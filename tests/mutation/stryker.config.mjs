/** Mutation testing of the browser's session, started in ui by `just mutants session`. */
export default {
  plugins: ['@stryker-mutator/vitest-runner'],
  testRunner: 'vitest',
  // The session's own tests answer for it: what only a page's test notices is hard to find there.
  vitest: { configFile: '../../../tests/mutation/vitest.config.ts' },
  mutate: ['src/session/*.ts', '!src/session/*.test.ts'],
  coverageAnalysis: 'perTest',
  concurrency: 2,
  timeoutMS: 10_000,
  ignorePatterns: ['dist'],
  // Nothing is compiled by tsc here; with a tsconfig Stryker would want a TypeScript of its own.
  tsconfigFile: 'none',
  reporters: ['clear-text', 'json'],
  clearTextReporter: { allowColor: false, reportTests: false },
  jsonReporter: { fileName: '../target/mutants/session.json' },
  thresholds: { high: 90, low: 90, break: 90 },
};
