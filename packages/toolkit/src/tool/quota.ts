/** The quantities that a workspace can have a quota for: context keys, stored bytes, table rows, active schedules. */
export const QUOTAS = ['keys', 'bytes', 'rows', 'schedules'] as const

export type Quota = (typeof QUOTAS)[number]
