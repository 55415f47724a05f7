/** The data that a host's configuration is made of. */
export type HostValues = { readonly url: string; readonly key: string }

type HostGuide = {
  readonly title: string
  /** Where the configuration belongs. */
  readonly where: string
  /** `mcp` hosts use /mcp; `openapi` hosts import the document of their name. */
  readonly kind: 'mcp' | 'openapi'
  readonly configuration: (values: HostValues) => string
}

const json = (value: unknown): string => JSON.stringify(value, undefined, 2)

const mcpUrl = ({ url }: HostValues): string => `${url}/mcp`
const bearer = ({ key }: HostValues) => ({ Authorization: `Bearer ${key}` })

const documentUrl = ({ url }: HostValues, host: string): string =>
  `${url}/v1/descriptors?format=openapi&host=${host}`

/** Hosts that import an OpenAPI document: by its URL where they can send the key, else by its text. */
const importDocument = (host: string) => (values: HostValues) =>
  [
    `curl -s '${documentUrl(values, host)}' -H 'Authorization: Bearer ${values.key}' > quartermaster.json`,
    '',
    'Schema:          the content of quartermaster.json',
    'Authentication:  API key, type Bearer',
    `API key:         ${values.key}`,
  ].join('\n')

export const HOSTS: Readonly<Record<string, HostGuide>> = {
  claude: {
    title: 'Claude Code',
    where: 'Run in a terminal:',
    kind: 'mcp',
    configuration: (values) =>
      `claude mcp add --transport http quartermaster ${mcpUrl(values)} --header "Authorization: Bearer ${values.key}"`,
  },
  'claude-desktop': {
    title: 'Claude Desktop',
    where: 'Settings, Developer, Edit config (claude_desktop_config.json):',
    kind: 'mcp',
    configuration: (values) =>
      json({
        mcpServers: {
          quartermaster: {
            command: 'npx',
            // biome-ignore lint/suspicious/noTemplateCurlyInString: mcp-remote replaces it.
            args: ['-y', 'mcp-remote', mcpUrl(values), '--header', 'Authorization:${QM_AUTH}'],
            env: { QM_AUTH: `Bearer ${values.key}` },
          },
        },
      }),
  },
  vscode: {
    title: 'Visual Studio Code',
    where: '.vscode/mcp.json:',
    kind: 'mcp',
    configuration: (values) =>
      json({
        servers: {
          quartermaster: { type: 'http', url: mcpUrl(values), headers: bearer(values) },
        },
      }),
  },
  cursor: {
    title: 'Cursor',
    where: '~/.cursor/mcp.json, or .cursor/mcp.json in a project:',
    kind: 'mcp',
    configuration: (values) =>
      json({ mcpServers: { quartermaster: { url: mcpUrl(values), headers: bearer(values) } } }),
  },
  windsurf: {
    title: 'Windsurf',
    where: '~/.codeium/windsurf/mcp_config.json:',
    kind: 'mcp',
    configuration: (values) =>
      json({
        mcpServers: { quartermaster: { serverUrl: mcpUrl(values), headers: bearer(values) } },
      }),
  },
  gemini: {
    title: 'Gemini CLI',
    where: '~/.gemini/settings.json:',
    kind: 'mcp',
    configuration: (values) =>
      json({ mcpServers: { quartermaster: { httpUrl: mcpUrl(values), headers: bearer(values) } } }),
  },
  codex: {
    title: 'Codex',
    where: `~/.codex/config.toml, with the environment variable QM_KEY set to the key:`,
    kind: 'mcp',
    configuration: (values) =>
      [
        '[mcp_servers.quartermaster]',
        `url = "${mcpUrl(values)}"`,
        'bearer_token_env_var = "QM_KEY"',
        `# export QM_KEY=${values.key}`,
      ].join('\n'),
  },
  openai: {
    title: 'OpenAI Responses API',
    where: 'An entry of `tools` (the gateway must be reachable from the internet):',
    kind: 'mcp',
    configuration: (values) =>
      json({
        type: 'mcp',
        server_label: 'quartermaster',
        server_url: mcpUrl(values),
        authorization: values.key,
        require_approval: 'never',
      }),
  },
  librechat: {
    title: 'LibreChat',
    where: 'librechat.yaml:',
    kind: 'mcp',
    configuration: (values) =>
      [
        'mcpServers:',
        '  quartermaster:',
        '    type: streamable-http',
        `    url: ${mcpUrl(values)}`,
        '    headers:',
        `      Authorization: "Bearer ${values.key}"`,
      ].join('\n'),
  },
  openwebui: {
    title: 'Open WebUI',
    where: 'Admin settings, External tools, Add connection (type OpenAPI):',
    kind: 'openapi',
    configuration: (values) =>
      [
        `URL:           ${values.url}`,
        `OpenAPI spec:  ${documentUrl(values, 'openwebui')}`,
        'Auth:          Bearer',
        `Key:           ${values.key}`,
      ].join('\n'),
  },
  dify: {
    title: 'Dify',
    where: 'Tools, Custom, Create custom tool:',
    kind: 'openapi',
    configuration: importDocument('dify'),
  },
  watsonx: {
    title: 'watsonx Orchestrate',
    where: 'Add a tool from an OpenAPI file:',
    kind: 'openapi',
    configuration: importDocument('watsonx'),
  },
  copilot: {
    title: 'Copilot Studio',
    where: 'Add a tool, REST API (the API key is sent in the header x-api-key):',
    kind: 'openapi',
    configuration: importDocument('copilot'),
  },
  gpt: {
    title: 'GPT Actions',
    where: 'Configure, Create new action:',
    kind: 'openapi',
    configuration: importDocument('gpt'),
  },
}

export const HOST_NAMES = Object.keys(HOSTS)
