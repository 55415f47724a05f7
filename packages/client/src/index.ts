export {
  type Client,
  type ClientOptions,
  createClient,
  type GetPath,
  type GetResponse,
} from './api/create-client.ts'
export type { components, operations, paths } from './api/generated/schema.ts'
export { GatewayError, listAll, unwrap } from './api/unwrap.ts'
export { type AnthropicMessage, type AnthropicTool, anthropic } from './dialects/anthropic.ts'
export type { Dialect } from './dialects/dialect.ts'
export { type GeminiContent, type GeminiTool, gemini } from './dialects/gemini.ts'
export { type OpenAiChatMessage, type OpenAiChatTool, openaiChat } from './dialects/openai-chat.ts'
export {
  type OpenAiResponsesItem,
  type OpenAiResponsesTool,
  openaiResponses,
} from './dialects/openai-responses.ts'
export {
  connectGateway,
  type Gateway,
  type GatewayOptions,
  type ToolCall,
  type ToolResult,
} from './gateway/connect-gateway.ts'
export type { ResultBlock } from './gateway/content.ts'
export {
  type LoopOptions,
  type LoopResult,
  type ModelRequest,
  runToolLoop,
  StepLimitReached,
} from './run-tool-loop.ts'
