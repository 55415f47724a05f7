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
      // This route takes every method, and the tool refuses most of them. Every tool takes POST.
      const isAnyTool = url.endsWith('/tools/:name')
      for (const name of isAnyTool ? ['POST'] : [method].flat()) allowed.add(name)
      if (known !== undefined) return
      methods.set(url, allowed)
      router.on('GET', url, () => {}, allowed)
    })

    app.setNotFoundHandler(async (request) => {
      const path = request.url.split('?')[0] ?? '/'
      const found = router.find('GET', path)
      if (found === null) throw nothingHere(closestRoute(request.method, path, methods))
      const allow = [...(found.store as Set<string>)].join(', ')
      throw new ToolError(
        'method_not_allowed',
        `This path does not accept ${request.method}. It accepts: ${allow}.`,
        {
          headers: { allow },
        },
      )
    })
  },
  { name: 'unknown-routes' },
)

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
