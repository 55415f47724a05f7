import { ToolError } from '@quartermaster/toolkit'
import fp from 'fastify-plugin'
import findMyWay from 'find-my-way'

/** A path that exists under another method is told from one that does not exist. */
export default fp(
  async (app) => {
    const methods = new Map<string, Set<string>>()
    const router = findMyWay({ ignoreTrailingSlash: true })

    app.addHook('onRoute', ({ url, method }) => {
      const known = methods.get(url)
      const allowed = known ?? new Set<string>()
      // There every method comes to the tool, which refuses most of them; POST all tools take.
      const isAnyTool = url.endsWith('/tools/:name')
      for (const name of isAnyTool ? ['POST'] : [method].flat()) allowed.add(name)
      if (known !== undefined) return
      methods.set(url, allowed)
      router.on('GET', url, () => {}, allowed)
    })

    app.setNotFoundHandler(async (request) => {
      const found = router.find('GET', request.url.split('?')[0] ?? '/')
      if (found === null)
        throw new ToolError('not_found', 'There is nothing at this path.', {
          suggestion: 'See /docs for all routes.',
        })
      const allow = [...(found.store as Set<string>)].join(', ')
      throw new ToolError(
        'method_not_allowed',
        `This path does not take ${request.method}, but ${allow}.`,
        {
          headers: { allow },
        },
      )
    })
  },
  { name: 'unknown-routes' },
)
