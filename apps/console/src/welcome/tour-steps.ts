export type Step = { readonly path: string; readonly title: string; readonly text: string }

/** A short tour through the views, on the sample data. */
export const STEPS: readonly Step[] = [
  {
    path: '/',
    title: 'Now',
    text: 'Is the gateway ready, what are the agents calling, and does anything need you? Start here every day.',
  },
  {
    path: '/calls',
    title: 'Calls',
    text: 'Every tool call, as it happens. Open one for its arguments and its answer. Herald’s failed call says what to change.',
  },
  {
    path: '/agents',
    title: 'Agents',
    text: 'Each agent has keys and limits of its own. Open Reader: every tool says why Reader may or may not call it.',
  },
  {
    path: '/context',
    title: 'Context',
    text: 'What the agents share. Open lead_acme: its readers, its three versions side by side, and a way back to an older one.',
  },
  {
    path: '/tables',
    title: 'Tables',
    text: 'Clerk turns invoices into rows. Open Invoices: values that Clerk doubts are coloured, and every cell can be changed in place.',
  },
  {
    path: '/review',
    title: 'Review',
    text: 'The doubtful values one by one, with the words of the document: A accepts, C corrects.',
  },
  {
    path: '/schedules',
    title: 'Schedules',
    text: 'Prompts that agents get later. The calendar shows the next two weeks, and Outage what a breakdown would do.',
  },
  {
    path: '/connect',
    title: 'Connect',
    text: 'When you are ready: remove the sample data, create your own agent, and copy the configuration for your host from here.',
  },
]
