const MAX_LENGTH = 500

const HIDDEN: readonly (readonly [RegExp, string])[] = [
  // URLs, including path and query, which may contain a key.
  [/\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s"'<>)]+/gi, '[address]'],
  [/\b(?:\d{1,3}\.){3}\d{1,3}\b(?::\d{1,5})?/g, '[address]'],
  [/(?<![\w:])(?:[0-9a-f]{0,4}:){3,7}[0-9a-f]{0,4}(?![\w:])/gi, '[address]'],
  [/(?<![\w:])(?:[0-9a-f]{0,4}:)*::(?:[0-9a-f]{1,4}:?)*(?![\w])/gi, '[address]'],
  [
    /\b[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:internal|local|lan|corp|intranet)(?:\.[a-z]+)*\b(?::\d{1,5})?/gi,
    '[address]',
  ],
  [/\b(?:localhost|[a-z0-9-]+(?:\.[a-z0-9-]+)+):\d{2,5}\b/gi, '[address]'],
  [/\bauthorization\s*[:=].*/gi, '[hidden]'],
  [/\bbearer\s+(?=\S*[\d._~+/=-])\S{4,}/gi, '[hidden]'],
  // Assignments only: "a token has expired" reveals nothing.
  [
    /\b[\w-]*(?:password|passwd|pwd|secret|token|api[_-]?key|credential)[\w-]*["']?\s*[:=]\s*\S+/gi,
    '[hidden]',
  ],
  // API keys with a vendor prefix.
  [/\b(?:sk|pk|rk|ghp|gho|ghs|github_pat|xox[abpr]|glpat|hf|qm)[-_][\w-]{8,}/g, '[hidden]'],
  [/\bAKIA[0-9A-Z]{12,}\b/g, '[hidden]'],
  [/\beyJ[\w-]+\.[\w-]+(?:\.[\w-]+)?/g, '[hidden]'],
  // Long alphanumeric runs; words and readable ids are shorter.
  [/\b[A-Za-z0-9_-]*\d[A-Za-z0-9_-]{23,}\b/g, '[hidden]'],
  [/(?:[A-Za-z]:)?(?:\\[\w .-]+){2,}/g, '[path]'],
  [/(?<![\w.])\.{0,2}\/(?:[\w@.+-]+\/)+[\w@.+-]*(?::\d+){0,2}/g, '[path]'],
]

/**
 * Makes an error message of a module safe to show to a caller: one short line without addresses,
 * paths or secrets.
 */
export function cleanMessage(message: string, secrets: readonly string[] = []): string {
  let text = message.slice(0, 10 * MAX_LENGTH)
  for (const secret of secrets) {
    if (secret.length >= 4) text = text.replaceAll(secret, '[hidden]')
  }
  // Some errors include their stack in the message.
  text = text.replaceAll(/^\s+at .*$/gm, ' ').replaceAll(/[\p{Cc}\s]+/gu, ' ')
  for (const [pattern, replacement] of HIDDEN) text = text.replaceAll(pattern, replacement)
  text = text.trim()
  return text.length <= MAX_LENGTH
    ? text
    : `${text.slice(0, MAX_LENGTH).replace(/[\ud800-\udbff]$/, '')}…`
}
