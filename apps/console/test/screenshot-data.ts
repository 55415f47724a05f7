import type { OpenConsole } from './open-console.ts'

type Send = (agent: string, path: string, body: object) => Promise<{ id: string }>

const VENDORS = [
  ['Acme Corp', 'USD'],
  ['Globex Ltd', 'EUR'],
  ['Initech', 'USD'],
  ['Umbrella GmbH', 'EUR'],
  ['Hooli', 'USD'],
  ['Stark Industries', 'USD'],
  ['Wayne Partners', 'GBP'],
  ['Tyrell SA', 'EUR'],
] as const

const CUSTOMERS = ['acme', 'globex', 'initech', 'umbrella', 'hooli', 'stark', 'wayne', 'tyrell']
const AGENTS = ['Scout', 'Clerk', 'Herald', 'Planner', 'Support']
const TOPICS = {
  leads: ['Clerk', 'Herald', 'Planner'],
  invoices: ['Scout', 'Clerk', 'Support'],
  news: ['Herald', 'Planner', 'Scout'],
  incidents: ['Support', 'Planner'],
  releases: ['Herald', 'Support', 'Scout'],
}
const SCHEDULES = [
  ['Scout', 'Look for leads that nobody has answered since yesterday.', '0 9 * * MON-FRI'],
  ['Clerk', 'Read the new invoices and fill the table.', '30 7 * * *'],
  ['Herald', 'Write the news of the week for the customers.', '0 16 * * FRI'],
  ['Planner', 'Compare the plan with what has been done.', '0 8 * * MON,WED'],
  ['Support', 'Sum up the open incidents.', '0 18 * * *'],
] as const

/** Fills a workspace as a few agents would have filled it in some days. `setAge` sets the gateway's clock back. */
export async function fillForScreenshots(
  { request }: OpenConsole,
  setAge: (minutes: number) => void,
): Promise<{ table: string }> {
  const send: Send = async (agent, path, body) => {
    const answer = await request('POST', path, body, { 'x-agent': agent })
    const isWanted = answer.error === undefined || path.endsWith('/push_context')
    if (!isWanted) throw new Error(`${path}: ${answer.error}`)
    return answer
  }
  const call = (agent: string, tool: string, input: object) =>
    send(agent, `/v1/tools/${tool}`, input)

  setAge(3 * 24 * 60)
  for (const name of AGENTS) await request('POST', '/v1/agents', { name, with_key: true })
  for (const [topic, subscribers] of Object.entries(TOPICS)) {
    for (const agent of subscribers) await call(agent, 'subscribe_to_topics', { topics: [topic] })
  }
  const table = await fillTable(send)
  await shareValues(call, setAge)
  await callForAnHour(call, setAge)
  setAge(0)
  for (const [agent, prompt, cron] of SCHEDULES) {
    await call(agent, 'promptyoself_schedule_cron', { prompt, cron })
  }
  return { table }
}

type CallTool = (agent: string, tool: string, input: object) => Promise<unknown>

async function shareValues(call: CallTool, setAge: (minutes: number) => void): Promise<void> {
  for (const [at, customer] of CUSTOMERS.entries()) {
    for (const [step, stage] of ['new', 'demo', 'won'].slice(0, 1 + (at % 3)).entries()) {
      setAge(2000 - 200 * at - 60 * step)
      const value = {
        stage,
        contact: ['Dana Whitfield', 'Ines Okafor', 'Ravi Menon'][at % 3],
        seats: 12 + 7 * at,
        next: ['Call back', 'Send the offer', 'Plan the start'][step],
      }
      await call('Scout', 'push_context', {
        key: `lead_${customer}`,
        value,
        topics: ['leads'],
        subscribers: ['Scout'],
        ttl_hours: 24 * 14,
      })
    }
  }
  const push = (agent: string, key: string, value: unknown, more = {}) =>
    call(agent, 'push_context', { key, value, ttl_hours: 0, ...more })
  await push('Herald', 'style_guide', 'Plain words, short sentences, no promises about dates.')
  await push('Herald', 'news_week', { headline: 'Globex opens in Lyon' }, { topics: ['news'] })
  await push('Planner', 'plan_quarter', { goal: 'Forty paying teams', done: 31 })
  await push(
    'Support',
    'incident_214',
    { state: 'open', since: '09:40' },
    { topics: ['incidents'] },
  )
}

async function fillTable(send: Send): Promise<string> {
  const ids: string[] = []
  const files = Array.from({ length: 26 }, (_, at) => {
    const [vendor, currency] = VENDORS[at % VENDORS.length] ?? VENDORS[0]
    const date = `2026-0${1 + (at % 4)}-${String(3 + at).padStart(2, '0')}`
    const name = vendor.toLowerCase().replaceAll(' ', '_')
    return {
      filename: `${name}_${date.slice(0, 7)}.pdf`,
      vendor,
      currency,
      date,
      amount: 95 + 137 * at,
    }
  })
  for (const { filename, vendor, amount } of files) {
    const text = `${vendor}. Total due: ${amount}`
    ids.push((await send('Clerk', '/v1/documents', { filename, text })).id)
  }
  const stack = await send('Clerk', '/v1/stacks', { name: 'Invoices of spring' })
  await send('Clerk', `/v1/stacks/${stack.id}/documents`, { document_ids: ids })
  const { id } = await send('Clerk', `/v1/stacks/${stack.id}/tables`, {
    name: 'Invoices',
    mode: 'custom',
    custom_columns: [
      { name: 'vendor' },
      { name: 'date', type: 'date' },
      { name: 'amount', type: 'number' },
      { name: 'currency' },
      { name: 'paid' },
    ],
  })
  for (const [at, { filename: _, ...file }] of files.slice(0, 24).entries()) {
    await send('Clerk', `/v1/tables/${id}/tools/save_table_row`, {
      document_id: ids[at],
      ...file,
      paid: at % 3 === 0 ? 'no' : 'yes',
      confidence_scores: {
        vendor: at % 7 === 2 ? 0.41 : 0.98,
        date: at % 5 === 3 ? 0.74 : 0.97,
        amount: at % 6 === 1 ? 0.62 : 0.99,
      },
    })
  }
  return id
}

/** Calls of the last hour: more of them in some minutes than in others, and a few that are refused. */
async function callForAnHour(call: CallTool, setAge: (minutes: number) => void): Promise<void> {
  for (let minute = 59; minute >= 0; minute--) {
    setAge(minute)
    const count = 2 + Math.round(2.4 + 2.4 * Math.sin(minute / 6) + (minute % 4) / 2)
    for (let at = 0; at < count; at++) {
      const agent = AGENTS[(minute + at) % AGENTS.length] ?? 'Scout'
      const customer = CUSTOMERS[(3 * minute + at) % CUSTOMERS.length]
      const choice = (minute * 5 + at * 3) % 11
      if (choice < 4) await call(agent, 'get_context', { keys: [`lead_${customer}`] })
      else if (choice < 6) await call(agent, 'list_context', { pattern: 'lead_*' })
      else if (choice < 8) await call(agent, 'search_context', { query: 'offer' })
      else if (choice < 9) await call(agent, 'read_inbox', {})
      else if (choice < 10) await call(agent, 'promptyoself_list', {})
      else if (minute % 3 === 0) await call(agent, 'push_context', { value: 'without a key' })
      else await call(agent, 'read_history', { key: `lead_${customer}` })
    }
  }
}
