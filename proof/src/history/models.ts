import type { Model } from './find-order.ts'

// Each model covers everything that one key, topic, row or schedule answers, so that histories are
// checked one subject at a time.

export type KeyInput =
  | { readonly kind: 'push'; readonly value: number; readonly ifVersion?: number }
  | { readonly kind: 'delete' }
  | { readonly kind: 'read' }
export type KeyOutput =
  | { readonly kind: 'version'; readonly version: number }
  | { readonly kind: 'refused' }
  | { readonly kind: 'value'; readonly value: number | undefined }
type KeyState = { readonly version: number; readonly value: number | undefined }

/** A key that everyone can read. Deleting it adds a version and takes the value away. */
export const keyModel: Model<KeyState, KeyInput, KeyOutput> = {
  initial: { version: 0, value: undefined },
  describe: ({ version, value }) => `${version} ${value}`,
  step(state, input, output) {
    if (input.kind === 'read') {
      return output === undefined || (output.kind === 'value' && output.value === state.value)
        ? [state]
        : []
    }
    const exists = state.value !== undefined
    const isRefused =
      input.kind === 'delete'
        ? !exists
        : input.ifVersion !== undefined && input.ifVersion !== (exists ? state.version : 0)
    if (isRefused) return output === undefined || output.kind === 'refused' ? [state] : []
    const version = state.version + 1
    const value = input.kind === 'push' ? input.value : undefined
    const isRight =
      output === undefined || (output.kind === 'version' && output.version === version)
    return isRight ? [{ version, value }] : []
  },
}

export type TopicInput =
  | { readonly kind: 'subscribe' | 'unsubscribe'; readonly agent: string }
  | { readonly kind: 'push'; readonly value: number }
  | { readonly kind: 'read'; readonly agent: string }
export type TopicOutput =
  | { readonly kind: 'done' }
  | { readonly kind: 'notified'; readonly agents: readonly string[] }
  | { readonly kind: 'value'; readonly value: number | undefined }
type TopicState = {
  readonly members: readonly string[]
  readonly value: number | undefined
  readonly readers: readonly string[]
}

/** A topic and one key that is pushed to it: the members at the time of a push are its readers. */
export const topicModel: Model<TopicState, TopicInput, TopicOutput> = {
  initial: { members: [], value: undefined, readers: [] },
  describe: ({ members, value, readers }) => `${members} ${value} ${readers}`,
  step(state, input, output) {
    const { members } = state
    switch (input.kind) {
      case 'subscribe':
        return [{ ...state, members: [...new Set([...members, input.agent])].sort() }]
      case 'unsubscribe':
        return [{ ...state, members: members.filter((member) => member !== input.agent) }]
      case 'push': {
        const isRight =
          output === undefined ||
          (output.kind === 'notified' && String([...output.agents].sort()) === String(members))
        return isRight ? [{ members, value: input.value, readers: members }] : []
      }
      case 'read': {
        const value = state.readers.includes(input.agent) ? state.value : undefined
        const isRight = output === undefined || (output.kind === 'value' && output.value === value)
        return isRight ? [state] : []
      }
    }
  },
}

export type RowInput =
  | { readonly kind: 'save'; readonly value: number }
  | { readonly kind: 'update'; readonly value: number }
  | { readonly kind: 'read' }
export type RowOutput = { readonly version: number; readonly value: number | undefined }
type RowState = RowOutput

/** A row of a table: every change adds a version. */
export const rowModel: Model<RowState, RowInput, RowOutput> = {
  initial: { version: 0, value: undefined },
  describe: ({ version, value }) => `${version} ${value}`,
  step(state, input, output) {
    const after = input.kind === 'read' ? state : { version: state.version + 1, value: input.value }
    const isRight =
      output === undefined || (output.version === after.version && output.value === after.value)
    return isRight ? [after] : []
  },
}

export type ScheduleInput =
  | { readonly kind: 'change'; readonly prompt: string }
  | { readonly kind: 'pause' | 'resume' | 'cancel' | 'read' }
export type ScheduleOutput =
  | { readonly kind: 'done' | 'refused' }
  | {
      readonly kind: 'schedule'
      readonly prompt: string
      readonly isPaused: boolean
      readonly isActive: boolean
    }
type ScheduleState = {
  readonly prompt: string
  readonly isPaused: boolean
  readonly isActive: boolean
}

/** A schedule far in the future. Once cancelled, it stays as it is. */
export const scheduleModel: Model<ScheduleState, ScheduleInput, ScheduleOutput> = {
  initial: { prompt: 'first', isPaused: false, isActive: true },
  describe: ({ prompt, isPaused, isActive }) => `${prompt} ${isPaused} ${isActive}`,
  step(state, input, output) {
    if (input.kind === 'read') {
      const isRight =
        output === undefined ||
        (output.kind === 'schedule' &&
          output.prompt === state.prompt &&
          output.isActive === state.isActive &&
          // It does not matter whether a cancelled schedule is still paused.
          (!state.isActive || output.isPaused === state.isPaused))
      return isRight ? [state] : []
    }
    if (!state.isActive) return output === undefined || output.kind === 'refused' ? [state] : []
    if (output?.kind === 'refused') return []
    switch (input.kind) {
      case 'change':
        return [{ ...state, prompt: input.prompt }]
      case 'pause':
        return [{ ...state, isPaused: true }]
      case 'resume':
        return [{ ...state, isPaused: false }]
      case 'cancel':
        return [{ ...state, isActive: false }]
    }
  },
}
