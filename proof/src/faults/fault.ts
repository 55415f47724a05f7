import type { NetworkProxy, RedisServer } from '@quartermaster/testing'
import type { Gateway } from '../system/gateway.ts'
import type { Postgres } from '../system/postgres.ts'

/** The real processes that a fault breaks from outside. */
export type System = {
  readonly postgres: Postgres
  readonly redis: RedisServer
  readonly redisProxy: NetworkProxy
  gateway(): Gateway
  worker(): Gateway
  /** `kill -9`, and a start in its place as an orchestrator would do it. */
  replaceGateway(): Promise<void>
  replaceWorker(): Promise<void>
}

export type Fault = {
  readonly name: string
  /** How the system is started, where the defaults do not suit the fault. */
  readonly variables?: Readonly<Record<string, string>>
  /** Breaks something for about this long and returns when it is whole again. */
  readonly run: (system: System, seconds: number) => Promise<void>
  /** Calls cannot succeed during this fault, so `/readyz` must say so. */
  readonly stopsCalls?: true
  /** The code of an error that calls get because of this fault, and must not repeat by themselves. */
  readonly explains?: string
}
