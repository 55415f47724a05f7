export { anthropic, type Dialect, openaiChat, openaiResponses } from './dialect.ts'
export {
  connectGateway,
  type Gateway,
  type GatewayOptions,
  type ToolCall,
  type ToolResult,
} from './gateway.ts'
export {
  type LoopOptions,
  type LoopResult,
  runToolLoop,
  StepLimitReached,
} from './run-tool-loop.ts'
