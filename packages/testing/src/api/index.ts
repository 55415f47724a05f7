// Exports for programs outside of vitest; the package's main entry imports vitest.
export { randomFrom, type SeededRandom } from '../random-from.ts'
export { type Operation, operationsOf, type Schema } from './operations.ts'
export {
  createSampleData,
  type SampleData,
  type Send,
  sampleBodies,
  samplePathValue,
} from './sample-data.ts'
