import { tool, type WrongCall, wrong } from './wrong-call.ts'

const every = (input: Record<string, unknown>) =>
  tool('promptyoself_schedule_every', { prompt: 'Look', ...input })
const cron = (input: Record<string, unknown>) =>
  tool('promptyoself_schedule_cron', { prompt: 'Look', ...input })
const time = (input: Record<string, unknown>) =>
  tool('promptyoself_schedule_time', { prompt: 'Look', ...input })
const right = every({ every: '5m' })

export const promptCalls: WrongCall[] = [
  wrong(
    'seconds as a number',
    every({ every: 45 }),
    [/every/, /45s|"45"/],
    every({ every: '45' }),
    { mayBeAccepted: true },
  ),
  wrong('days', every({ every: '1d' }), [/every/, /1h|24h|s, m or h|h/], every({ every: '24h' })),
  wrong(
    'a fraction of hours',
    every({ every: '1.5h' }),
    [/every/, /90m|whole|5m/],
    every({ every: '90m' }),
  ),
  wrong('words', every({ every: '5 minutes' }), [/every/, /5m/], right),
  wrong(
    'no time at all',
    every({ every: '0' }),
    [/every/, /above 0|greater|positive|0|at least/],
    right,
  ),
  wrong('interval in place of every', every({ interval: '5m' }), [/'every'/], right),
  wrong('seconds in place of every', every({ seconds: 300 }), [/'every'/], every({ every: '300' })),
  wrong('no interval', every({}), [/'every'/], right),
  wrong('no prompt', tool('promptyoself_schedule_every', { every: '5m' }), [/'prompt'/], right),
  wrong(
    'message in place of prompt',
    tool('promptyoself_schedule_every', { message: 'Look', every: '5m' }),
    [/'prompt'/],
    right,
  ),
  wrong(
    'text in place of prompt',
    tool('promptyoself_schedule_every', { text: 'Look', every: '5m' }),
    [/'prompt'/],
    right,
  ),
  wrong(
    'a blank prompt',
    tool('promptyoself_schedule_every', { prompt: '   ', every: '5m' }),
    [/prompt/],
    right,
  ),
  wrong(
    'repetitions in words',
    every({ every: '5m', max_repetitions: 'three' }),
    [/max_repetitions/, /whole number/],
    every({ every: '5m', max_repetitions: 3 }),
  ),
  wrong(
    'no repetitions',
    every({ every: '5m', max_repetitions: 0 }),
    [/max_repetitions/, /1/],
    every({ every: '5m', max_repetitions: 1 }),
  ),
  wrong(
    'repetitions by another name',
    every({ every: '5m', repetitions: 3 }),
    [/max_repetitions/],
    every({ every: '5m', max_repetitions: 3 }),
  ),
  wrong(
    'an unknown agent',
    every({ every: '5m', agent_id: 'Sale' }),
    [/'?Sales'?/, /^(?!.*skip_validation: true)/s],
    every({ every: '5m', agent_id: 'Sales' }),
  ),
  wrong(
    'agent in place of agent_id',
    every({ every: '5m', agent: 'Sales' }),
    [/agent_id/],
    every({ every: '5m', agent_id: 'Sales' }),
  ),
  wrong(
    'a start in the past',
    every({ every: '5m', start_at: '2020-01-01T00:00:00Z' }),
    [/[Ss]tart/, /future/, /20\d\d-\d\d-\d\d/],
    every({ every: '5m', start_at: '2090-01-01T00:00:00Z' }),
  ),
  wrong(
    'a start in words',
    every({ every: '5m', start_at: 'tomorrow' }),
    [/start_at|[Ss]tart/, /20\d\d-\d\d-\d\d/],
    every({ every: '5m', start_at: '2090-01-01T00:00:00Z' }),
  ),
  wrong(
    'a policy that does not exist',
    every({ every: '5m', misfire: 'ignore' }),
    [/misfire/, /"skip"/],
    every({ every: '5m', misfire: 'skip' }),
  ),
  wrong(
    'an overlap that does not exist',
    every({ every: '5m', overlap: 'parallel' }),
    [/overlap/, /"allow"/],
    every({ every: '5m', overlap: 'allow' }),
  ),
  wrong(
    'a time in words',
    time({ time: 'tomorrow 9am' }),
    [/20\d\d-\d\d-\d\d/, /now|current/i],
    time({ time: '2090-01-01T09:00:00Z' }),
  ),
  wrong(
    'a relative time',
    time({ time: 'in 2 minutes' }),
    [/20\d\d-\d\d-\d\d/, /now|current/i],
    time({ time: '2090-01-01T09:00:00Z' }),
  ),
  wrong(
    'a time in the past',
    time({ time: '2020-01-01T09:00:00Z' }),
    [/future/, /20\d\d-\d\d-\d\dT/],
    time({ time: '2090-01-01T09:00:00Z' }),
  ),
  wrong(
    'a date that does not exist',
    time({ time: '2090-02-30T09:00:00Z' }),
    [/2090-02-30|does not exist|exist|valid|format/],
    time({ time: '2090-02-28T09:00:00Z' }),
  ),
  wrong(
    'an hour that does not exist',
    time({ time: '2090-01-01T25:00:00Z' }),
    [/time|25/i],
    time({ time: '2090-01-01T23:00:00Z' }),
  ),
  wrong(
    'at in place of time',
    time({ at: '2090-01-01T09:00:00Z' }),
    [/'time'/],
    time({ time: '2090-01-01T09:00:00Z' }),
  ),
  wrong(
    'when in place of time',
    time({ when: '2090-01-01T09:00:00Z' }),
    [/'time'/],
    time({ time: '2090-01-01T09:00:00Z' }),
  ),
  wrong(
    'four fields',
    cron({ cron: '0 9 * *' }),
    [/five|5/, /\* \* \*|"/],
    cron({ cron: '0 9 * * *' }),
  ),
  wrong('six fields', cron({ cron: '0 0 9 * * *' }), [/five|5/], cron({ cron: '0 9 * * *' })),
  wrong(
    'a nickname',
    cron({ cron: '@daily' }),
    [/five|5|0 0 \* \* \*/],
    cron({ cron: '0 0 * * *' }),
  ),
  wrong(
    'a minute that does not exist',
    cron({ cron: '60 * * * *' }),
    [/60|59|minute|0/],
    cron({ cron: '0 * * * *' }),
  ),
  wrong(
    '30 February',
    cron({ cron: '0 9 30 2 *' }),
    [/never|does not occur|no such date/],
    cron({ cron: '0 9 28 2 *' }),
  ),
  wrong(
    'schedule in place of cron',
    cron({ schedule: '0 9 * * *' }),
    [/'cron'/],
    cron({ cron: '0 9 * * *' }),
  ),
  wrong(
    'expression in place of cron',
    cron({ expression: '0 9 * * *' }),
    [/'cron'/],
    cron({ cron: '0 9 * * *' }),
  ),
  wrong(
    'an abbreviated zone',
    cron({ cron: '0 9 * * *', timezone: 'PST' }),
    [/timezone|time zone/i, /\w+\/\w+/],
    cron({ cron: '0 9 * * *', timezone: 'America/Los_Angeles' }),
  ),
  wrong(
    'an offset as a zone',
    cron({ cron: '0 9 * * *', timezone: '+02:00' }),
    [/timezone|time zone/i, /\w+\/\w+/],
    cron({ cron: '0 9 * * *', timezone: 'Europe/Berlin' }),
  ),
  wrong(
    'tz in place of timezone',
    cron({ cron: '0 9 * * *', tz: 'Europe/Berlin' }),
    [/'timezone'/],
    cron({ cron: '0 9 * * *', timezone: 'Europe/Berlin' }),
  ),
  wrong(
    'id in place of schedule_id',
    tool('promptyoself_cancel', { id: '{schedule}' }),
    [/'schedule_id'/],
    tool('promptyoself_cancel', { schedule_id: '{schedule}' }),
    { mayBeAccepted: true },
  ),
  wrong(
    'a schedule by its name',
    tool('promptyoself_cancel', { schedule_id: 'daily' }),
    [/number/],
    tool('promptyoself_list', {}),
  ),
  wrong(
    'a schedule that does not exist',
    tool('promptyoself_cancel', { schedule_id: 999999 }),
    [/999999/, /promptyoself_list/],
    tool('promptyoself_list', {}),
  ),
  wrong(
    'a list for another agent by name',
    tool('promptyoself_list', { agent: 'Sales' }),
    [/agent_id/],
    tool('promptyoself_list', { agent_id: 'Sales' }),
  ),
  wrong(
    'a flag in words',
    tool('promptyoself_list', { include_cancelled: 'yes' }),
    [/include_cancelled/, /true/],
    tool('promptyoself_list', { include_cancelled: true }),
  ),
  wrong(
    'an interval in words',
    tool('promptyoself_execute', { loop: true, interval: 'abc' }),
    [/number/, /second/],
    tool('promptyoself_execute', { loop: false }),
  ),
  wrong(
    'an inbox message that does not exist',
    tool('acknowledge_prompt', { id: '01a1e26d-b40c-77d1-9f5d-56be6be8d1ad' }),
    [/read_inbox/],
    tool('read_inbox', {}),
  ),
  wrong(
    'an inbox message by number',
    tool('acknowledge_prompt', { id: 1 }),
    [/read_inbox|id/],
    tool('read_inbox', {}),
  ),
  wrong(
    'message_id in place of id',
    tool('acknowledge_prompt', { message_id: '01a1e26d-b40c-77d1-9f5d-56be6be8d1ad' }),
    [/'id'/],
    tool('read_inbox', {}),
  ),
  wrong(
    'Letta that is not configured',
    tool('promptyoself_test', {}),
    [/LETTA_BASE_URL/],
    tool('health', {}),
  ),
  wrong(
    'a shortened name of a tool',
    tool('schedule_every', { prompt: 'Look', every: '5m' }),
    [/promptyoself_schedule_every/],
    right,
  ),
  wrong(
    'another word in the name of a tool',
    tool('promptyoself_schedule_interval', { prompt: 'Look', every: '5m' }),
    [/promptyoself_schedule_(every|time|cron)/],
    right,
  ),
]
