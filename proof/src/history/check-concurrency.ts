import { randomFrom } from '@quartermaster/testing'
import { mustCall } from '../load/call.ts'
import { keySubject, rowSubject, type Subject, scheduleSubject, topicSubject } from './subjects.ts'

export type ConcurrencyResult = {
  readonly seed: number
  readonly calls: number
  readonly subjects: number
  /** Subjects whose history no order explains, with the history. */
  readonly unexplained: readonly { readonly subject: string; readonly history: unknown }[]
}

type Options = {
  readonly url: string
  readonly seed: number
  readonly callsPerAgent: number
}

const AGENTS = ['Ann', 'Bob', 'Cem', 'Dia', 'Eva', 'Fay']
const SUBJECTS_OF_A_KIND = 4

/**
 * Random calls of several agents at a time. The choices follow from the seed; how the calls overlap
 * does not, so that a failing seed is run a few times to see its failure again.
 */
export async function checkConcurrency(options: Options): Promise<ConcurrencyResult> {
  const { url, seed, callsPerAgent } = options
  const subjects = await createSubjects(url, seed)
  await Promise.all(
    AGENTS.map(async (agent, index) => {
      const random = randomFrom(seed + index)
      for (let done = 0; done < callsPerAgent; done++)
        await random.pick(subjects).act(agent, random)
    }),
  )
  const unexplained = subjects
    .filter((subject) => !subject.hasOrder())
    .map((subject) => ({ subject: subject.name, history: subject.history() }))
  const calls = subjects.reduce((sum, subject) => sum + subject.size(), 0)
  return { seed, calls, subjects: subjects.length, unexplained }
}

async function createSubjects(url: string, seed: number): Promise<Subject[]> {
  await Promise.all(
    ['Receiver', ...AGENTS].map((name) =>
      mustCall(`${url}/v1/agents`, { name }).catch(() => undefined),
    ),
  )
  const numbers = Array.from({ length: SUBJECTS_OF_A_KIND }, (_, number) => number)
  const documents = await Promise.all(
    numbers.map((number) => mustCall(`${url}/v1/documents`, { filename: `${seed}-${number}.pdf` })),
  )
  const stack = await mustCall(`${url}/v1/stacks`, { name: `History ${seed}` })
  const document_ids = documents.map(({ id }) => id)
  await mustCall(`${url}/v1/stacks/${stack.id}/documents`, { document_ids })
  const custom_columns = [{ name: 'n', type: 'number' }]
  const table = await mustCall(`${url}/v1/stacks/${stack.id}/tables`, {
    name: `History ${seed}`,
    mode: 'custom',
    custom_columns,
  })
  const rows = documents.map(({ id }) => rowSubject(url, table.id, id))
  // The first call of a row creates it, before any other call.
  for (const row of rows) await row.act('Ann', randomFrom(seed))
  return [
    ...numbers.map((number) => keySubject(url, `history ${seed} ${number}`)),
    ...numbers.map((number) => topicSubject(url, `topic ${seed} ${number}`)),
    ...rows,
    ...(await Promise.all(numbers.map(() => scheduleSubject(url)))),
  ]
}
