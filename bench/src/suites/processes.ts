import type { Environment } from '../environment.ts'
import { measureInTurns } from '../measure.ts'
import { post, withKey } from '../requests.ts'
import { type SuiteResult, toRows } from '../results.ts'
import { seedContext } from '../seed/context.ts'
import { startGateway } from '../system/gateway.ts'

const CONNECTIONS = 32

/** The same calls with one and with two gateway processes (`QM_PROCESSES`) on one port. */
export async function benchProcesses(environment: Environment): Promise<SuiteResult> {
  const { databases, plan, gateway, key } = environment
  const databaseUrl = await databases.create('bench_processes')
  const two = await startGateway({
    databaseUrl,
    dataDir: `${databases.folder}/processes`,
    env: { QM_PROCESSES: '2' },
  })
  try {
    await seedContext(databases, 'bench_processes', two, 'default', 10_000)
    const ofTwo = { server: two, headers: withKey(await two.createKey('bench', 'default')) }
    const ofOne = { server: gateway, headers: withKey(key) }
    const call = ({ server, headers }: typeof ofOne, name: string, input: unknown) => ({
      pid: server.pid,
      connections: CONNECTIONS,
      request: post(`${server.url}/v1/tools/${name}`, input, { headers }),
    })
    const get = { keys: ['key {n}'] }
    const push = { key: 'key {n}', value: { n: 1 } }
    const measured = await measureInTurns(
      {
        'get_context, 1 process': call(ofOne, 'get_context', get),
        'get_context, 2 processes': call(ofTwo, 'get_context', get),
        'push_context, 1 process': call(ofOne, 'push_context', push),
        'push_context, 2 processes': call(ofTwo, 'push_context', push),
      },
      plan,
    )
    return {
      title: 'One and two processes',
      rows: toRows(measured, CONNECTIONS),
      notes: [
        'Load, PostgreSQL and the gateway share the processors, so that a second process gains only where some are idle.',
      ],
    }
  } finally {
    await two.stop()
  }
}
