/** The pattern of names whose values are secrets: in arguments, settings and headers. */
export const SECRET_NAME =
  'pass(?:word|wd|phrase)|secret|token|api[-_]?key|authorization|cookie|credential|private[-_]?key'

const PATTERN = new RegExp(`${SECRET_NAME}|^headers$`, 'i')
// `undo_token` identifies a change, and every agent that may undo the change can read it.
const NO_SECRETS = ['undo_token']

/** Whether values with this name must not be echoed in messages. `headers` often contain a key. */
export const namesSecret = (name: string): boolean =>
  PATTERN.test(name) && !NO_SECRETS.includes(name)
