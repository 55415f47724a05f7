import { closestName, ToolError } from '@quartermaster/toolkit'
import fp from 'fastify-plugin'
import findMyWay from 'find-my-way'

export const nothingHere = (meant?: string): ToolError =>
  new ToolError('not_found', 'There is nothing at this path.', {
    suggestion:
      meant === undefined
        ? 'GET /openapi.json lists all routes.'
        : `Did you mean ${meant}? GET /openapi.json lists all routes.`,
  })

/** Answers 405 with `Allow` at a path that has other methods, and 404 at any other unknown path. */
export default fp(
  async (app) => {
    const methods = new Map<string, Set<string>>()
    const router = findMyWay({ ignoreTrailingSlash: true })

    app.addHook('onRoute', ({ url, method }) => {
      const known = methods.get(url)
      const allowed = known ?? new Set<string>()
      // This route accepts every method, and the tool refuses most of them. Every tool accepts POST.
      const isAnyTool = url.endsWith('/tools/:name')
      for (const name of isAnyTool ? ['POST'] : [method].flat()) allowed.add(name)
      if (known !== undefined) return
      methods.set(url, allowed)
      router.on('GET', url, () => {}, allowed)
    })

    app.setNotFoundHandler(async (request) => {
      const path = request.url.split('?')[0] ?? '/'
      const found = router.find('GET', path)
      if (found === null) {
        const failure = nothingHere(closestRoute(request.method, path, methods))
        const tool = calledTool(request.method, path, methods)
        if (tool !== undefined) app.logRefusedCall(request, tool, failure)
        throw failure
      }
      const allowed = found.store as Set<string>
      const allow = [...allowed].join(', ')
      throw new ToolError(
        'method_not_allowed',
        `This path does not accept ${request.method}. It accepts: ${allow}.`,
        {
          suggestion: otherMethod(
            request.method,
            path,
            allowed,
            (url) => router.find('GET', url)?.store,
            methods,
          ),
          headers: { allow },
        },
      )
    })
  },
  { name: 'unknown-routes' },
)

/** The tool that a request at an unknown path tried to call, such as POST /v1/tool/get_context. */
function calledTool(asked: string, path: string, methods: Methods): string | undefined {
  const name = lastOf(path)
  const isTool = methods.has(`/v1/tools/${name}`) || /\/tools?\/[^/]+$/.test(path)
  return asked === 'POST' && isTool ? name : undefined
}

const WRITES = ['POST', 'PUT', 'PATCH']

/** The request that a caller with a wrong method may have meant, at this path or a neighbouring one. */
function otherMethod(
  asked: string,
  path: string,
  allowed: ReadonlySet<string>,
  methodsAt: (path: string) => unknown,
  methods: Methods,
): string {
  const accepts = (url: string, method: string) => {
    const at = methodsAt(url)
    return at instanceof Set && at.has(method)
  }
  const writes = WRITES.filter((method) => allowed.has(method))
  if (WRITES.includes(asked) && writes.length === 1) return `Send the call as ${writes[0]}.`
  const below = `${path.replace(/\/$/, '')}/{name}`
  if (asked === 'POST' && accepts(below, 'PUT')) return `Call PUT ${below}.`
  const elsewhere = [...methods].find(([url, at]) => {
    return asked === 'POST' && at.has('POST') && lastOf(url) === lastOf(path)
  })
  if (elsewhere !== undefined) return `Call POST ${elsewhere[0].replace(/:(\w+)/g, '{$1}')}.`
  const above = path.split('/').slice(0, -1).join('/')
  if (asked === 'GET' && accepts(above, 'GET')) return `GET ${above} lists what is there.`
  return 'Use one of the methods in the Allow header.'
}

type Methods = ReadonlyMap<string, ReadonlySet<string>>

/** The route with the same last segment, such as a tool's name, or with a similar path. */
function closestRoute(asked: string, path: string, methods: Methods): string | undefined {
  const urls = [...methods.keys()].filter((url) => url !== '/' && !/[:*]/.test(url))
  const last = path.split('/').at(-1)
  const withMethod = (url: string, at = url) => {
    const allowed = [...(methods.get(url) ?? [])]
    return `${allowed.includes(asked) ? asked : allowed[0]} ${at}`
  }
  const sameName = urls.find((known) => known.endsWith(`/${last}`))
  if (sameName !== undefined) return withMethod(sameName)

  const siblings = siblingsOf(path, methods)
  if (siblings.length > 0) {
    return siblings.map((url) => withMethod(url, inPlaceOf(path, url))).join(' or ')
  }
  const alike = urls.filter((url) => url.split('/').length === path.split('/').length)
  const closest = closestName(path, alike)
  return closest === undefined ? undefined : withMethod(closest)
}

/** The routes below the same subject: /v1/schedules/:id/pause for /v1/schedules/1/stop. */
function siblingsOf(path: string, methods: Methods): string[] {
  const segments = path.split('/').slice(0, -1)
  const urls = [...methods.keys()].filter((url) => {
    const known = url.split('/')
    const isBelow = known.pop()?.match(/^\w+$/) && known.at(-1)?.startsWith(':')
    if (!isBelow || known.length !== segments.length) return false
    return known.every((segment, index) => segment.startsWith(':') || segment === segments[index])
  })
  const meant = closestName(lastOf(path), urls.map(lastOf))
  return meant === undefined ? urls : urls.filter((url) => lastOf(url) === meant)
}

const lastOf = (path: string): string => path.split('/').at(-1) ?? ''

const inPlaceOf = (path: string, url: string): string =>
  [...path.split('/').slice(0, -1), lastOf(url)].join('/')
