/** The first sentence of a description, without its full stop. */
export function summaryOf(description: string, limit = 120): string {
  const [first = ''] = description.split(/(?<=[.!?])\s/, 1)
  return shortenText(first.replace(/\.$/, ''), limit)
}

/** Cuts at the end of a sentence if one fits, else at the end of a word. */
export function shortenText(text: string, limit: number): string {
  if (text.length <= limit) return text
  const start = text.slice(0, limit - 1)
  const sentence = Math.max(start.lastIndexOf('. '), start.lastIndexOf('.\n'))
  if (sentence > limit / 2) return start.slice(0, sentence + 1)
  const word = start.lastIndexOf(' ')
  return `${start.slice(0, word > 0 ? word : undefined)}…`
}
