import { bearer, type Host, json, mcpUrl } from './host.ts'

const local = { kind: 'mcp', isRemote: false, notes: [] } as const
const remote = { kind: 'mcp', isRemote: true, notes: [] } as const

const OAUTH_NOTE =
  'This host signs in with OAuth: start the gateway with QM_OAUTH=on. The page that opens asks for the key of an agent.'

export const MCP_HOSTS: Readonly<Record<string, Host>> = {
  claude: {
    ...local,
    title: 'Claude Code',
    where: 'Run in a terminal:',
    language: 'sh',
    configuration: (values) =>
      `claude mcp add --transport http quartermaster ${mcpUrl(values)} --header "Authorization: Bearer ${values.key}"`,
    notes: ['`claude mcp list` shows whether the connection works.'],
  },
  'claude-desktop': {
    ...local,
    title: 'Claude Desktop',
    where: 'Settings, Developer, Edit config (claude_desktop_config.json):',
    language: 'json',
    configuration: (values) =>
      json({
        mcpServers: {
          quartermaster: {
            command: 'npx',
            args: ['-y', 'quartermaster', 'mcp'],
            env: { QM_URL: values.url, QM_KEY: values.key },
          },
        },
      }),
    notes: ['Claude Desktop starts local commands; `quartermaster mcp` passes messages to /mcp.'],
  },
  'claude-web': {
    ...remote,
    title: 'Claude on the web and on phones',
    where: 'Settings, Connectors, Add custom connector, Remote MCP server URL:',
    language: 'text',
    configuration: ({ url }) => `${url}/connect/mcp`,
    notes: [OAUTH_NOTE],
  },
  chatgpt: {
    ...remote,
    title: 'ChatGPT',
    where:
      'Settings, Apps & Connectors, Advanced settings, Developer mode; then Create, MCP Server URL:',
    language: 'text',
    configuration: ({ url }) => `${url}/connect/mcp`,
    notes: [OAUTH_NOTE],
  },
  vscode: {
    ...local,
    title: 'Visual Studio Code',
    where: '.vscode/mcp.json:',
    language: 'json',
    configuration: (values) =>
      json({
        servers: {
          quartermaster: { type: 'http', url: mcpUrl(values), headers: bearer(values) },
        },
      }),
    notes: ['The tools appear in the agent mode of the chat view.'],
  },
  cursor: {
    ...local,
    title: 'Cursor',
    where: '~/.cursor/mcp.json, or .cursor/mcp.json in a project:',
    language: 'json',
    configuration: (values) =>
      json({ mcpServers: { quartermaster: { url: mcpUrl(values), headers: bearer(values) } } }),
    notes: [
      'Cursor offers about 40 tools to a model: limit the agent, or add ?tools=a,b to the URL.',
    ],
  },
  windsurf: {
    ...local,
    title: 'Windsurf',
    where: '~/.codeium/windsurf/mcp_config.json:',
    language: 'json',
    configuration: (values) =>
      json({
        mcpServers: { quartermaster: { serverUrl: mcpUrl(values), headers: bearer(values) } },
      }),
  },
  'gemini-cli': {
    ...local,
    title: 'Gemini CLI',
    where: '~/.gemini/settings.json:',
    language: 'json',
    configuration: (values) =>
      json({ mcpServers: { quartermaster: { httpUrl: mcpUrl(values), headers: bearer(values) } } }),
  },
  codex: {
    ...local,
    title: 'Codex',
    where: '~/.codex/config.toml, with the environment variable QM_KEY set to the key:',
    language: 'toml',
    configuration: (values) =>
      [
        '[mcp_servers.quartermaster]',
        `url = "${mcpUrl(values)}"`,
        'bearer_token_env_var = "QM_KEY"',
        `# export QM_KEY=${values.key}`,
      ].join('\n'),
  },
  librechat: {
    ...local,
    title: 'LibreChat',
    where: 'librechat.yaml:',
    language: 'yaml',
    configuration: (values) =>
      [
        'mcpServers:',
        '  quartermaster:',
        '    type: streamable-http',
        `    url: ${mcpUrl(values)}`,
        '    headers:',
        `      Authorization: "Bearer ${values.key}"`,
      ].join('\n'),
    notes: [
      'In Docker, 127.0.0.1 is the container itself: use host.docker.internal, or a public URL.',
    ],
  },
  n8n: {
    ...local,
    title: 'n8n',
    where: 'The node “MCP Client Tool” of an AI agent:',
    language: 'text',
    configuration: (values) =>
      [
        `Endpoint:          ${mcpUrl(values)}`,
        'Server transport:  HTTP Streamable',
        'Authentication:    Bearer auth',
        `Bearer token:      ${values.key}`,
      ].join('\n'),
    notes: [
      'In Docker, 127.0.0.1 is the container itself: use host.docker.internal, or a public URL.',
    ],
  },
}
