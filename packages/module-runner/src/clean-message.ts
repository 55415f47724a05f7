const LONGEST = 500

const HIDDEN: readonly (readonly [RegExp, string])[] = [
  // With a scheme, and all that follows it: a path or a query may hold a key.
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
  // Only what is set to something: "a token has expired" says nothing.
  [
    /\b[\w-]*(?:password|passwd|pwd|secret|token|api[_-]?key|credential)[\w-]*["']?\s*[:=]\s*\S+/gi,
    '[hidden]',
  ],
  // Keys that say whose they are.
  [/\b(?:sk|pk|rk|ghp|gho|ghs|github_pat|xox[abpr]|glpat|hf|qm)[-_][\w-]{8,}/g, '[hidden]'],
  [/\bAKIA[0-9A-Z]{12,}\b/g, '[hidden]'],
  [/\beyJ[\w-]+\.[\w-]+(?:\.[\w-]+)?/g, '[hidden]'],
  // Long runs of what keys are made of; words and ids with a meaning are shorter.
  [/\b[A-Za-z0-9_-]*\d[A-Za-z0-9_-]{23,}\b/g, '[hidden]'],
  [/(?:[A-Za-z]:)?(?:\\[\w .-]+){2,}/g, '[path]'],
  [/(?<![\w.])\.{0,2}\/(?:[\w@.+-]+\/)+[\w@.+-]*(?::\d+){0,2}/g, '[path]'],
]

/**
 * What a tool's author wrote, fit for a caller: one short line, and nothing in it of where the
 * gateway runs, what it talks to, or what it keeps secret.
 */
export function cleanMessage(message: string, secrets: readonly string[] = []): string {
  let text = message.slice(0, 10 * LONGEST)
  for (const secret of secrets) {
    if (secret.length >= 4) text = text.replaceAll(secret, '[hidden]')
  }
  // A stack, where somebody put it into the message.
  text = text.replaceAll(/^\s+at .*$/gm, ' ').replaceAll(/[\p{Cc}\s]+/gu, ' ')
  for (const [pattern, stand] of HIDDEN) text = text.replaceAll(pattern, stand)
  text = text.trim()
  return text.length <= LONGEST
    ? text
    : `${text.slice(0, LONGEST).replace(/[\ud800-\udbff]$/, '')}…`
}
