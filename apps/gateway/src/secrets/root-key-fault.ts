const SHORTEST = 16
const DIFFERENT_CHARACTERS = 8
const GENERATE = 'for example the output of "openssl rand -hex 32"'

const PLACEHOLDER =
  /change[-_ ]?(me|this|it)|placeholder|replace[-_ ]?(me|this|with)|your[-_ ]?(root[-_ ]?)?key|^<.*>$|^(root|admin|password|secret)[-_ ]?(key|password|secret)?\W*\d*$/i

// Words that people compose keys from, and runs of neighbouring keyboard keys and characters.
const GUESSABLE =
  /quartermaster|root|admin|master|super|secret|pass(word|wd)?|testing|test|example|sample|demo|default|localhost|local|develop(ment)?|dev|prod(uction)?|staging|todo|insert|enter|here|your|the|set|real|api|key|token|for|qwerty(uiop)?|asdf(ghjkl|gh)?|zxcvbnm?|0?123(4567890?|456?|4)?|abcdef(gh)?|[\W_]/gi

/**
 * Why a root key cannot be used; undefined if it can. On loopback, which only programs on this machine reach,
 * `the-root-key-of-a-test` is accepted; if other machines reach the gateway, words do not count.
 */
export function rootKeyFault(key: string, isPublic: boolean): string | undefined {
  if (key.length < SHORTEST) return `must have at least ${SHORTEST} characters`
  if (PLACEHOLDER.test(key)) return `is a placeholder: set a random text, ${GENERATE}`
  // `aaaaaaaaaaaaaaaa` is long enough, and easy to guess.
  const counted = isPublic ? key.replace(GUESSABLE, '') : key
  if (new Set(counted).size >= DIFFERENT_CHARACTERS) return undefined
  const condition = isPublic ? ', words left aside' : ''
  return `is too easy to guess: use at least ${DIFFERENT_CHARACTERS} different characters${condition}, ${GENERATE}`
}
