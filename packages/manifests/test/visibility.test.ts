import type { Access, Caller } from '@quartermaster/toolkit'
import { expect, test } from 'vitest'
import { findToolset, toolsetFamily, visibleToolsets } from '../src/index.ts'
import { failure, manifestOf, moduleOf, toolsFolder } from './folders.ts'

const folder = (functions: string[], more = '') => ({
  'manifest.yaml': manifestOf('Label', functions, more),
  'tool.ts': moduleOf(functions.map((name) => `${name}() { return '${name}' }`).join('\n')),
})
const UNLIMITED: Access = { rules: [], paths: null }
const callerOf = (workspace: string, access = UNLIMITED, isRoot = false) =>
  ({ workspace, workspaceId: workspace, agent: 'Ada', access, isRoot }) as Caller

test('A17 a folder with workspaces is visible and callable only there', async () => {
  const { open } = await toolsFolder({
    Sales: folder(['sell'], 'workspaces: [sales]'),
    Open: folder(['greet']),
  })
  const toolsets = await open()
  const ids = (caller: Caller) =>
    visibleToolsets(toolsets, caller)
      .list()
      .map(({ id }) => id)
  expect(ids(callerOf('sales'))).toEqual(['Open', 'Sales'])
  expect(ids(callerOf('support'))).toEqual(['Open'])
  expect(ids(callerOf('support', UNLIMITED, true))).toEqual(['Open', 'Sales'])

  const find = (caller: Caller) => toolsetFamily.find('Sales', { caller, services: { toolsets } })
  expect((await find(callerOf('sales'))).map(({ name }) => name)).toEqual(['sell'])
  const foreign = await failure(find(callerOf('support')))
  expect(foreign).toMatchObject({
    code: 'not_found',
    message: "There is no toolset 'Sales'. Toolsets: 'Open'.",
  })
})

test('F9 an unknown toolset is called a toolset, with the existing ones and a suggestion', async () => {
  const { open } = await toolsFolder({ Multiply: folder(['multiply']), Web: folder(['search']) })
  const toolsets = visibleToolsets(await open(), callerOf('default'))
  const error = await failure(findToolset(toolsets, 'Multipl'))
  expect(error).toMatchObject({
    code: 'not_found',
    message: "There is no toolset 'Multipl'. Toolsets: 'Multiply', 'Web'.",
    suggestion: "Did you mean 'Multiply'?",
  })
})

test('F8 an unknown function of a folder is answered with the folder’s functions', async () => {
  const { open } = await toolsFolder({ Math: folder(['multiply', 'divide']) })
  const call = { caller: callerOf('default'), services: { toolsets: await open() } }
  const error = await toolsetFamily.explainMissing?.('Math', 'multipli', call)
  expect(error).toMatchObject({
    code: 'unknown_tool',
    message: "The toolset 'Math' has no function 'multipli'. Functions: multiply, divide.",
    suggestion: "Did you mean 'multiply'?",
  })
})

test('A20 only the root key sees why a folder cannot be loaded', async () => {
  const { open } = await toolsFolder({ Broken: { 'manifest.yaml': 'a: b: c' } })
  const toolsets = await open()
  const tenant = visibleToolsets(toolsets, callerOf('default'))
  const operator = visibleToolsets(toolsets, callerOf('default', UNLIMITED, true))
  expect(tenant.report()).toEqual([])
  expect(operator.report()).toMatchObject([{ folder: 'Broken', status: 'broken' }])
  const message = async (visible: typeof tenant) =>
    (await failure(findToolset(visible, 'Broken'))).message
  expect(await message(tenant)).toBe("The toolset 'Broken' cannot be loaded.")
  expect(await message(operator)).toContain('not valid YAML')
})
