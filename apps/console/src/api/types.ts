import type { Answer } from './request.ts'

/** Answers of the gateway that several views show. */

export type Session = Answer<'/v1/session'>

export type Call = Answer<'/v1/calls'>['calls'][number]

export type CallWithAnswer = Answer<'/v1/calls/{id}'>

export type CallStatistics = Answer<'/v1/stats'>['stats'][number]

export type Agent = Answer<'/v1/agents'>['agents'][number]
