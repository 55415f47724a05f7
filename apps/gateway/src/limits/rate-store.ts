export type RateCount = { readonly name: string; readonly calls: number }

/** A store through which gateways exchange the numbers of calls that they counted. */
export type RateStore = {
  /** Adds the calls of this process to those of all gateways, and returns the sums. */
  add(minute: number, counts: readonly RateCount[]): Promise<readonly RateCount[]>
  forgetBefore(minute: number): Promise<void>
  close(): Promise<void>
}

/** `add` failed, and certainly added nothing: the counts can be added later. */
export class NothingAdded extends Error {
  override readonly name = 'NothingAdded'
}
