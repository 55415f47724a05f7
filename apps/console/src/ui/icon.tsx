/** Outlines on a grid of 16 × 16. */
const PATHS = {
  now: 'M1.5 8.5h3l2-5 3 9 2-4h3',
  calls: 'M2 4h12M2 8h12M2 12h7',
  connect: 'M6 3v4m4-4v4M4 7h8v2a4 4 0 0 1-8 0zM8 13v2',
  agents: 'M8 8.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM2.5 14a5.5 5.5 0 0 1 11 0',
  tools:
    'M10 2.5a3.5 3.5 0 0 0-3.2 5L2.5 11.8 4.2 13.5 8.5 9.2A3.5 3.5 0 0 0 13.2 5l-2 2-2-2 2-2a3.5 3.5 0 0 0-1.2-.5z',
  context: 'M3 2.5h10v11H3zM5.5 6h5M5.5 8.5h5M5.5 11h3',
  tables: 'M2 3h12v10H2zM2 6.5h12M2 10h12M7 3v10',
  review: 'M2 8s2.2-4 6-4 6 4 6 4-2.2 4-6 4-6-4-6-4zM8 9.5a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3z',
  schedules: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM8 4.5V8l2.5 1.5',
  deliveries: 'M2 3.5h12v9H2zM2 4l6 5 6-5',
  settings:
    'M2 4.5h7m3 0h2M2 11.5h2m3 0h7M10.5 6a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3zM5.5 13a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3z',
  search: 'M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM10.5 10.5 14 14',
  copy: 'M5.5 5.5h8v8h-8zM3.5 10.5h-1v-8h8v1',
  check: 'M3 8.5 6.5 12 13 4.5',
  close: 'M3.5 3.5l9 9m0-9-9 9',
  menu: 'M2 4h12M2 8h12M2 12h12',
  sun: 'M8 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM8 1v1.5m0 11V15M1 8h1.5m11 0H15M3 3l1 1m8 8 1 1M13 3l-1 1M4 12l-1 1',
  moon: 'M13.5 9.5A6 6 0 0 1 6.5 2.5a5.8 5.8 0 1 0 7 7z',
  book: 'M2.5 3h4A1.5 1.5 0 0 1 8 4.5V14a1.5 1.5 0 0 0-1.5-1.5h-4zM13.5 3h-4A1.5 1.5 0 0 0 8 4.5V14a1.5 1.5 0 0 1 1.5-1.5h4z',
  signout: 'M6.5 2.5h-4v11h4M10 5l3 3-3 3M13 8H6',
  plus: 'M8 3v10M3 8h10',
  arrow: 'M3 8h10M9 4l4 4-4 4',
  play: 'M4.5 3v10l8-5z',
  pause: 'M5 3v10M11 3v10',
  refresh: 'M13.5 8A5.5 5.5 0 1 1 11.5 3.7M13.5 2v3.5H10',
  key: 'M5.5 13a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM7.5 8.5 13 3m-2 2 2 2',
  warning: 'M8 2.5 14.5 13.5h-13zM8 6.5v3M8 11.5v.01',
} as const

export type IconName = keyof typeof PATHS

export function Icon({ name }: { name: IconName }) {
  return (
    <svg
      className="icon"
      width="16"
      height="16"
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.4"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={PATHS[name]} />
    </svg>
  )
}
