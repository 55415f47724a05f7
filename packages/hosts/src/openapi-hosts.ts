import { documentUrl, type Host, type HostValues } from './host.ts'

/** Hosts that cannot send a key when they fetch a document import its text. */
const importDocument = (host: string) => (values: HostValues) =>
  `curl -s '${documentUrl(values, host)}' -H 'Authorization: Bearer ${values.key}' > quartermaster.json`

const BEARER_KEY = 'Authentication: API key, type Bearer, with the key of the command above.'

export const OPENAPI_HOSTS: Readonly<Record<string, Host>> = {
  openwebui: {
    title: 'Open WebUI',
    kind: 'openapi',
    where: 'Admin settings, External tools, Add connection (type OpenAPI):',
    language: 'text',
    isRemote: false,
    configuration: (values) =>
      [
        `URL:           ${values.url}`,
        `OpenAPI spec:  ${documentUrl(values, 'openwebui')}`,
        'Auth:          Bearer',
        `Key:           ${values.key}`,
      ].join('\n'),
    notes: [
      'In Docker, 127.0.0.1 is the container itself: use host.docker.internal, or a public URL.',
      'A connection in the settings of a user is called by the browser: set QM_CORS_ORIGINS to the address of Open WebUI.',
    ],
  },
  dify: {
    title: 'Dify',
    kind: 'openapi',
    where:
      'Tools, Custom, Create custom tool; run this and paste the content of quartermaster.json as the schema:',
    language: 'sh',
    isRemote: true,
    maxAnswerBytes: 204_800,
    configuration: importDocument('dify'),
    notes: [
      BEARER_KEY,
      'A workflow of Dify keeps at most 200 KiB of an answer (its MAX_VARIABLE_SIZE): set QM_ANSWER_LIMIT=200000, or raise the limit of Dify.',
    ],
  },
  watsonx: {
    title: 'watsonx Orchestrate',
    kind: 'openapi',
    where: 'Add a tool from an OpenAPI file; run this and upload quartermaster.json:',
    language: 'sh',
    isRemote: true,
    configuration: importDocument('watsonx'),
    notes: [BEARER_KEY],
  },
  copilot: {
    title: 'Copilot Studio',
    kind: 'openapi',
    where: 'Add a tool, REST API; run this and upload quartermaster.json:',
    language: 'sh',
    isRemote: true,
    maxAnswerBytes: 500_000,
    configuration: importDocument('copilot'),
    notes: [
      'Authentication: API key in the header x-api-key, with the key of the command above.',
      'Answers of more than 500 KB are refused by Copilot Studio: keep QM_ANSWER_LIMIT below that, as it is by default.',
    ],
  },
  gpt: {
    title: 'GPT Actions',
    kind: 'openapi',
    where:
      'Configure, Create new action; run this and paste the content of quartermaster.json as the schema:',
    language: 'sh',
    isRemote: true,
    configuration: importDocument('gpt'),
    notes: [
      BEARER_KEY,
      'An action has at most 30 operations. If the key may call more tools, the document leaves out tools for operators and names them; with &tools=a,b in the address you choose.',
      'Answers of 100,000 characters or more are refused by GPT Actions, so the gateway cuts them and says so.',
    ],
  },
}
