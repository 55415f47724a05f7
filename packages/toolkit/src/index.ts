export { type BatchOptions, collectBatches, fulfilled, rejected } from './batch/collect-batches.ts'
export { queueByLock } from './batch/queue-by-lock.ts'
export { Slots } from './collections/slots.ts'
export {
  type ConcurrencyLimit,
  type ConcurrencyLimits,
  limitConcurrency,
  limitConcurrencyOfEach,
} from './concurrency/limit-concurrency.ts'
export { addExample } from './input/add-example.ts'
export { closestName } from './input/closest-name.ts'
export { closestToolName } from './input/closest-tool-name.ts'
export { explainProblems } from './input/explain-problems.ts'
export { parseQueryArguments } from './input/query-arguments.ts'
export { ConfigError, readEnvironment } from './input/read-environment.ts'
export { readInput } from './input/read-input.ts'
export { type Arguments, readParameters, unwrapEnvelope } from './input/unwrap-envelope.ts'
export { type Job, startJob } from './job/start-job.ts'
export {
  canonicalJson,
  type ExactNumber,
  isExactNumber,
  isObject,
  MalformedJson,
  parseJson,
  parseOwnJson,
  setMember,
  stringifyJson,
} from './json/json.ts'
export { decodeCursor, encodeCursor, unknownCursor } from './page/cursor.ts'
export { type Page, type PageRequest, pageSize, readCursor, toPage } from './page/page.ts'
export { type ListRequest, readSorting, type Sorting, toSortedPage } from './page/sorting.ts'
export {
  acceptScalarAsText,
  customMessage,
  Input,
  JsonText,
  lifetimeUnit,
  listedBy,
  strictType,
  withDefaultsOptional,
} from './schema/annotations.ts'
export { isLinearPattern } from './schema/pattern.ts'
export type { Problem, ReadResult } from './schema/read-result.ts'
export { readValue } from './schema/read-value.ts'
export { SECRET_NAME } from './secrets/secret-name.ts'
export { mapSecretTexts, secretTexts } from './secrets/secret-texts.ts'
export { mapUrlSecrets } from './secrets/url-secrets.ts'
export {
  createVault,
  isSealed,
  SEALED_PATTERN,
  SealedByOtherKey,
  type Vault,
  type VaultKey,
  vaultKey,
} from './secrets/vault.ts'
export { countOf } from './text/count-of.ts'
export { whyDeceptive } from './text/deceptive-name.ts'
export { likelyMisspelling } from './text/likely-misspelling.ts'
export { newId } from './text/new-id.ts'
export { printable, quote } from './text/quote.ts'
export { fromStorable, isStorable, toStorable } from './text/storable.ts'
export {
  type Access,
  type AccessReason,
  type AccessRule,
  DENY_ALL,
  explainAccess,
  mayCall,
} from './tool/access.ts'
export type { Call, Caller, Log } from './tool/call.ts'
export { subjectPath, toolPath } from './tool/paths.ts'
export { QUOTAS, type Quota } from './tool/quota.ts'
export {
  type BatchedTool,
  type CallBatch,
  type CallInBatch,
  type Effect,
  type Example,
  type Method,
  type RoutedTool,
  type Tool,
  type ToolFamily,
  type ToolGroup,
  toolsFor,
} from './tool/tool.ts'
export { ERROR_CODES, type ErrorCode, ToolError } from './tool/tool-error.ts'
export { type ContentBlock, ToolResponse } from './tool/tool-response.ts'
export {
  getTracing,
  type SpanOptions,
  setTracing,
  type TraceSpan,
  type Tracing,
} from './tracing/tracing.ts'
export { capAnswer } from './truncate/cap-answer.ts'
