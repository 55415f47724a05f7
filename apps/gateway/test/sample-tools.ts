import { setTimeout as wait } from 'node:timers/promises'
import {
  Input,
  type Tool,
  ToolError,
  type ToolFamily,
  ToolResponse,
  toolsFor,
} from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'
import type { ToolServices } from '../src/catalog.ts'

const tool = toolsFor<ToolServices>()
const Anything = Type.Unsafe<unknown>({ description: 'Any value.' })

/** Tools as another package would define them. They record the calls that reach them. */
export function sampleTools() {
  const seen: { tool: string; input: Record<string, unknown> }[] = []
  const signals: AbortSignal[] = []
  const remember =
    <Output>(name: string, output: (input: never) => Output) =>
    async (input: Record<string, unknown>) => {
      seen.push({ tool: name, input })
      return output(input as never)
    }
  const simple = (
    name: string,
    input: ReturnType<typeof Input>,
    output: (input: never) => unknown,
    more = {},
  ) =>
    tool({
      name,
      description: `The sample tool ${name}.`,
      effect: 'read',
      input,
      output: Anything,
      handler: remember(name, output),
      ...more,
    })

  const search = Input({
    query: Type.String({ description: 'What to look for.' }),
    max_results: Type.Integer({ default: 10, description: 'The maximum number of results.' }),
  })
  const weather = Input({
    city: Type.String(),
    units: Type.Optional(Type.Union([Type.Literal('celsius'), Type.Literal('fahrenheit')])),
  })
  const tools: Tool<ToolServices>[] = [
    simple('search', search, () => [{ title: 'one' }, { title: 'two' }]),
    simple(
      'open_search',
      Type.Object(search.properties, { additionalProperties: true }) as never,
      () => [],
    ),
    simple('weather', weather, () => ({ ok: true }), { methods: ['GET', 'POST'] }),
    simple(
      'typed_query',
      Input({
        n: Type.Integer(),
        flag: Type.Boolean(),
        tags: Type.Array(Type.String()),
        place: Type.Optional(Type.Object({ x: Type.Number() })),
      }),
      () => 'ok',
      { methods: ['GET'] },
    ),
    simple('list_all', Input({}), () => []),
    simple('text', Input({}), () => 'hello'),
    simple('nothing', Input({}), () => undefined),
    simple(
      'falsy',
      Input({ value: Type.Unsafe<unknown>({}) }),
      (({ value }: { value: unknown }) => value) as never,
    ),
    simple('session', Input({ query: Type.String(), sessionId: Type.String() }), () => 'ok', {
      defaults: { sessionId: 'secret-session', tenant: 7 },
    }),
    simple(
      'own_parameters',
      Input({
        parameters: Type.Object({}, { additionalProperties: true }),
        request_id: Type.Optional(Type.String()),
      }),
      (({ parameters }: { parameters: unknown }) => parameters) as never,
    ),
    simple('tags', Input({ tags: Type.Array(Type.String()) }), () => 'ok'),
    simple(
      'formats',
      Input({
        date: Type.Optional(Type.String({ format: 'date' })),
        email: Type.Optional(Type.String({ format: 'email' })),
        id: Type.Optional(Type.String({ format: 'uuid' })),
      }),
      () => 'ok',
    ),
    simple('pattern', Input({ text: Type.String({ pattern: '^(a+)+$' }) }), () => 'ok'),
    simple(
      'numbers',
      Input({
        n: Type.Optional(Type.Number()),
        b: Type.Optional(Type.Boolean()),
        s: Type.Optional(Type.String()),
        o: Type.Optional(Type.Object({ a: Type.Number() })),
      }),
      ((input: unknown) => input) as never,
    ),
    simple('fails', Input({}), () => {
      throw new Error('db password=x at 10.0.0.1')
    }),
    simple('refuses', Input({}), () => {
      throw new ToolError('not_found', 'There is no such thing.')
    }),
    simple('large_list', Input({ items: Type.Integer() }), (({ items }: { items: number }) =>
      Array.from({ length: items }, (_, id) => ({ id, text: 'x'.repeat(90) }))) as never),
    simple('large_text', Input({ length: Type.Integer() }), (({ length }: { length: number }) =>
      'é😀'.repeat(length)) as never),
    simple('long_write', Input({}), (() => 'x'.repeat(20_000)) as never, { effect: 'write' }),
    simple(
      'long_report',
      Input({}),
      () => new ToolResponse([{ kind: 'text', data: 'é'.repeat(20_000) }]),
    ),
    simple(
      'picture',
      Input({}),
      () =>
        new ToolResponse([
          { kind: 'text', data: 'a pixel' },
          { kind: 'image', data: 'iVBORw0KGgo=', mime: 'image/png' },
        ]),
    ),
    simple('dangerous', Input({}), () => 'done', { dangerous: true }),
    tool({
      name: 'slow',
      description: 'Takes longer than it may.',
      effect: 'read',
      timeoutSeconds: 1,
      input: Input({}),
      output: Anything,
      handler: async (_input, { signal }) => {
        signals.push(signal)
        await wait(5000, undefined, { signal })
        return 'late'
      },
    }),
    counter('count_up', {}),
    counter('count_outside', { transactional: false }),
    counter('count_slowly', { timeoutSeconds: 1 }, 3000),
  ]

  /** Counts in the database, so that a test sees whether an effect happened. */
  function counter(name: string, more: Partial<Tool>, delayMs = 0): Tool<ToolServices> {
    return tool({
      name,
      description: 'Adds a workspace, as an effect that can be counted.',
      effect: 'write',
      input: Input({
        label: Type.String({ minLength: 1 }),
        fail: Type.Boolean({ default: false }),
      }),
      output: Anything,
      handler: async ({ label, fail }, { services }) => {
        seen.push({ tool: name, input: { label } })
        const { id } = await services.db
          .insertInto('workspaces')
          .values({ name: `${label}-${crypto.randomUUID()}` })
          .returning('id')
          .executeTakeFirstOrThrow()
        if (delayMs > 0) await wait(delayMs)
        if (fail) throw new ToolError('conflict', 'Asked to fail.')
        return { id }
      },
      ...more,
    })
  }
  return { groups: [{ name: 'samples', title: 'Samples', tools }], seen, signals }
}

/** Tools that come and go while the gateway runs. */
export function changingFamily(): {
  family: ToolFamily<ToolServices>
  columns: Map<string, string[]>
} {
  const columns = new Map<string, string[]>()
  const save = (names: readonly string[]) =>
    tool({
      name: 'save',
      description: `Save a row. Columns: ${names.join(', ')}.`,
      effect: 'read',
      input: Input(Object.fromEntries(names.map((name) => [name, Type.Optional(Type.String())]))),
      output: Anything,
      handler: async (input) => input,
    })
  return {
    columns,
    family: {
      name: 'things',
      title: 'Things',
      binding: 'table',
      path: (id) => `/v1/things/${id}`,
      genericTools: [save([])],
      find: async (id) => {
        const names = columns.get(id)
        if (names === undefined) throw new ToolError('not_found', 'There is no such thing.')
        return [save(names)]
      },
    },
  }
}
