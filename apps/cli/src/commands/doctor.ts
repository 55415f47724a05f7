import { findHost, HOST_NAMES } from '@quartermaster/hosts'
import type { Context } from '../context.ts'
import { type Check, Warning } from '../doctor/check.ts'
import { GATEWAY_CHECKS } from '../doctor/gateway-checks.ts'
import { hostChecks } from '../doctor/host-checks.ts'
import { LOCAL_CHECKS } from '../doctor/local-checks.ts'
import { CommandError, EXIT } from '../exit.ts'
import type { Connection } from '../gateway/connection.ts'
import { printJson, printLine } from '../output/print.ts'
import { style } from '../output/style.ts'

const COLORS = { ok: 'green', warning: 'yellow', failed: 'red' } as const

type Outcome = keyof typeof COLORS
type Finding = { readonly check: string; readonly outcome: Outcome; readonly detail: string }

/** Runs all checks for a host, and fails if one of them does. */
export async function doctor({ connection, output }: Context, name = 'claude'): Promise<void> {
  const host = findHost(name)
  if (host === undefined) {
    const known = HOST_NAMES.join(', ')
    throw new CommandError('usage', `Unknown host '${name}'. Known hosts: ${known}.`)
  }
  const findings: Finding[] = []
  for (const check of [...GATEWAY_CHECKS, ...LOCAL_CHECKS, ...hostChecks(name, host)]) {
    const finding = await examine(check, connection)
    findings.push(finding)
    if (!output.json) {
      const outcome = style(COLORS[finding.outcome], finding.outcome.padEnd(7))
      printLine(`${outcome}  ${check.name}: ${finding.detail}`)
    }
  }
  const failed = findings.filter(({ outcome }) => outcome === 'failed').length
  if (output.json) printJson({ ok: failed === 0, host: name, findings })
  if (failed > 0) throw new CommandError('failed', `${failed} of ${findings.length} checks failed.`)
}

async function examine({ name, run }: Check, connection: Connection): Promise<Finding> {
  try {
    return { check: name, outcome: 'ok', detail: await run(connection) }
  } catch (error) {
    if (error instanceof CommandError && error.exitCode === EXIT.unreachable) throw error
    const outcome = error instanceof Warning ? 'warning' : 'failed'
    return { check: name, outcome, detail: error instanceof Error ? error.message : String(error) }
  }
}
