/** What a developer may set to have the tests use servers of their own. */
// biome-ignore lint/style/noProcessEnv: the one place where tests read the environment.
export const { PATH, TEST_DATABASE_URL, TEST_REDIS_URL } = process.env
