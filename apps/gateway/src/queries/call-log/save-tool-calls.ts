import { BinaryWriter, copyRows, type Database, inTransaction } from '@quartermaster/db'
import { PendingCounts, saveCounts } from './call-counts.ts'
import { SEGMENT_COLUMNS, SEGMENT_SIZE, Segment, writeSegment } from './segment.ts'
import type { ToolCall } from './tool-call.ts'

const SAVE_MS = 20_000
/** Enough for the segments of one workspace in a full batch. */
const KEPT_WRITERS = 8

/** Calls that are not in the database yet. */
export class PendingCalls {
  readonly counts = new PendingCounts()
  readonly writer = new BinaryWriter()
  segments: Segment[] = []
  size = 0
  /** By workspace, the segment that the next call is added to. */
  readonly #open = new Map<string | null, Segment>()
  /** Writers of former segments, so that their memory is used again. */
  #writers: BinaryWriter[] = []

  add(call: ToolCall): void {
    this.counts.add(call)
    this.#segmentFor(call.workspace_id).add(call)
    this.size++
  }

  clear(): void {
    this.#writers = this.segments.slice(0, KEPT_WRITERS).map(({ calls }) => calls)
    this.segments = []
    this.size = 0
    this.#open.clear()
    this.counts.clear()
  }

  #segmentFor(workspaceId: string | null): Segment {
    const open = this.#open.get(workspaceId)
    if (open !== undefined && open.size < SEGMENT_SIZE) return open
    const writer = this.#writers.pop() ?? new BinaryWriter()
    writer.clear()
    const segment = new Segment(workspaceId, writer)
    this.#open.set(workspaceId, segment)
    this.segments.push(segment)
    return segment
  }
}

export async function saveToolCalls(db: Database, pending: PendingCalls): Promise<void> {
  const { counts, segments, writer } = pending
  const target = { table: 'call_log_segments', columns: SEGMENT_COLUMNS, writer }
  await inTransaction(db, SAVE_MS, async (trx) => {
    const callType = await saveCounts(trx, counts)
    await copyRows(trx, target, segments, (segment) => writeSegment(writer, segment, callType))
  })
}
