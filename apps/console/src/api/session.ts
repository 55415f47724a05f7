import { GatewayError } from '@quartermaster/client'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { actingAs } from './acting-as.ts'
import { api } from './request.ts'
import type { Session } from './types.ts'

/** Null: nobody is signed in. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async (): Promise<Session | null> => {
    try {
      return await api.get('/v1/session')
    } catch (error) {
      if (error instanceof GatewayError && error.status === 401) return null
      // The workspace or the agent of this tab was removed.
      const isGone = error instanceof GatewayError && error.status === 404
      if (!isGone || Object.keys(actingAs.get()).length === 0) throw error
      actingAs.set({})
      return api.get('/v1/session')
    }
  },
})

export const useSessionQuery = () => useQuery(sessionQuery)

export const SessionContext = createContext<Session | null>(null)

/** The signed-in key, for components below the shell. */
export function useSession(): Session {
  const session = useContext(SessionContext)
  if (session === null) throw new Error('useSession is for components below SessionContext')
  return session
}

/** Whether the key may use an operation of the OpenAPI document, for example `create_agent`. */
export function useMay(): (operation: string) => boolean {
  const { operations } = useSession()
  return (operation) => operations.includes(operation)
}

/** Whether the key may call a tool that needs no table, document or thread. */
export function useMayCall(): (tool: string) => boolean {
  const { tools } = useSession()
  return (tool) => tools.includes(tool)
}
