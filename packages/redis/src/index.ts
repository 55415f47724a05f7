export { checkRedis } from './check-redis.ts'
