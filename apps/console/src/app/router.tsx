import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
} from '@tanstack/react-router'
import { GATEWAY_URL } from '../api/gateway-url.ts'
import { EmptyState, ErrorState, Loading } from '../ui/states.tsx'
import { SignedIn } from './shell.tsx'
import { VIEWS } from './views.ts'

const rootRoute = createRootRoute({
  component: SignedIn,
  notFoundComponent: () => (
    <EmptyState title="There is no such page">Choose a view on the left.</EmptyState>
  ),
})

const routes = VIEWS.flatMap(({ pages }) =>
  pages.map(({ path, load }) =>
    createRoute({
      getParentRoute: () => rootRoute,
      path,
      component: lazyRouteComponent(async () => ({ default: await load() })),
      validateSearch: (search: Record<string, string>) => search,
    }),
  ),
)

/** The search of a URL is plain text: `?tool=health&outcome=error`. */
export const router = createRouter({
  basepath: new URL(GATEWAY_URL).pathname,
  routeTree: rootRoute.addChildren(routes),
  defaultPreload: 'intent',
  defaultPendingComponent: Loading,
  defaultErrorComponent: ({ error, reset }) => <ErrorState error={error} onRetry={reset} />,
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search) => {
    const entries = Object.entries(search).filter(([, value]) => value !== undefined)
    const text = new URLSearchParams(entries.map(([name, value]) => [name, String(value)]))
    return text.size === 0 ? '' : `?${text}`
  },
})
