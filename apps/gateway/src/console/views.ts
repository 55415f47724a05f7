/** First segments of the console's paths. `apps/console/src/app/router.tsx` has the same list. */
export const VIEWS: readonly string[] = [
  'agents',
  'calls',
  'connect',
  'context',
  'deliveries',
  'review',
  'schedules',
  'search',
  'settings',
  'tables',
  'tools',
  'welcome',
]
