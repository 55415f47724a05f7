import { type Host, KEY_PLACEHOLDER } from './host.ts'

const LOCAL = { url: 'http://127.0.0.1:8080', key: KEY_PLACEHOLDER }
const PUBLIC = { url: 'https://tools.example.com', key: KEY_PLACEHOLDER }

const INTRODUCTIONS: Readonly<Record<Host['kind'], string>> = {
  mcp: 'connects over the Model Context Protocol ([docs/mcp.md](../mcp.md)) and sees every tool that the key may call.',
  openapi:
    'imports an OpenAPI document that the gateway writes for it: only the tools that the key may call, within the limits of this host ([docs/descriptors.md](../descriptors.md)).',
  code: 'is used in a program of your own. The tools of the key are listed by the gateway, and calls go to it.',
}

/** The page of one host in docs/connect, as Markdown. */
export function connectPage(name: string, host: Host): string {
  const values = host.isRemote ? PUBLIC : LOCAL
  return page([
    `# ${host.title}`,
    `${host.title} ${INTRODUCTIONS[host.kind]}`,
    'Create an agent with a key (the key is shown once):',
    fence(
      'sh',
      `curl -sw '\\n' ${LOCAL.url}/v1/agents -H "x-api-key: $(cat .quartermaster/root-key)" \\\n  -d '{"name":"Assistant","with_key":true}'`,
    ),
    ...(host.isRemote
      ? [
          `${host.title} calls the gateway from its own servers, so the gateway needs a public address: start it with \`QM_PUBLIC_URL=${PUBLIC.url}\` behind a proxy or a tunnel ([docs/operating.md](../operating.md)).`,
        ]
      : []),
    host.where,
    // A command of the host itself: tests run only those that need nothing but curl.
    fence(name === 'claude' ? 'sh no-run' : host.language, host.configuration(values)),
    ...(host.notes.length > 0 ? [host.notes.map((note) => `- ${note}`).join('\n')] : []),
    `\`qm connect ${name}\` prints this with your address and key, and \`qm doctor ${name}\` tells what would fail.`,
  ])
}

const TITLES: readonly (readonly [Host['kind'], string])[] = [
  ['mcp', 'Programs that speak MCP'],
  ['openapi', 'Tool hosts that import OpenAPI'],
  ['code', 'Libraries'],
]

/** The list of all hosts, each with a link to its page. */
export const connectIndex = (hosts: Readonly<Record<string, Host>>): string =>
  page([
    '# Connect',
    'One page for each host: what to paste, and where. `qm connect HOST` prints the same with your own address and key.',
    ...TITLES.flatMap(([kind, title]) => [
      `## ${title}`,
      Object.entries(hosts)
        .filter(([, host]) => host.kind === kind)
        .map(([name, host]) => `- [${host.title}](${name}.md)`)
        .join('\n'),
    ]),
  ])

const page = (blocks: readonly string[]): string => `${blocks.join('\n\n')}\n`

const fence = (info: string, body: string): string => `\`\`\`${info}\n${body}\n\`\`\``
