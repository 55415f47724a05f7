import repository from '../../../package.json' with { type: 'json' }

/** The version of everything in this repository, from the root `package.json`. */
export const VERSION = repository.version
