import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { workspacesQuery } from '../api/access.ts'
import { type ActingAs, actingAs } from '../api/acting-as.ts'
import { sessionQuery } from '../api/session.ts'
import { toast } from '../ui/toast.ts'
import { SAMPLE_WORKSPACE } from './sample-workspace.ts'
import { tourStep } from './tour-step.ts'

const load = () => import('./sample-data.ts')

/** Creating, opening and removing the sample data, each followed by a change of the workspace. */
export function useSampleData() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const go = async (next: ActingAs) => {
    actingAs.set(next)
    await client.invalidateQueries({ queryKey: sessionQuery.queryKey })
    await client.invalidateQueries({ queryKey: workspacesQuery.queryKey })
    await navigate({ to: '/' })
  }
  const open = async () => {
    tourStep.set(0)
    await go({ workspace: SAMPLE_WORKSPACE })
  }
  const create = useMutation({
    mutationFn: async () => (await load()).createSampleData(),
    onSuccess: open,
  })
  const remove = useMutation({
    mutationFn: async () => (await load()).removeSampleData(),
    onSuccess: async () => {
      tourStep.set(undefined)
      await go({})
      toast.done('The sample data are removed')
    },
  })
  return { create, open, remove }
}
