import {
  buildApp,
  buildConsole,
  catalog,
  openServices,
  readConfig,
  type Services,
} from '@quartermaster/gateway'
import { findChromium, freshDatabase } from '@quartermaster/testing'
import { pino } from 'pino'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, onTestFinished } from 'vitest'

export const ROOT_KEY = 'the-root-key-of-the-tests'

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

// The first request of a page asks whether somebody is signed in, and forms show what is wrong with a
// value while it is typed. A revoked key ends its stream.
const EXPECTED = /40[01] \((Unauthorized|Bad Request)\)|ERR_INCOMPLETE_CHUNKED_ENCODING/

export type Theme = 'light' | 'dark'

type PageOptions = {
  /** The key to sign in with; null stays at the key field. */
  key?: string | null
  theme?: Theme
  /** 1280 is a laptop, 390 a phone. */
  width?: number
  path?: string
  /** Called with the empty window, before it loads anything. */
  onWindow?: (page: Page) => void
}

export type OpenConsole = {
  readonly url: string
  readonly browser: Browser
  /** For tests that need more rows than requests could make. */
  readonly database: Services['database']
  /** A request to the gateway with the root key, or with the headers of an agent. */
  request(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
    // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape.
  ): Promise<any>
  /** A window of its own, signed in, which is closed with its test. */
  open(options?: PageOptions): Promise<Page>
  /** Errors of pages and refusals by the content security policy, since the start. */
  readonly errors: string[]
}

/**
 * A gateway with the built console and one browser, for a whole file. Both end with the file. `variables`
 * are settings of the gateway.
 */
export async function openConsole(
  variables: Record<string, string> = {},
  clock?: () => Date,
): Promise<OpenConsole> {
  const [dir, executablePath, database] = await Promise.all([
    buildConsole({
      onError: (error) => {
        throw error
      },
    }),
    findChromium(),
    freshDatabase(),
  ])
  const config = {
    ...readConfig({ QM_DATA_DIR: '/tmp/quartermaster-console-tests', ...variables }),
    port: 0,
  }
  const log = pino({ level: 'silent' })
  const services = await openServices({
    config,
    databaseUrl: database.url,
    rootKey: ROOT_KEY,
    log,
    clock,
  })
  let url = ''
  const publicUrl = () => url
  const app = await buildApp({ config, services, catalog, log, publicUrl, consoleDir: dir })
  url = await app.listen({ host: '127.0.0.1', port: 0 })
  const browser = await chromium.launch({ executablePath, args: FLAGS })
  afterAll(async () => {
    await browser.close()
    await app.close()
    await services.close()
    await database.close()
  })

  const errors: string[] = []
  const open = async ({
    key = ROOT_KEY,
    theme = 'light',
    width = 1280,
    path = '/',
    onWindow,
  }: PageOptions = {}) => {
    const context = await browser.newContext({
      colorScheme: theme,
      viewport: { width, height: 800 },
      reducedMotion: 'reduce',
    })
    // An open window reads its lists again at every event.
    onTestFinished(() => context.close())
    if (key !== null) await context.addCookies([await sessionOf(url, key)])
    const page = await context.newPage()
    page.on('pageerror', (error) => errors.push(String(error)))
    page.on('console', (message) => {
      const text = message.text()
      if (message.type() === 'error' && !EXPECTED.test(text)) errors.push(text)
    })
    onWindow?.(page)
    await page.goto(url + path)
    if (key !== null) await untilSignedIn(page)
    return page
  }
  const request = async (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ) => {
    const response = await fetch(url + path, {
      method,
      headers: {
        ...(headers['x-api-key'] === undefined && { 'x-api-key': ROOT_KEY }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return text === '' ? undefined : JSON.parse(text)
  }
  return { url, browser, database: services.database, request, open, errors }
}

/** The cookie of a new session. Only the tests of the sign-in fill the form in. */
async function sessionOf(url: string, key: string) {
  const response = await fetch(`${url}/v1/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-quartermaster-console': '1' },
    body: JSON.stringify({ key }),
  })
  const [, name = '', value = ''] =
    /^(\w+)=([^;]+)/.exec(response.headers.get('set-cookie') ?? '') ?? []
  return { name, value, url, httpOnly: true, sameSite: 'Strict' as const }
}

export async function signIn(page: Page, key: string): Promise<void> {
  await page.getByLabel('Your key').fill(key)
  await page.keyboard.press('Enter')
  await untilSignedIn(page)
}

/** A panel that the path opens hides the rest of the page from roles. */
const untilSignedIn = (page: Page) => page.locator('.nav').waitFor({ state: 'attached' })
