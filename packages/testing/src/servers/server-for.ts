/** Explains why a unit test has no server, in place of an undefined URL. */
export function serverFor(url: string | undefined): string {
  if (url !== undefined) return url
  throw new Error(
    'Unit tests (in src/) have no PostgreSQL and no Redis: move this test to the test/ folder of its package.',
  )
}
