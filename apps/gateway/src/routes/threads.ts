import {
  addMessage,
  chooseActiveToolset,
  getActiveToolset,
  listMessages,
  ThreadId,
  threadKey,
} from '@quartermaster/threads'
import { listedBy } from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { failures } from '../openapi/operation.ts'
import type { Services } from '../services.ts'
import { Instant, Nullable } from './schema/fields.ts'
import { PageOf, PageQuery } from './schema/page.ts'
import { typed } from './schema/typed.ts'

const ByThread = Type.Object({ thread_id: ThreadId })

const Mode = Type.Union([Type.Literal('one'), Type.Literal('many')], {
  description:
    'one: choosing a toolset replaces the active one and clears the message history. many: toolsets are added, and the history is kept.',
})
const ToolsetName = Type.String({
  minLength: 1,
  maxLength: 200,
  description: 'The id or label of a toolset from GET /v1/toolsets, or "Disabled".',
  [listedBy]: 'GET /v1/toolsets',
})
const Choice = Type.Object(
  {
    name: Type.Optional(ToolsetName),
    names: Type.Optional(
      Type.Array(ToolsetName, {
        maxItems: 50,
        description: 'For the mode many: the complete list of active toolsets.',
      }),
    ),
    mode: Type.Optional(Mode),
  },
  { additionalProperties: false },
)

const ActiveToolset = {
  thread_id: Type.String({ description: 'Thread id.' }),
  name: Nullable(
    Type.String({
      description: 'Id of the active toolset, "Disabled", or null if none was chosen.',
    }),
  ),
  label: Nullable(Type.String({ description: 'Display name of the active toolset.' })),
  mode: Mode,
  active: Type.Unsafe<readonly { id: string; label: string }[]>(
    Type.Array(
      Type.Object({
        id: Type.String({ description: 'Toolset id.' }),
        label: Type.String({ description: 'Display name.' }),
      }),
      { description: 'All active toolsets.' },
    ),
  ),
}
const ChosenToolset = {
  ...ActiveToolset,
  changed: Type.Boolean({ description: 'False if the toolset was already active.' }),
  history_cleared: Type.Boolean({ description: 'Whether the message history was cleared.' }),
  messages_cleared: Type.Integer({ description: 'Number of messages that were deleted.' }),
  message: Type.String({ description: 'The result as a sentence.' }),
}

const NewMessage = Type.Object(
  {
    role: Type.String({
      minLength: 1,
      maxLength: 50,
      description: 'For example user, assistant or tool.',
    }),
    content: Type.Unsafe<unknown>({
      description: 'Text, a list of content blocks, or any other JSON value.',
    }),
  },
  { additionalProperties: false },
)
const Message = Type.Object(
  {
    id: Type.String({ description: 'Message id.' }),
    role: Type.String({ description: 'Role of the author.' }),
    content: Type.Unsafe<unknown>({ description: 'The content exactly as it was added.' }),
    created_at: Instant('Time at which the message was added.'),
  },
  { description: 'A message of a thread.' },
)

const tags = ['Threads']

/** Threads belong to the calling agent: two agents may use the same thread id independently. */
export function threadRoutes(
  app: FastifyInstance,
  { database: { db }, toolsets, clock }: Services,
): void {
  const routes = typed(app)

  routes.get(
    '/v1/threads/:thread_id/agent',
    {
      config: { access: 'workspace' },
      schema: {
        operationId: 'get_thread_agent',
        summary: 'Get the active toolset of a thread',
        description: 'Returns the toolset whose tools the thread offers.',
        tags,
        params: ByThread,
        response: {
          200: Type.Object(ActiveToolset, { description: 'The active toolset.' }),
          ...failures(400, 401),
        },
      },
    },
    async ({ params, caller }) => getActiveToolset({ db, toolsets }, caller, params.thread_id),
  )

  routes.put(
    '/v1/threads/:thread_id/agent',
    {
      config: { access: 'workspace' },
      schema: {
        operationId: 'choose_thread_agent',
        summary: 'Choose the active toolset of a thread',
        description:
          'Activates a toolset, or disables all tools with the name "Disabled". Switching clears the message history in the mode one.',
        tags,
        params: ByThread,
        body: Choice,
        response: {
          200: Type.Object(ChosenToolset, { description: 'The toolset that is active now.' }),
          ...failures(400, 401, 404, 409, 503),
        },
      },
    },
    async ({ params, body, caller }) =>
      chooseActiveToolset({ db, toolsets, now: clock() }, caller, params.thread_id, body),
  )

  routes.get(
    '/v1/threads/:thread_id/messages',
    {
      config: { access: 'workspace' },
      schema: {
        operationId: 'list_thread_messages',
        summary: 'List messages of a thread',
        description: 'Lists the message history, oldest first.',
        tags,
        params: ByThread,
        querystring: Type.Object(PageQuery),
        response: { 200: PageOf('messages', Message), ...failures(400, 401) },
      },
    },
    async ({ params, query, caller }) => {
      const key = threadKey(caller, params.thread_id)
      const { rows, nextCursor } = await listMessages(db, key, query)
      return { messages: rows, next_cursor: nextCursor }
    },
  )

  routes.post(
    '/v1/threads/:thread_id/messages',
    {
      config: { access: 'workspace', uses: ['bytes'] },
      schema: {
        operationId: 'add_thread_message',
        summary: 'Add a message to a thread',
        description: 'Appends a message to the history. Threads are created by their first use.',
        tags,
        params: ByThread,
        body: NewMessage,
        response: { 201: Message, ...failures(400, 401, 413) },
      },
    },
    async ({ params, body, caller }, reply) =>
      reply.code(201).send(await addMessage(db, threadKey(caller, params.thread_id), body)),
  )
}
