import { tool, type WrongCall, wrong } from './wrong-call.ts'

const every = (input: Record<string, unknown>) =>
  tool('promptyoself_schedule_every', { prompt: 'Look', ...input })
const cron = (input: Record<string, unknown>) =>
  tool('promptyoself_schedule_cron', { prompt: 'Look', ...input })
const time = (input: Record<string, unknown>) =>
  tool('promptyoself_schedule_time', { prompt: 'Look', ...input })

export const promptCalls: WrongCall[] = [
  wrong('seconds as a number', every({ every: 45 }), { mayBeAccepted: true }),
  wrong('days', every({ every: '1d' })),
  wrong('a fraction of hours', every({ every: '1.5h' })),
  wrong('words', every({ every: '5 minutes' })),
  wrong('no time at all', every({ every: '0' })),
  wrong('interval in place of every', every({ interval: '5m' })),
  wrong('seconds in place of every', every({ seconds: 300 })),
  wrong('no interval', every({})),
  wrong('no prompt', tool('promptyoself_schedule_every', { every: '5m' })),
  wrong(
    'message in place of prompt',
    tool('promptyoself_schedule_every', { message: 'Look', every: '5m' }),
  ),
  wrong(
    'text in place of prompt',
    tool('promptyoself_schedule_every', { text: 'Look', every: '5m' }),
  ),
  wrong('a blank prompt', tool('promptyoself_schedule_every', { prompt: '   ', every: '5m' })),
  wrong('repetitions in words', every({ every: '5m', max_repetitions: 'three' })),
  wrong('no repetitions', every({ every: '5m', max_repetitions: 0 })),
  wrong('repetitions by another name', every({ every: '5m', repetitions: 3 })),
  wrong('an unknown agent', every({ every: '5m', agent_id: 'Sale' })),
  wrong('agent in place of agent_id', every({ every: '5m', agent: 'Sales' })),
  wrong('a start in the past', every({ every: '5m', start_at: '2020-01-01T00:00:00Z' })),
  wrong('a start in words', every({ every: '5m', start_at: 'tomorrow' })),
  wrong('a policy that does not exist', every({ every: '5m', misfire: 'ignore' })),
  wrong('an overlap that does not exist', every({ every: '5m', overlap: 'parallel' })),
  wrong('a time in words', time({ time: 'tomorrow 9am' })),
  wrong('a relative time', time({ time: 'in 2 minutes' })),
  wrong('a time in the past', time({ time: '2020-01-01T09:00:00Z' })),
  wrong('a date that does not exist', time({ time: '2090-02-30T09:00:00Z' })),
  wrong('an hour that does not exist', time({ time: '2090-01-01T25:00:00Z' })),
  wrong('at in place of time', time({ at: '2090-01-01T09:00:00Z' })),
  wrong('when in place of time', time({ when: '2090-01-01T09:00:00Z' })),
  wrong('four fields', cron({ cron: '0 9 * *' })),
  wrong('six fields', cron({ cron: '0 0 9 * * *' })),
  wrong('a nickname', cron({ cron: '@daily' })),
  wrong('a minute that does not exist', cron({ cron: '60 * * * *' })),
  wrong('30 February', cron({ cron: '0 9 30 2 *' })),
  wrong('schedule in place of cron', cron({ schedule: '0 9 * * *' })),
  wrong('expression in place of cron', cron({ expression: '0 9 * * *' })),
  wrong('an abbreviated zone', cron({ cron: '0 9 * * *', timezone: 'PST' })),
  wrong('an offset as a zone', cron({ cron: '0 9 * * *', timezone: '+02:00' })),
  wrong('tz in place of timezone', cron({ cron: '0 9 * * *', tz: 'Europe/Berlin' })),
  wrong('until in place of end_at', cron({ cron: '0 9 * * *', until: '2099-01-01T00:00:00Z' })),
  wrong('a range of days that goes round', cron({ cron: '0 9 * * FRI-MON' })),
  wrong('an extension of cron', cron({ cron: '0 0 L * *' })),
  wrong(
    'minutes in place of every',
    tool('promptyoself_schedule_every', { prompt: 'Look', minutes: 5 }),
  ),
  wrong(
    'an object as the interval',
    tool('promptyoself_schedule_every', { prompt: 'Look', every: { minutes: 5 } }),
  ),
  wrong(
    'repeat in place of max_repetitions',
    tool('promptyoself_schedule_every', { prompt: 'Look', every: '5m', repeat: 3 }),
  ),
  wrong(
    'a date and a time',
    tool('promptyoself_schedule_time', { prompt: 'Look', date: '2099-01-01', time: '09:00' }),
  ),
  wrong(
    'seconds since 1970',
    tool('promptyoself_schedule_time', { prompt: 'Look', time: 4070908800 }),
  ),
  wrong('a list of schedules to cancel', tool('promptyoself_cancel', { schedule_ids: [1] })),
  wrong('all schedules', tool('promptyoself_cancel', { schedule_id: 'all' })),
  wrong('id in place of schedule_id', tool('promptyoself_cancel', { id: '{schedule}' }), {
    mayBeAccepted: true,
  }),
  wrong('a schedule by its name', tool('promptyoself_cancel', { schedule_id: 'daily' })),
  wrong('a schedule that does not exist', tool('promptyoself_cancel', { schedule_id: 999999 })),
  wrong('a list for another agent by name', tool('promptyoself_list', { agent: 'Sales' })),
  wrong('a flag in words', tool('promptyoself_list', { include_cancelled: 'yes' })),
  wrong('an interval in words', tool('promptyoself_execute', { loop: true, interval: 'abc' })),
  wrong(
    'an inbox message that does not exist',
    tool('acknowledge_prompt', { id: '01a1e26d-b40c-77d1-9f5d-56be6be8d1ad' }),
  ),
  wrong('an inbox message by number', tool('acknowledge_prompt', { id: 1 })),
  wrong(
    'message_id in place of id',
    tool('acknowledge_prompt', { message_id: '01a1e26d-b40c-77d1-9f5d-56be6be8d1ad' }),
  ),
  wrong('Letta that is not configured', tool('promptyoself_test', {})),
  wrong('a shortened name of a tool', tool('schedule_every', { prompt: 'Look', every: '5m' })),
  wrong(
    'another word in the name of a tool',
    tool('promptyoself_schedule_interval', { prompt: 'Look', every: '5m' }),
  ),
]
