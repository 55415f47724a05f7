import type { BinaryWriter } from '@quartermaster/db'
import { LOGGED_CALL, type ToolCall } from './tool-call.ts'

/** Calls of one workspace in a row of `call_log_segments`: few enough to read a segment for one of its calls. */
export const SEGMENT_SIZE = 100

/** Fixed numbers of PostgreSQL's own types. */
const OID = { boolean: 16, integer: 23, text: 25, real: 700, time: 1184 } as const

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
    if (this.size === 0 || call.called_at < this.firstAt) this.firstAt = call.called_at
    if (call.called_at > this.lastAt) this.lastAt = call.called_at
    if (call.agent !== null) this.agents.add(call.agent)
    this.size++
    writeCall(this.calls, call)
  }
}

/** Writes a `logged_call`, each attribute after the number of its type. */
function writeCall(writer: BinaryWriter, call: ToolCall): void {
  const start = writer.length
  writer.int32(0)
  writer.int32(LOGGED_CALL.length)
  writeText(writer, call.agent)
  writeText(writer, call.key_id)
  writeText(writer, call.tool)
  writeText(writer, call.path)
  writeText(writer, call.request_id)
  writeText(writer, call.trace_id)
  writeInteger(writer, call.status)
  writeText(writer, call.code)
  writeText(writer, call.error)
  writeText(writer, call.suggestion)
  writeText(writer, call.answer)
  writer.int32(OID.real)
  writer.real(call.milliseconds)
  writeInteger(writer, call.request_bytes)
  writeInteger(writer, call.response_bytes)
  writeText(writer, call.arguments)
  writer.int32(OID.boolean)
  writer.boolean(call.replayed)
  writer.int32(OID.time)
  writer.time(call.called_at)
  writer.setInt32(start, writer.length - start - 4)
}

function writeText(writer: BinaryWriter, value: string | null): void {
  writer.int32(OID.text)
  if (value === null) writer.null()
  else writer.text(value)
}

function writeInteger(writer: BinaryWriter, value: number): void {
  writer.int32(OID.integer)
  writer.integer(value)
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
  // Arrays have a single dimension, whose index begins at 1, and no nulls. An empty array has no dimension.
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
