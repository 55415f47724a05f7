import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as Client2025 } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as Transport2025 } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js'
import { onTestFinished } from 'vitest'

type Headers = Record<string, string>

const INFO = { name: 'test', version: '1' }

/** The official client of the 2026 protocol, which does not fall back to an earlier one. */
export async function connect2026(url: string, headers: Headers, onListChanged?: () => void) {
  const client = new Client(INFO, {
    versionNegotiation: { mode: { pin: '2026-07-28' } },
    ...(onListChanged && {
      listChanged: { tools: { onChanged: onListChanged, autoRefresh: false, debounceMs: 0 } },
    }),
  })
  await client.connect(
    new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }),
  )
  onTestFinished(() => client.close())
  return client
}

/** The official client of the 2025 protocol. */
export async function connect2025(url: string, headers: Headers, onListChanged?: () => void) {
  const client = new Client2025(INFO)
  if (onListChanged !== undefined) {
    client.setNotificationHandler(ToolListChangedNotificationSchema, () => onListChanged())
  }
  await client.connect(new Transport2025(new URL(url), { requestInit: { headers } }))
  onTestFinished(() => client.close())
  return client
}
