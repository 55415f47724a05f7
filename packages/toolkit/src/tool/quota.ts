/**
 * A workspace can have a limit for each: context keys, stored bytes, table rows and active schedules.
 */
export const QUOTAS = ['keys', 'bytes', 'rows', 'schedules'] as const

export type Quota = (typeof QUOTAS)[number]
