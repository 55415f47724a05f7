export type EventMessage = { readonly kind: string; readonly id?: string; readonly data: unknown }

/** Splits the text of an event stream into complete events and the rest. */
export function parseEvents(text: string): { events: EventMessage[]; rest: string } {
  const blocks = text.split('\n\n')
  const rest = blocks.pop() ?? ''
  return { events: blocks.flatMap(parseBlock), rest }
}

/** Comments, which keep the connection open, have no data. */
function parseBlock(block: string): EventMessage[] {
  const field = (name: string) =>
    block
      .split('\n')
      .find((line) => line.startsWith(`${name}: `))
      ?.slice(name.length + 2)
  const data = field('data')
  if (data === undefined) return []
  return [{ kind: field('event') ?? 'message', id: field('id'), data: JSON.parse(data) }]
}
