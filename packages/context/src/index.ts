export { type Swept, sweepContext } from './sweep.ts'
export type { ContextServices } from './tool.ts'
export { contextToolset } from './toolset.ts'
