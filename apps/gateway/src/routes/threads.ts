import {
  addMessage,
  chooseActiveToolset,
  listMessages,
  showActiveToolset,
  ThreadId,
  threadKey,
} from '@quartermaster/threads'
import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { failures } from '../openapi/operation.ts'
import type { Services } from '../services.ts'
import { Instant, PageOf, PageQuery } from './page.ts'
import { typed } from './typed.ts'

const ByThread = Type.Object({ thread_id: ThreadId })

const Mode = Type.Union([Type.Literal('one'), Type.Literal('many')], {
  description:
    'one: an agent replaces the one before, and the chat is reset. many: all are kept, and so is the chat.',
})
const AgentName = Type.String({
  minLength: 1,
  maxLength: 200,
  description: 'The id or label of an agent that GET /v1/toolsets lists, or "Disabled".',
})
const Choice = Type.Object(
  {
    name: Type.Optional(AgentName),
    names: Type.Optional(
      Type.Array(AgentName, { maxItems: 50, description: 'With the mode many: exactly these.' }),
    ),
    mode: Type.Optional(Mode),
  },
  { additionalProperties: false },
)

const Nullable = (description: string) => Type.Union([Type.String(), Type.Null()], { description })

const Agent = {
  thread_id: Type.String(),
  name: Nullable('The id of the folder, Disabled, or null where nothing was chosen yet.'),
  label: Nullable('The name that people choose it by.'),
  mode: Mode,
  active: Type.Unsafe<readonly { id: string; label: string }[]>(
    Type.Array(Type.Object({ id: Type.String(), label: Type.String() })),
  ),
}
const Chosen = {
  ...Agent,
  changed: Type.Boolean({ description: 'False where it was already set.' }),
  history_cleared: Type.Boolean(),
  messages_cleared: Type.Integer(),
  message: Type.String({ description: 'What happened, in words.' }),
}

const NewMessage = Type.Object(
  {
    role: Type.String({ minLength: 1, maxLength: 50, description: 'user, assistant, tool …' }),
    content: Type.Unsafe<unknown>({ description: 'Text, a list of blocks, or any JSON.' }),
  },
  { additionalProperties: false },
)
const Message = Type.Object(
  {
    id: Type.String(),
    role: Type.String(),
    content: Type.Unsafe<unknown>({ description: 'As it was sent.' }),
    created_at: Instant('When it was added.'),
  },
  { description: 'A message of a thread.' },
)

const tags = ['Threads']

/** A thread belongs to the agent that calls: another agent's of the same name is another thread. */
export function threadRoutes(
  app: FastifyInstance,
  { database: { db }, toolsets, clock }: Services,
): void {
  const routes = typed(app)

  routes.get(
    '/v1/threads/:thread_id/agent',
    {
      schema: {
        operationId: 'get_thread_agent',
        summary: 'Which agent a thread uses',
        tags,
        params: ByThread,
        response: {
          200: Type.Object(Agent, { description: 'The agent.' }),
          ...failures(400, 401),
        },
      },
    },
    async ({ params, caller }) =>
      showActiveToolset({ db, toolsets }, threadKey(caller, params.thread_id)),
  )

  routes.put(
    '/v1/threads/:thread_id/agent',
    {
      schema: {
        operationId: 'choose_thread_agent',
        summary: 'Choose the agent of a thread, or disable its tools',
        tags,
        params: ByThread,
        body: Choice,
        response: {
          200: Type.Object(Chosen, { description: 'What was chosen, and what was cleared.' }),
          ...failures(400, 401, 404, 409, 503),
        },
      },
    },
    async ({ params, body, caller }) =>
      chooseActiveToolset(
        { db, toolsets, now: clock() },
        threadKey(caller, params.thread_id),
        body,
      ),
  )

  routes.get(
    '/v1/threads/:thread_id/messages',
    {
      schema: {
        operationId: 'list_thread_messages',
        summary: 'The history of a thread, oldest first',
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
      schema: {
        operationId: 'add_thread_message',
        summary: 'Add to the history of a thread',
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
