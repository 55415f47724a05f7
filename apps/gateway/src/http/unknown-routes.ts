import { ToolError } from '@quartermaster/toolkit'
import fp from 'fastify-plugin'
import findMyWay from 'find-my-way'

export const nothingHere = (): ToolError =>
  new ToolError('not_found', 'There is nothing at this path.', {
    suggestion: 'See /docs for all routes.',
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
      const found = router.find('GET', request.url.split('?')[0] ?? '/')
      if (found === null) throw nothingHere()
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
