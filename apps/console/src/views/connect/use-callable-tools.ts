import { useQuery } from '@tanstack/react-query'
import { agentToolsQuery } from '../../api/agents.ts'
import { useMay, useSession } from '../../api/session.ts'

/** The tools that an agent may call: its own for the signed-in key, undefined while they are read. */
export function useCallableTools(agent: string | undefined): readonly string[] | undefined {
  const { agent: self, tools } = useSession()
  const may = useMay()
  const isOther = agent !== undefined && agent !== self && may('list_agent_tools')
  const { data } = useQuery({ ...agentToolsQuery(agent ?? ''), enabled: isOther })
  if (!isOther) return tools
  return data?.filter(({ permitted }) => permitted).map(({ name }) => name)
}
