/** Formats names as `['vendor', 'date']`, the form that the messages of the table tools have. */
export const pythonList = (items: readonly string[]): string => `[${items.map(quoted).join(', ')}]`

function quoted(item: string): string {
  const text = item.replaceAll('\\', '\\\\')
  if (item.includes("'") && !item.includes('"')) return `"${text}"`
  return `'${text.replaceAll("'", "\\'")}'`
}
