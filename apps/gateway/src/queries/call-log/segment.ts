import type { BinaryWriter } from '@quartermaster/db'
import { LOGGED_CALL, type ToolCall } from './tool-call.ts'

/** Calls of one workspace in a row of `call_log_segments`: few enough to read a segment for one of its calls. */
export const SEGMENT_SIZE = 100

/** Fixed numbers of PostgreSQL's own types. */
const OID = { boolean: 16, integer: 23, text: 25, real: 700, time: 1184 } as const

const ATTRIBUTES = Object.entries(LOGGED_CALL) as [
  keyof typeof LOGGED_CALL,
  (typeof LOGGED_CALL)[keyof typeof LOGGED_CALL],
][]

/** The columns in the order in which `writeSegment` writes them. */
export const SEGMENT_COLUMNS = [
  'workspace_id',
  'agents',
  'size',
  'first_at',
  'last_at',
  'calls',
] as const

/** A row of `call_log_segments` that is being filled. Its calls are kept as the bytes of a `logged_call[]`. */
export class Segment {
  readonly workspaceId: string | null
  readonly agents = new Set<string>()
  readonly calls: BinaryWriter
  size = 0
  firstAt = new Date(0)
  lastAt = new Date(0)

  constructor(workspaceId: string | null, calls: BinaryWriter) {
    this.workspaceId = workspaceId
    this.calls = calls
  }

  add(call: ToolCall): void {
    if (this.size === 0) this.firstAt = call.called_at
    if (call.called_at > this.lastAt) this.lastAt = call.called_at
    if (call.agent !== null) this.agents.add(call.agent)
    this.size++
    const { calls } = this
    const start = calls.length
    calls.int32(0)
    calls.int32(ATTRIBUTES.length)
    for (const [name, type] of ATTRIBUTES) {
      calls.int32(OID[type])
      writeValue(calls, type, call[name])
    }
    calls.setInt32(start, calls.length - start - 4)
  }
}

/** `callType` is the number of PostgreSQL's type `logged_call` in this database. */
export function writeSegment(writer: BinaryWriter, segment: Segment, callType: number): void {
  if (segment.workspaceId === null) writer.null()
  else writer.uuid(segment.workspaceId)
  writeArray(writer, OID.text, segment.agents.size, () => {
    for (const agent of segment.agents) writer.text(agent)
  })
  writer.integer(segment.size)
  writer.time(segment.firstAt)
  writer.time(segment.lastAt)
  writeArray(writer, callType, segment.size, () => writer.raw(segment.calls.bytes))
}

function writeArray(
  writer: BinaryWriter,
  type: number,
  size: number,
  writeElements: () => void,
): void {
  const start = writer.length
  writer.int32(0)
  // One dimension whose index begins at 1, without a null. An empty array has no dimension.
  writer.int32(size === 0 ? 0 : 1)
  writer.int32(0)
  writer.int32(type)
  if (size > 0) {
    writer.int32(size)
    writer.int32(1)
    writeElements()
  }
  writer.setInt32(start, writer.length - start - 4)
}

function writeValue(
  writer: BinaryWriter,
  type: keyof typeof OID,
  value: ToolCall[keyof ToolCall],
): void {
  if (value === null) writer.null()
  else if (type === 'text') writer.text(value as string)
  else if (type === 'integer') writer.integer(value as number)
  else if (type === 'real') writer.real(value as number)
  else if (type === 'boolean') writer.boolean(value as boolean)
  else writer.time(value as Date)
}
