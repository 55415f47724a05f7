/** Values that Scout pushes: each with its earlier versions, oldest first. */
export const LEADS = [
  {
    key: 'lead_acme',
    values: [
      { stage: 'new', contact: 'Dana Whitfield', size: 40 },
      { stage: 'demo', contact: 'Dana Whitfield', size: 40, next: 'Send the offer' },
      { stage: 'won', contact: 'Dana Whitfield', size: 55, next: 'Plan the start' },
    ],
  },
  { key: 'lead_globex', values: [{ stage: 'new', contact: 'Ines Okafor', size: 12 }] },
] as const

export const NOTES = [
  {
    key: 'style_guide',
    value: 'Plain words, short sentences, no promises about dates.',
    ttl_hours: 0,
  },
  {
    key: 'news_today',
    value: { headline: 'Globex opens an office in Lyon', source: 'press' },
    topics: ['news'],
    ttl: 7200,
  },
] as const

type Invoice = {
  readonly filename: string
  readonly text: string
  readonly row?: Readonly<Record<string, string>>
  readonly doubts?: Readonly<Record<string, number>>
  readonly sources?: Readonly<Record<string, { readonly page: number; readonly quote: string }>>
}

/** The last one has no row yet: the table is in progress. */
export const INVOICES: readonly Invoice[] = [
  {
    filename: 'acme_march.pdf',
    text: 'ACME Corp. Invoice of 3 March 2026. Total due: $1,500.00',
    row: { vendor: 'Acme Corp', date: '2026-03-03', amount: '1500', currency: 'USD' },
  },
  {
    filename: 'globex_march.pdf',
    text: 'Globex Ltd. Invoice of 17 March 2026. Total: EUR 820,50',
    row: { vendor: 'Globex Ltd', date: '2026-03-17', amount: '820.5', currency: 'EUR' },
    doubts: { amount: 0.62 },
    sources: { amount: { page: 1, quote: 'Total: EUR 820,50' } },
  },
  {
    filename: 'initech_april.pdf',
    text: '1nitech. Invoice of 2 April 2026. Amount due: $310.00',
    row: { vendor: '1nitech', date: '2026-04-02', amount: '310', currency: 'USD' },
    doubts: { vendor: 0.41 },
    sources: { vendor: { page: 1, quote: '1nitech. Invoice of 2 April 2026' } },
  },
  {
    filename: 'umbrella_april.pdf',
    text: 'Umbrella GmbH. Invoice of 9 April 2026. Total due: EUR 2.400,00',
    row: { vendor: 'Umbrella GmbH', date: '2026-04-09', amount: '2400', currency: 'EUR' },
  },
  { filename: 'hooli_april.pdf', text: 'Hooli. Invoice of 20 April 2026. Total due: $95.00' },
]

export const SCHEDULES = [
  {
    agent: 'Scout',
    tool: 'promptyoself_schedule_cron',
    prompt: 'Look for leads that nobody has answered since yesterday.',
    cron: '0 9 * * MON-FRI',
    isRunNow: true,
  },
  {
    agent: 'Herald',
    tool: 'promptyoself_schedule_every',
    prompt: 'Read the news and push what matters to the topic news.',
    every: '4h',
    isRunNow: false,
  },
] as const
