/** Formats names as `['vendor', 'date']`, as the messages of the table tools do. */
export const pythonList = (items: readonly string[]): string => `[${items.map(quoted).join(', ')}]`

function quoted(item: string): string {
  const text = item.replaceAll('\\', '\\\\')
  if (item.includes("'") && !item.includes('"')) return `"${text}"`
  return `'${text.replaceAll("'", "\\'")}'`
}
