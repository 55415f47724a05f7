/** Comma-separated text, or several of them as a repeated query parameter sends them. */
export const splitList = (text: string | readonly string[]): string[] =>
  [text]
    .flat()
    .flatMap((part) => part.split(','))
    .map((entry) => entry.trim())
    .filter(Boolean)
