/** `['vendor', 'date']`: the form in which the messages of these tools have always shown names. */
export const pythonList = (items: readonly string[]): string => `[${items.map(quoted).join(', ')}]`

function quoted(item: string): string {
  const text = item.replaceAll('\\', '\\\\')
  if (item.includes("'") && !item.includes('"')) return `"${text}"`
  return `'${text.replaceAll("'", "\\'")}'`
}
