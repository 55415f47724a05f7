import { useNavigate } from '@tanstack/react-router'
import { useMayCall, useSession } from '../../api/session.ts'
import { FilterBar } from '../../ui/filters.tsx'
import { NotPermitted } from '../../ui/not-permitted.tsx'
import { Page } from '../../ui/page.tsx'
import { useFilters } from '../../ui/use-filters.ts'
import { AllKeys } from './all-keys.tsx'
import { KeyDetail } from './key-detail.tsx'
import { ReadableKeys } from './readable-keys.tsx'
import { Topics } from './topics.tsx'
import './context.css'

const FILTERS = ['show', 'pattern', 'agent', 'key'] as const

/** Shared values: all of them for the operator, those that an agent can read, and the topics. */
export function ContextView() {
  const navigate = useNavigate()
  const { is_root } = useSession()
  const mayCall = useMayCall()
  const filters = useFilters(FILTERS)
  const { setFilter } = filters
  const { show = is_root ? 'all' : 'readable', pattern, key } = filters.values
  const shown = [
    ...(is_root ? [{ value: 'all', label: 'All keys' }] : []),
    { value: 'readable', label: is_root ? 'What an agent can read' : 'What you can read' },
    { value: 'topics', label: 'Topics' },
  ]
  const change = (value: string) =>
    void navigate({ to: '.', search: value === 'all' ? {} : { show: value } } as never)
  const open = (opened: string) => void setFilter('key', opened)
  return (
    <Page title="Context" lead="Values that agents share, and who can read them.">
      <div className="segments" role="group" aria-label="Show">
        {shown.map(({ value, label }) => (
          <button
            key={value}
            type="button"
            className="button"
            data-size="small"
            aria-pressed={show === value}
            onClick={() => change(value)}
          >
            {label}
          </button>
        ))}
      </div>
      {show !== 'topics' && (
        <FilterBar
          filters={filters}
          fields={[{ name: 'pattern', label: 'Keys that match, such as user_*' }]}
        />
      )}
      {show === 'all' && <AllKeys pattern={pattern} onOpen={open} />}
      {show === 'readable' &&
        (mayCall('list_context') ? (
          <ReadableKeys pattern={pattern} onOpen={open} />
        ) : (
          <NotPermitted what="keys" tool="list_context" />
        ))}
      {show === 'topics' &&
        (mayCall('discover_topics') ? (
          <Topics />
        ) : (
          <NotPermitted what="topics" tool="discover_topics" />
        ))}
      {key !== undefined && (
        <KeyDetail keyName={key} onClose={() => void setFilter('key', undefined)} />
      )}
    </Page>
  )
}
