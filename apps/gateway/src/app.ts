import { newId } from '@quartermaster/toolkit'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from 'fastify'
import auditedRoutes from './audit/audited-routes.ts'
import type { Catalog } from './catalog.ts'
import type { Config } from './config.ts'
import consolePages from './console/console-pages.ts'
import auth from './http/auth.ts'
import { basePath, withoutBasePath } from './http/base-path.ts'
import callLog from './http/call-log.ts'
import { answerClientError } from './http/client-error.ts'
import cors from './http/cors.ts'
import errors, { sendError, toToolError } from './http/errors.ts'
import health from './http/health.ts'
import hostWarning from './http/host-warning.ts'
import internalCalls from './http/internal-calls.ts'
import json from './http/json.ts'
import loadShedding from './http/load-shedding.ts'
import metrics from './http/metrics.ts'
import openapi from './http/openapi.ts'
import query from './http/query.ts'
import quotas from './http/quotas.ts'
import rateLimit from './http/rate-limit.ts'
import referencePage from './http/reference-page.ts'
import responseHeaders from './http/response-headers.ts'
import unauthenticatedPaths from './http/unauthenticated-paths.ts'
import unknownRoutes from './http/unknown-routes.ts'
import validation, { acceptsAnyText } from './http/validation.ts'
import { watchRepetitions } from './limits/repeated-calls.ts'
import { allowedOrigins } from './mcp/check-origin.ts'
import { mcpRoutes } from './mcp/mcp-routes.ts'
import { resourceMetadataUrl } from './oauth/metadata-routes.ts'
import { oauthRoutes } from './oauth/oauth-routes.ts'
import { agentToolRoute } from './routes/agent-tools.ts'
import { agentRoutes } from './routes/agents.ts'
import { auditRoutes } from './routes/audit.ts'
import { callRoutes } from './routes/calls.ts'
import { contextRoutes } from './routes/context.ts'
import { deliveryRoutes } from './routes/deliveries.ts'
import { descriptorRoutes } from './routes/descriptors.ts'
import { documentRoutes } from './routes/documents.ts'
import { eventRoute } from './routes/events.ts'
import { extractionRoutes } from './routes/extractions.ts'
import { keyRoutes } from './routes/keys.ts'
import { listToolNames } from './routes/list-tool-names.ts'
import { metricsRoute } from './routes/metrics.ts'
import { roleRoutes } from './routes/roles.ts'
import { scheduleForecastRoutes } from './routes/schedule-forecasts.ts'
import { scheduleRoutes } from './routes/schedules.ts'
import { searchRoute } from './routes/search.ts'
import { sessionRoutes } from './routes/session.ts'
import { settingsRoute } from './routes/settings.ts'
import { stackRoutes } from './routes/stacks.ts'
import { startPage } from './routes/start-page.ts'
import { statsRoute } from './routes/stats.ts'
import { tableFileRoutes } from './routes/table-files.ts'
import { tableRowRoutes } from './routes/table-rows.ts'
import { tableRoutes } from './routes/tables.ts'
import { threadRoutes } from './routes/threads.ts'
import { toolListRoute } from './routes/tools.ts'
import { toolsetListRoutes } from './routes/toolsets.ts'
import { verdictRoutes } from './routes/verdicts.ts'
import { whoamiRoute } from './routes/whoami.ts'
import { workspaceRoutes } from './routes/workspaces.ts'
import type { Services } from './services.ts'
import { makeReadinessCheck } from './startup/readiness.ts'
import type { Telemetry } from './telemetry/start-telemetry.ts'
import { explainUnknownTool } from './tool-call/explain-unknown-tool.ts'
import { familyRoutes, groupRoutes } from './tool-call/tool-routes.ts'

export type AppOptions = {
  config: Pick<Config, 'bodyLimit' | 'answerLimit' | 'rateLimit'> & Partial<Config>
  services: Services
  catalog: Catalog
  log: FastifyBaseLogger
  /** The certificate and its key. Unset: plain HTTP. */
  tls?: { readonly cert: Buffer; readonly key: Buffer } | undefined
  timeouts?: typeof TIMEOUTS | undefined
  /** The base of every URL in descriptors. With `PORT=0` it is known once the gateway listens. */
  publicUrl: () => string
  /** The folder of the built console; without it `/` is a plain page. */
  consoleDir?: string
  /** The process is stopping, but still takes calls for `drainSeconds`. */
  isStopping?: () => boolean
  /** Unset: the process sends no traces. */
  traceRequests?: Telemetry['traceRequests'] | undefined
}

/** Connections that send their headers or their whole request too slowly are closed. */
const TIMEOUTS = {
  headersTimeout: 15_000,
  requestTimeout: 60_000,
  connectionsCheckingInterval: 5000,
}

const serverOptions = (
  tls: AppOptions['tls'],
  { requestTimeout, ...timeouts }: typeof TIMEOUTS,
): object => ({
  requestTimeout,
  ...(tls === undefined ? { http: timeouts } : { https: { ...timeouts, ...tls } }),
})

export async function buildApp({
  config,
  services,
  catalog,
  log,
  publicUrl,
  consoleDir,
  tls,
  timeouts = TIMEOUTS,
  traceRequests,
  isStopping = () => false,
}: AppOptions): Promise<FastifyInstance> {
  const { corsOrigins = [], trustedProxies = 0, maxInFlight = 1000 } = config
  const base = basePath(config.publicUrl)
  const app: FastifyInstance = Fastify({
    loggerInstance: log,
    bodyLimit: config.bodyLimit,
    genReqId: (request) => app.internalCalls.find(request)?.requestId ?? newId(),
    requestIdHeader: false,
    // The call log has every call; the process log is for failures.
    logController: new LogController({ disableRequestLogging: true }),
    // Requests with a malformed URL reach no route and no error handler.
    frameworkErrors: (error, request, reply) => sendError(request, reply, toToolError(error)),
    clientErrorHandler: answerClientError,
    ...serverOptions(tls, timeouts),
    // Each proxy appends the address it was reached from; all but the last `trustedProxies` are caller input.
    trustProxy: trustedProxies > 0 && ((_address, hop) => hop < trustedProxies),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300 },
    ...(base !== '/' && { rewriteUrl: withoutBasePath(base) }),
  })
  const { keyring, clock } = services
  // A trusted proxy reports the address that the client used; `QM_PUBLIC_URL` takes precedence.
  const addressFor = ({ protocol, host }: FastifyRequest) =>
    trustedProxies > 0 && config.publicUrl === undefined ? `${protocol}://${host}` : publicUrl()
  let isClosed = false
  app.addHook('preClose', async () => {
    isClosed = true
  })
  const isClosing = () => isClosed || isStopping()

  if (traceRequests !== undefined) await app.register(traceRequests)
  await app.register(responseHeaders, {
    isClosing,
    isHttps: tls !== undefined || config.publicUrl?.startsWith('https:') === true,
  })
  await app.register(cors, { origins: corsOrigins })
  await app.register(unknownRoutes)
  await app.register(json, { bodyLimit: config.bodyLimit })
  await app.register(errors)
  await app.register(validation)
  await app.register(metrics)
  await app.register(hostWarning, { addressFor })
  await app.register(loadShedding, { maxInFlight })
  await app.register(callLog, { callLog: services.callLog, clock })
  await app.register(internalCalls)
  await app.register(consolePages, { dir: consoleDir, base })
  await app.register(auth, { keyring, sessions: services.sessions, publicUrl })
  await app.register(auditedRoutes)
  await app.register(rateLimit, {
    store: services.rateStore,
    now: clock,
    perAgent: config.rateLimit,
    perTool: config.toolRateLimit ?? 0,
    perWorkspace: config.workspaceRateLimit ?? 0,
  })
  await app.register(quotas, { quotas: services.quotas })
  await app.register(query)
  await app.register(openapi, {
    tags: [...catalog.groups, ...catalog.families].map(({ title }) => title),
    publicUrl: config.publicUrl,
  })
  await app.register(referencePage)
  await app.register(unauthenticatedPaths)
  const checkReadiness = makeReadinessCheck({
    database: services.database,
    isStopping: isClosing,
  })
  await app.register(health, { checkReadiness })

  app.register(async (routes) => {
    const options = {
      services: services.forTools,
      answerLimit: config.answerLimit,
      clock,
      repetitions: config.repetitions && watchRepetitions(config.repetitions),
      quotas: services.quotas,
      transactions: services.transactions,
    }
    const explainUnknown = explainUnknownTool(catalog, services)
    groupRoutes(routes, catalog.groups, options, explainUnknown)
    for (const family of catalog.families) familyRoutes(routes, family, options, explainUnknown)
    descriptorRoutes(routes, { catalog, services, addressFor })
    verdictRoutes(routes, { catalog, services })
    toolListRoute(routes, { catalog, services })
    whoamiRoute(routes, { catalog, services })
    settingsRoute(routes, config)
    sessionRoutes(routes, { catalog, services, publicUrl })
    mcpRoutes(routes, {
      catalog,
      services,
      answerLimit: config.answerLimit,
      allowedOrigins: () => allowedOrigins(config, publicUrl()),
      ...(config.oauth && { resourceMetadataUrl: () => resourceMetadataUrl(publicUrl()) }),
    })
    if (config.oauth) oauthRoutes(routes, { catalog, services, publicUrl, ...config.oauth })
    workspaceRoutes(routes, services)
    const toolNames = () => listToolNames(catalog, services.toolsets)
    roleRoutes(routes, services, toolNames)
    agentRoutes(routes, services, toolNames)
    agentToolRoute(routes, { catalog, services })
    keyRoutes(routes, services)
    callRoutes(routes, services)
    auditRoutes(routes, services)
    eventRoute(routes, services)
    statsRoute(routes, services)
    searchRoute(routes, { catalog, services })
    contextRoutes(routes, services)
    routes.register(async (anyText) => {
      // Documents and cells may contain any text; names are checked where they are stored.
      anyText.setValidatorCompiler(acceptsAnyText)
      documentRoutes(anyText, services)
      extractionRoutes(anyText, services)
      stackRoutes(anyText, services)
      tableRoutes(anyText, services)
      tableRowRoutes(anyText, services)
      tableFileRoutes(anyText, services)
    })
    scheduleRoutes(routes, services)
    scheduleForecastRoutes(routes, services)
    deliveryRoutes(routes, services)
    toolsetListRoutes(routes, services)
    threadRoutes(routes, services)
    metricsRoute(routes, services)
    startPage(routes)
  })
  return app
}
