import { useMutation, useQueryClient } from '@tanstack/react-query'
import { restoreVersion } from '../../api/context.ts'
import { readAgain } from '../../api/long-lists.ts'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { toast } from '../../ui/toast.ts'

type Props = {
  keyName: string
  version: number
  /** 0 if the key has no value now. */
  currentVersion: number
}

/** Restores a version, unless somebody has changed the key in the meantime. */
export function RestoreButton({ keyName, version, currentVersion }: Props) {
  const queries = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => restoreVersion(keyName, version, currentVersion),
    onSuccess: (restored) =>
      toast.done(`${keyName} has the value of version ${version} again, as ${restored.version}.`),
    onSettled: () => readAgain(queries, 'context'),
  })
  return (
    <ConfirmButton
      label={`Restore version ${version}`}
      question="Its readers and its expiry become current too."
      isBusy={isPending}
      onConfirm={() => mutate()}
    />
  )
}
