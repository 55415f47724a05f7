const VARYING = [
  // A UUID, a time, an API key and its id, a cursor: other values each time, of the same form.
  /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/,
  /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}(?:Z|\+00:00)/,
  /qm_[\w-]+/,
]
const TOKEN = new RegExp(`(…|${VARYING.map(({ source }) => source).join('|')})`)

/** Whether output is what a page shows, where `…` stands for any text and ids and times may differ. */
export function matches(output: string, shown: string): boolean {
  const pattern = shown
    .trim()
    .split(TOKEN)
    .map((part) => {
      if (part === '…') return '[\\s\\S]*'
      const varying = VARYING.find(({ source }) => new RegExp(`^${source}$`).test(part))
      return varying?.source ?? RegExp.escape(part)
    })
    .join('')
  return new RegExp(`(^|\n)${pattern}$`).test(output.trim())
}
