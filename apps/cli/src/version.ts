import repository from '../../../package.json' with { type: 'json' }

/** The version of everything in this repository. */
export const VERSION: string = repository.version
