const FIRST_BYTES = 4096
/** UTF-8 has at most this many bytes for a unit of a JavaScript string. */
const MOST_BYTES_OF_UNIT = 3
/** PostgreSQL counts microseconds from the beginning of the year 2000. */
const EPOCH_MS = Date.UTC(2000, 0, 1)
const INT_32 = 2 ** 32

/**
 * Writes values in PostgreSQL's binary format, each after its length. The bytes are kept when the writer is cleared,
 * so that values which wait for their statement are no objects that the garbage collector has to copy.
 */
export class BinaryWriter {
  #bytes = Buffer.allocUnsafe(FIRST_BYTES)
  #view = viewOf(this.#bytes)
  #length = 0

  get length(): number {
    return this.#length
  }

  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.#length)
  }

  clear(): void {
    this.#length = 0
  }

  null(): void {
    this.int32(-1)
  }

  text(value: string): void {
    this.#reserve(4 + value.length * MOST_BYTES_OF_UNIT)
    const size = this.#bytes.write(value, this.#length + 4)
    this.#view.setInt32(this.#length, size)
    this.#length += 4 + size
  }

  integer(value: number): void {
    this.int32(4)
    this.int32(value)
  }

  real(value: number): void {
    this.int32(4)
    this.#reserve(4)
    this.#view.setFloat32(this.#length, value)
    this.#length += 4
  }

  boolean(value: boolean): void {
    this.int32(1)
    this.#reserve(1)
    this.#view.setUint8(this.#length, value ? 1 : 0)
    this.#length += 1
  }

  time(value: Date): void {
    const microseconds = (value.getTime() - EPOCH_MS) * 1000
    this.int32(8)
    this.int32(Math.floor(microseconds / INT_32))
    this.int32(microseconds % INT_32)
  }

  uuid(value: string): void {
    this.int32(16)
    this.raw(Buffer.from(value.replaceAll('-', ''), 'hex'))
  }

  int16(value: number): void {
    this.#reserve(2)
    this.#view.setInt16(this.#length, value)
    this.#length += 2
  }

  int32(value: number): void {
    this.#reserve(4)
    this.#view.setInt32(this.#length, value)
    this.#length += 4
  }

  raw(bytes: Uint8Array): void {
    this.#reserve(bytes.length)
    this.#bytes.set(bytes, this.#length)
    this.#length += bytes.length
  }

  /** Replaces an `int32` that was written at a former `length`. */
  setInt32(position: number, value: number): void {
    this.#view.setInt32(position, value)
  }

  #reserve(more: number): void {
    const needed = this.#length + more
    if (needed <= this.#bytes.length) return
    const larger = Buffer.allocUnsafe(Math.max(needed, this.#bytes.length * 2))
    this.#bytes.copy(larger, 0, 0, this.#length)
    this.#bytes = larger
    this.#view = viewOf(larger)
  }
}

const viewOf = ({ buffer, byteOffset, byteLength }: Buffer): DataView =>
  new DataView(buffer, byteOffset, byteLength)
