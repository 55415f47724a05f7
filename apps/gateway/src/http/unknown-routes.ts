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

/** The route with the same last segment, such as a tool's name, or with a similar path. */
function closestRoute(
  asked: string,
  path: string,
  methods: ReadonlyMap<string, ReadonlySet<string>>,
): string | undefined {
  const urls = [...methods.keys()].filter((url) => url !== '/' && !/[:*]/.test(url))
  const last = path.split('/').at(-1)
  const url = urls.find((known) => known.endsWith(`/${last}`)) ?? closestName(path, urls)
  if (url === undefined) return undefined
  const allowed = [...(methods.get(url) ?? [])]
  return `${allowed.includes(asked) ? asked : allowed[0]} ${url}`
}
