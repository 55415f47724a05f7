import { GatewayError } from '@quartermaster/client'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { isLong } from '../api/long-lists.ts'
import { toast } from '../ui/toast.ts'

/** A session that has ended leads back to the key field. */
function onError(error: unknown): void {
  if (error instanceof GatewayError && error.status === 401) {
    queryClient.setQueryData(['session'], null)
  }
}

export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({
    onError: (error) => {
      onError(error)
      toast.error(error)
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 5000,
      refetchOnMount: (query) => !isLong(query),
      refetchOnWindowFocus: (query) => !isLong(query),
      refetchOnReconnect: (query) => !isLong(query),
      retry: (count, error) =>
        count < 2 &&
        (!(error instanceof GatewayError) || error.status === 0 || error.status >= 500),
    },
  },
})
