import { bearer, type Host, type HostValues, json, mcpUrl } from './host.ts'

const code = { kind: 'code', where: 'In your program:', language: 'ts', notes: [] } as const

/** A program that runs the tool loop with `@quartermaster/client`. */
const loop =
  (lines: { imports: string[]; dialect: string; model: string[]; message: string }) =>
  ({ url, key }: HostValues): string =>
    [
      ...lines.imports,
      `import { ${lines.dialect}, runToolLoop } from '@quartermaster/client'`,
      '',
      'const { text } = await runToolLoop({',
      `  gateway: { url: '${url}', key: '${key}' },`,
      `  dialect: ${lines.dialect},`,
      ...lines.model,
      `  messages: [${lines.message}],`,
      '})',
    ].join('\n')

const QUESTION = 'Which tools do you have?'

export const LIBRARIES: Readonly<Record<string, Host>> = {
  subconscious: {
    ...code,
    title: 'Subconscious',
    where: 'The `tools` of a run are the answer of:',
    language: 'sh',
    isRemote: true,
    configuration: ({ url, key }) =>
      `curl -sw '\\n' '${url}/v1/descriptors' -H 'Authorization: Bearer ${key}'`,
    notes: ['The platform calls the tools by URL, with the key that each descriptor holds.'],
  },
  openai: {
    ...code,
    title: 'OpenAI SDK',
    isRemote: false,
    configuration: loop({
      imports: ["import OpenAI from 'openai'"],
      dialect: 'openaiResponses',
      model: [
        '  model: ({ messages, tools, signal }) =>',
        "    new OpenAI().responses.create({ model: 'gpt-5', input: messages, tools }, { signal }),",
      ],
      message: `{ role: 'user', content: '${QUESTION}' }`,
    }),
  },
  'openai-mcp': {
    ...code,
    title: 'OpenAI Responses API with MCP',
    where: 'An entry of `tools`:',
    language: 'json',
    isRemote: true,
    configuration: (values) =>
      json({
        type: 'mcp',
        server_label: 'quartermaster',
        server_url: mcpUrl(values),
        authorization: values.key,
        require_approval: 'never',
      }),
  },
  anthropic: {
    ...code,
    title: 'Anthropic SDK',
    isRemote: false,
    configuration: loop({
      imports: ["import Anthropic from '@anthropic-ai/sdk'"],
      dialect: 'anthropic',
      model: [
        '  model: ({ messages, tools, signal }) =>',
        '    new Anthropic().messages.create(',
        "      { model: 'claude-sonnet-5', max_tokens: 2000, messages, tools },",
        '      { signal },',
        '    ),',
      ],
      message: `{ role: 'user', content: '${QUESTION}' }`,
    }),
  },
  gemini: {
    ...code,
    title: 'Google Gen AI SDK (Gemini)',
    isRemote: false,
    configuration: loop({
      imports: ["import { GoogleGenAI } from '@google/genai'"],
      dialect: 'gemini',
      model: [
        '  model: ({ messages, tools, signal }) =>',
        '    new GoogleGenAI({}).models.generateContent({',
        "      model: 'gemini-3-pro',",
        '      contents: messages,',
        '      config: { tools, abortSignal: signal },',
        '    }),',
      ],
      message: `{ role: 'user', parts: [{ text: '${QUESTION}' }] }`,
    }),
  },
  'ai-sdk': {
    ...code,
    title: 'AI SDK',
    isRemote: false,
    configuration: (values) =>
      [
        "import { createMCPClient } from '@ai-sdk/mcp'",
        '',
        'const quartermaster = await createMCPClient({',
        `  transport: ${inline({ type: 'http', url: mcpUrl(values), headers: bearer(values) })},`,
        '})',
        'const tools = await quartermaster.tools() // for generateText and streamText',
      ].join('\n'),
  },
  langchain: {
    ...code,
    title: 'LangChain',
    isRemote: false,
    configuration: (values) =>
      [
        "import { MultiServerMCPClient } from '@langchain/mcp-adapters'",
        '',
        'const servers = new MultiServerMCPClient({',
        `  quartermaster: ${inline({ transport: 'http', url: mcpUrl(values), headers: bearer(values) })},`,
        '})',
        'const tools = await servers.getTools() // for createAgent',
      ].join('\n'),
  },
  'openai-agents': {
    ...code,
    title: 'OpenAI Agents SDK',
    isRemote: false,
    configuration: (values) =>
      [
        "import { Agent, MCPServerStreamableHttp } from '@openai/agents'",
        '',
        'const quartermaster = new MCPServerStreamableHttp({',
        "  name: 'quartermaster',",
        `  url: '${mcpUrl(values)}',`,
        `  requestInit: { headers: ${inline(bearer(values))} },`,
        '})',
        'await quartermaster.connect()',
        "const agent = new Agent({ name: 'Assistant', mcpServers: [quartermaster] })",
      ].join('\n'),
  },
}

/** A value as a JavaScript literal on one line. */
const inline = (value: Record<string, unknown>): string =>
  `{ ${Object.entries(value)
    .map(([name, member]) =>
      typeof member === 'object' && member !== null
        ? `${name}: ${inline(member as Record<string, unknown>)}`
        : `${name}: '${String(member)}'`,
    )
    .join(', ')} }`
