/** Settings of the tests; `docs/operating.md` has none of these. */
export const {
  PATH,
  /** A PostgreSQL server on which tests may create databases. */
  TEST_DATABASE_URL,
  /** A Redis that all tests share. */
  TEST_REDIS_URL,
  /** Repeats the random choices of a test that failed. */
  TEST_SEED,
  /** `update`: write the screenshots of the documentation. */
  TEST_SCREENSHOTS,
  /** `0`: never install Redis or Chromium. */
  QM_TEST_INSTALL,
  // biome-ignore lint/style/noProcessEnv: the one place where tests read the environment.
} = process.env
