import { useQuery } from '@tanstack/react-query'
import { type Topic, topicsQuery } from '../../api/context.ts'
import { Badge } from '../../ui/badge.tsx'
import { EmptyState, ErrorState, Loading } from '../../ui/states.tsx'
import { TopicPicture } from './topic-picture.tsx'

/** Topics and the agents that are subscribed to them, as a picture and as a matrix. */
export function Topics() {
  const { data: topics, error } = useQuery(topicsQuery)
  if (error) return <ErrorState error={error} />
  if (topics === undefined) return <Loading />
  if (topics.length === 0) {
    return (
      <EmptyState title="No topics yet">
        A topic exists while an agent is subscribed to it with subscribe_to_topics.
      </EmptyState>
    )
  }
  return (
    <>
      <TopicPicture topics={topics} />
      <TopicMatrix topics={topics} />
    </>
  )
}

function TopicMatrix({ topics }: { topics: readonly Topic[] }) {
  const agents = [...new Set(topics.flatMap(({ subscribers }) => subscribers))].toSorted()
  return (
    <div className="table-box" role="region" aria-label="Topics and agents" tabIndex={0}>
      <table className="matrix">
        <thead>
          <tr>
            <th scope="col">Topic</th>
            <th scope="col">Subscribers</th>
            {agents.map((agent) => (
              <th key={agent} scope="col">
                {agent}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {topics.map(({ name, subscriber_count, subscribers, recent_activity }) => (
            <tr key={name}>
              <th scope="row">
                {name} {recent_activity && <Badge tone="good">active</Badge>}
              </th>
              <td className="number">{subscriber_count}</td>
              {agents.map((agent) => (
                <td key={agent}>
                  {subscribers.includes(agent) && (
                    <>
                      <span className="dot" aria-hidden="true" />
                      <span className="visually-hidden">subscribed</span>
                    </>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
