import { gatewayVersion } from '../commands/status.ts'
import { callForObject } from '../gateway/call-tool.ts'
import { get } from '../gateway/request.ts'
import { VERSION } from '../version.ts'
import { type Check, Warning } from './check.ts'

/** Checks that matter for every host. */
export const GATEWAY_CHECKS: readonly Check[] = [
  {
    name: 'gateway is ready, with its database',
    run: async (connection) => {
      await get(connection, '/readyz')
      return connection.url
    },
  },
  {
    name: 'key is valid',
    run: async (connection) => {
      const { agent, workspace, is_root: isRoot } = await get(connection, '/v1/whoami')
      return `${isRoot ? 'root key' : `agent ${agent}`} in workspace ${workspace}`
    },
  },
  {
    name: 'key may call tools',
    run: async (connection) => {
      const { tools } = await get(connection, '/v1/whoami')
      if (tools.length === 0) throw new Error('The key may not call any tool.')
      return `${tools.length} tools`
    },
  },
  {
    name: 'command line and gateway have the same version',
    run: async (connection) => {
      const version = await gatewayVersion(connection)
      if (version !== VERSION) throw new Warning(`The gateway has ${version}, qm has ${VERSION}.`)
      return version
    },
  },
  {
    name: 'delivery worker runs',
    run: async (connection) => {
      const { tools } = await get(connection, '/v1/whoami')
      if (!tools.includes('health')) return 'not visible to this key'
      const { queue, loop_running: isRunning } = await callForObject(connection, 'health', {})
      if (isRunning !== true) {
        throw new Warning('Not in this process: another one needs QM_ROLE=worker or all.')
      }
      return `queue on ${queue}`
    },
  },
  {
    name: 'tool folders are loaded',
    run: async (connection) => {
      const { is_root: isRoot } = await get(connection, '/v1/whoami')
      if (!isRoot) return 'the load report is for the root key'
      const { load_report: report } = await get(connection, '/v1/toolsets')
      const broken = report.filter(({ problems }) => problems.length > 0)
      if (broken.length === 0) return `${report.length} folders`
      const reasons = broken.map(({ folder, problems }) => `${folder}: ${problems[0]?.reason}`)
      throw new Warning(`${reasons.join(' ')} (qm tools check shows all)`)
    },
  },
]
