/** The sections of the OpenAPI document in order. */
export const TAGS: Readonly<Record<string, string>> = {
  Descriptors: 'The tools of a key, in the formats of model vendors, as OpenAPI and over MCP.',
  'Shared context': 'Tools by which agents share values, globally, by topic or directly.',
  'Scheduled prompts': 'Tools by which agents schedule prompts for themselves and for others.',
  'Stack tables': 'Tools that fill a table with one row per document.',
  Documents: 'Documents, and the fields that agents extract from them.',
  'Your own tools': 'Tools from manifest folders (toolsets) of this installation.',
  Threads: 'The active toolset and the message history of a conversation.',
  Workspaces: 'Tenants. Agents, keys and data belong to one workspace.',
  Agents: 'The identities that call tools, their tool limits and their roles.',
  Keys: 'The keys of agents.',
  Stacks: 'Collections of documents.',
  Tables: 'Tables with one row per document of a stack.',
  Schedules: 'Scheduled prompts: inspect, change, pause and preview them.',
  Deliveries: 'The deliveries of scheduled prompts and their attempts.',
  Operation: 'Health, metrics, the call log and this document.',
}

/** Unknown titles, for example of a test's own tools, follow without a description. */
export const describeTags = (
  titles: readonly string[],
): { name: string; description?: string }[] => [
  ...Object.entries(TAGS).map(([name, description]) => ({ name, description })),
  ...titles.filter((title) => TAGS[title] === undefined).map((name) => ({ name })),
]
