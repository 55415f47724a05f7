import type { Socket } from 'node:net'
import pg from 'pg'

const CLOSE_MS = 1000

/** `connection` is not in pg's types. */
export const socketOf = (client: pg.Client | pg.PoolClient): Socket =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream

/** `pipeline` is not in pg's types. */
export function setPipeline(client: pg.Client | pg.PoolClient, isOn: boolean): void {
  ;(client as unknown as { pipeline: boolean }).pipeline = isOn
}

/**
 * A client whose `end` always resolves: the peer of a half-open connection never confirms the end of
 * the session, so the socket is destroyed after CLOSE_MS.
 */
export class Client extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: pg declares `end` with and without a callback.
  override end(callback?: any): any {
    const timer = setTimeout(() => socketOf(this).destroy(), CLOSE_MS)
    this.once('end', () => clearTimeout(timer))
    return callback === undefined ? super.end() : super.end(callback)
  }
}
