export { type Access, type AccessRule, DENY_ALL, mayCall } from './access.ts'
export type { Call, Caller, Log } from './call.ts'
export { capAnswer } from './cap-answer.ts'
export { closestName, explainProblems } from './explain.ts'
export { type Job, startJob } from './job/start-job.ts'
export {
  canonicalJson,
  type ExactNumber,
  isExactNumber,
  isObject,
  MalformedJson,
  parseJson,
  stringifyJson,
} from './json.ts'
export { decodeCursor, encodeCursor } from './page/cursor.ts'
export { type Page, type PageRequest, pageSize, readCursor, toPage } from './page/page.ts'
export { isLinearPattern } from './pattern.ts'
export { ConfigError, readEnvironment } from './read-environment.ts'
export { type Arguments, parseQueryArguments, readInput, unwrapEnvelope } from './read-input.ts'
export { readValue } from './read-value.ts'
export type { Problem, Reading } from './reading.ts'
export {
  acceptScalarAsText,
  customMessage,
  Input,
  JsonText,
  strictType,
  withDefaultsOptional,
} from './schema.ts'
export { printable, quote } from './text/quote.ts'
export { fromStorable, isStorable, toStorable } from './text/storable.ts'
export { subjectPath, toolPath } from './tool/paths.ts'
export {
  type Effect,
  type Example,
  type Method,
  type RoutedTool,
  type Tool,
  type ToolFamily,
  type ToolGroup,
  toolsFor,
} from './tool.ts'
export { ERROR_CODES, type ErrorCode, ToolError } from './tool-error.ts'
export { type ContentBlock, ToolResponse } from './tool-response.ts'
