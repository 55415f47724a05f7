export const PERMISSIONS = ['network', 'files', 'processes'] as const

/** Access that a module has beyond its own folder and temporary files. */
export type Permission = (typeof PERMISSIONS)[number]
