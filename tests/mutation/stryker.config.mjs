/** Mutation testing of the browser's session, started in ui by `just mutants session`. */
export default {
  plugins: ['@stryker-mutator/vitest-runner'],
  testRunner: 'vitest',
  // Only the session's own tests run, because failures of page tests are hard to diagnose.
  vitest: { configFile: '../../../tests/mutation/vitest.config.ts' },
  mutate: ['src/session/**/*.ts', '!src/session/**/*.test.ts'],
  coverageAnalysis: 'perTest',
  concurrency: 2,
  timeoutMS: 10_000,
  ignorePatterns: ['dist'],
  // tsc compiles nothing here; with a tsconfig Stryker would need its own TypeScript.
  tsconfigFile: 'none',
  reporters: ['clear-text', 'json'],
  clearTextReporter: { allowColor: false, reportTests: false },
  jsonReporter: { fileName: '../target/mutants/session.json' },
  thresholds: { high: 90, low: 90, break: 90 },
};
