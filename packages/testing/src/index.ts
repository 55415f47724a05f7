export {
  type Answer,
  callerOf,
  callTool,
  callToolAsText,
  callToolIn,
  findTool,
  silentLog,
  TestClock,
  toolErrorOf,
} from './call-tool.ts'
export { TEST_SCREENSHOTS } from './environment.ts'
export { eventually } from './eventually.ts'
export { type LettaDouble, startLetta } from './fakes/letta.ts'
export { MULTIPLY } from './fakes/multiply-folder.ts'
export { startOpenAi } from './fakes/openai.ts'
export { startSubconscious } from './fakes/subconscious.ts'
export { runOnSubconscious } from './fakes/subconscious-run.ts'
export {
  type Received,
  startWebhookReceiver,
  type WebhookReceiver,
} from './fakes/webhook-receiver.ts'
export { databaseForTest, type FreshDatabase, freshDatabase } from './fresh-database.ts'
export { randomFrom, type SeededRandom } from './random-from.ts'
export { seededRandom } from './seeded-random.ts'
export { findChromium } from './servers/chromium.ts'
export { type NetworkProxy, startNetworkProxy } from './servers/network-proxy.ts'
export { type RedisServer, startRedis } from './servers/redis.ts'
export { redisUrl } from './servers/redis-on-demand.ts'
export { signalPostgres } from './servers/signal-postgres.ts'
export { startTcpProxy } from './servers/tcp-proxy.ts'
