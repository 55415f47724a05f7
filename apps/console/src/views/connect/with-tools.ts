/** Adds the chosen tools to the addresses of a configuration; all tools need no parameter. */
export function withTools(
  configuration: string,
  origin: string,
  tools: string | undefined,
): string {
  if (tools === undefined) return configuration
  const list = encodeURIComponent(tools).replaceAll('%2C', ',')
  return configuration
    .replaceAll(
      new RegExp(`${escapePattern(origin)}/mcp(?![\\w?])`, 'g'),
      `${origin}/mcp?tools=${list}`,
    )
    .replaceAll(/(\/v1\/descriptors\?[^\s'"`]*)/g, `$1&tools=${list}`)
}

const escapePattern = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
