/** A call of a history: its input, what it answered, and when it began and ended. */
export type Operation<Input, Output> = {
  readonly input: Input
  /** Undefined if no answer arrived: the call may have had its effect, later or never. */
  readonly output: Output | undefined
  readonly began: number
  /** Infinity if no answer arrived. */
  readonly ended: number
}

/** The behaviour of a part of the system when its calls run one after the other. */
export type Model<State, Input, Output> = {
  readonly initial: State
  /**
   * The states after the call, one for each way it may have gone; none if the answer is impossible
   * in this state.
   */
  readonly step: (state: State, input: Input, output: Output | undefined) => readonly State[]
  /** Equal states have equal texts. */
  readonly describe: (state: State) => string
}

/**
 * Whether one order of all calls, in which no call comes before one that had ended when it began,
 * explains every answer (Wing and Gong's search, with Lowe's memory of visited configurations).
 */
export function hasOrder<State, Input, Output>(
  model: Model<State, Input, Output>,
  history: readonly Operation<Input, Output>[],
): boolean {
  const operations = [...history].sort((a, b) => a.began - b.began)
  const visited = new Set<string>()
  const stack: { done: bigint; state: State }[] = [{ done: 0n, state: model.initial }]
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { done, state } = next
    const open = operations.flatMap((operation, index) =>
      (done >> BigInt(index)) & 1n ? [] : [{ operation, index }],
    )
    // A call without an answer need not have happened.
    if (open.every(({ operation }) => operation.output === undefined)) return true
    const earliestEnd = Math.min(...open.map(({ operation }) => operation.ended))
    for (const { operation, index } of open) {
      if (operation.began > earliestEnd) break
      for (const after of model.step(state, operation.input, operation.output)) {
        const configuration = { done: done | (1n << BigInt(index)), state: after }
        const key = `${configuration.done} ${model.describe(after)}`
        if (visited.has(key)) continue
        visited.add(key)
        stack.push(configuration)
      }
    }
  }
  return false
}
